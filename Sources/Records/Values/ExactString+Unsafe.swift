extension ExactString {
  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    var text = text
    // The buffer is used only while the text lends it.
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
