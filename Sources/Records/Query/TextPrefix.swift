/// Texts that begin alike, as a range of the order of bytes.
package enum TextPrefix {
  /// The first text behind all that begin with a prefix; nil where there is none.
  ///
  /// UTF-8 keeps the order of scalars, so it is the prefix with its last scalar replaced by the next one; a last
  /// scalar that has no next one is dropped first.
  package static func end(of prefix: String) -> String? {
    var scalars = prefix.unicodeScalars
    while let last = scalars.popLast() {
      // Surrogates are no scalars.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      if let scalar = Unicode.Scalar(next) {
        scalars.append(scalar)
        return String(scalars)
      }
    }
    return nil
  }
}
