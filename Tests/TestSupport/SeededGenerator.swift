#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Random numbers that a seed repeats.
///
/// Algorithm: SplitMix64 (Steele, Lea, Flood: "Fast splittable
/// pseudorandom number generators", 2014).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// A generator with the seed in the environment's `SEED`, or else a fresh one; the seed is printed, so
  /// that a failure can be repeated.
  package init(for test: String = #function) {
    let given = getenv("SEED").flatMap { UInt64(String(cString: $0)) }
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("SEED=\(seed) \(test)")
    self.init(seed: seed)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

extension SeededGenerator {
  /// A number from 0 to below the bound.
  package mutating func index(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// True once in so many times.
  package mutating func oneIn(_ count: Int) -> Bool { index(below: count) == 0 }

  /// One of the choices, which must not be empty.
  package mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[index(below: choices.count)]
  }

  /// A 64-bit number that is as likely small as large, of either sign.
  package mutating func integer() -> Int64 {
    Int64(truncatingIfNeeded: next()) >> Int64(index(below: 64))
  }
}

/// How many rounds a random test makes: as given, or that many times the environment's `EFFORT`.
package func rounds(_ count: Int) -> Int {
  count * (getenv("EFFORT").flatMap { Int(String(cString: $0)) } ?? 1)
}
