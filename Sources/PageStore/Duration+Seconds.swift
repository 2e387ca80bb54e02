extension Duration {
  /// The length for messages: `0.25 s`.
  var inSeconds: String {
    let hundredths = components.seconds * 100 + components.attoseconds / 10_000_000_000_000_000
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
  }
}
