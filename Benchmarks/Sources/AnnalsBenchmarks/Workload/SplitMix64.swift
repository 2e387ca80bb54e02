/// A small random number generator whose numbers depend on nothing but its seed.
///
/// The algorithm is SplitMix64 (Steele, Lea, Flood 2014). The standard library's own ways to draw from a
/// range may change between versions, so drawing is defined here too.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Begins a sequence; equal seeds give equal sequences, on every machine and version.
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from 0 up to but not including `bound`, which must be 1 or more.
  ///
  /// The high half of a product with the bound (Lemire 2019), whose unevenness is below 2⁻³² for any
  /// bound that a workload has.
  public mutating func draw(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
