import ByteCoding
import EventLog
import StoreErrors
import Testing

/// Stored bytes are changed behind the log's back: it must say so, and never trap or give wrong answers.
@Suite("Damage")
struct DamageTests {
  @Test("every flipped bit of small commits is noticed, and nothing wrong is read")
  func flippedBits() throws {
    try withProbe(.small) { probe in
      for entry in probe.commits {
        for index in entry.value.indices {
          for bit in 0..<8 {
            var value = entry.value
            value[index] ^= 1 << bit
            try probe.expectNoticed("bit \(bit) of byte \(index) of \(entry.key)") {
              try $0.put("commits", entry.key, value)
            }
          }
        }
      }
    }
  }

  @Test("flips in long commits are noticed too")
  func flippedBytesOfLongCommits() throws {
    try withProbe(.long) { probe in
      for entry in probe.commits {
        // The first bytes say how the rest is to be read.
        let places = Array(entry.value.indices.prefix(16)) + [entry.value.count - 1]
        let others = stride(from: 16, to: entry.value.count, by: 4001)
        for index in places + others {
          var value = entry.value
          value[index] ^= 0x55
          try probe.expectNoticed("byte \(index) of \(entry.key)") {
            try $0.put("commits", entry.key, value)
          }
        }
      }
    }
  }

  @Test("every flipped bit of a key in the log is noticed")
  func flippedKeys() throws {
    try withProbe(.small) { probe in
      for entry in probe.commits {
        for index in entry.key.indices {
          for bit in 0..<8 {
            var key = entry.key
            key[index] ^= 1 << bit
            // In front of all commits it is out of the way: that is a log without its last commit.
            if key.allSatisfy({ $0 == 0 }) { continue }
            try probe.expectNoticed("bit \(bit) of byte \(index) of the key \(entry.key)") {
              try $0.delete("commits", entry.key)
              try $0.put("commits", key, entry.value)
            }
          }
        }
      }
    }
  }

  @Test("values that were cut off or have grown are noticed")
  func lengths() throws {
    try withProbe(.small) { probe in
      for entry in probe.commits {
        for count in 0..<entry.value.count {
          try probe.expectNoticed("\(count) bytes of \(entry.key)") {
            try $0.put("commits", entry.key, Array(entry.value.prefix(count)))
          }
        }
        for more in [[0], [1], [0xFF], [0, 0, 0, 0, 0, 0, 0, 0, 0]] as [[UInt8]] {
          try probe.expectNoticed("\(entry.key) with \(more)") {
            try $0.put("commits", entry.key, entry.value + more)
          }
        }
      }
    }
  }

  @Test("a missing piece is noticed, whichever it is", arguments: [Sample.small, .long])
  func missingPieces(sample: Sample) throws {
    try withProbe(sample) { probe in
      // Without its last commit, a log that ends in one piece would be sound.
      let entries = sample == .small ? Array(probe.commits.dropLast()) : probe.commits
      for entry in entries {
        try probe.expectNoticed("without \(entry.key)") { try $0.delete("commits", entry.key) }
      }
    }
  }

  @Test("swapped pieces are noticed, whichever they are", arguments: [Sample.small, .long])
  func swappedPieces(sample: Sample) throws {
    try withProbe(sample) { probe in
      for (index, left) in probe.commits.enumerated() {
        for right in probe.commits[(index + 1)...] {
          try probe.expectNoticed("\(left.key) for \(right.key)") {
            try $0.put("commits", left.key, right.value)
            try $0.put("commits", right.key, left.value)
          }
        }
      }
    }
  }

  @Test("a missing commit in the middle is noticed by all that would need it")
  func missingCommit() throws {
    try withProbe(.small) { probe in
      try probe.damage { try $0.delete("commits", probe.commits[1].key) }
      let log = probe.log
      for range in [1...1, 3...4] as [ClosedRange<UInt64>] {
        let expected = probe.events.filter { range.contains($0.position.revision.rawValue) }
        #expect(try log.events(range) == expected)
      }
      for range in [1...2, 2...2, 2...3, 1...9, 0...UInt64.max] as [ClosedRange<UInt64>] {
        expectError(.damaged) { _ = try log.events(range) }
      }
      expectError(.damaged) { _ = try log.header(of: Revision(2)) }
      expectError(.damaged) { _ = try log.event(2, 0) }
      expectError(.damaged) { _ = try log.revision(at: .at(15)) }
      expectError(.notFound) { _ = try log.event(3, 99) }
    }
  }

  @Test("damage to an idempotency key's entry never gives another commit as the result")
  func keys() throws {
    try withProbe(.small) { probe in
      for entry in try probe.stored.entries(of: "keys") {
        for index in entry.value.indices {
          for bit in 0..<8 {
            var value = entry.value
            value[index] ^= 1 << bit
            try probe.stored.put("keys", entry.key, value)
            for key in probe.keys where Array(key.name.utf8) == entry.key {
              expectError(.damaged) { _ = try probe.log.result(forKey: key) }
              expectError(.damaged) { try probe.log.append(.of("x", key: key)) }
            }
          }
        }
        try probe.stored.put("keys", entry.key, Array(entry.value.prefix(9)))
        for key in probe.keys where Array(key.name.utf8) == entry.key {
          expectError(.damaged) { _ = try probe.log.result(forKey: key) }
        }
        try probe.stored.put("keys", entry.key, entry.value)
      }
      try probe.expectSound()
    }
  }

  @Test("nothing is appended behind a head that cannot be read, and all is well after its repair")
  func damagedHead() throws {
    try withProbe(.small) { probe in
      let last = try #require(probe.commits.last)
      try probe.damage { try $0.put("commits", last.key, last.value.reversed()) }
      #expect(throws: StoreError.self) { try probe.log.append(.of("x")) }
      try probe.repair()
      try probe.expectSound()
      try probe.log.append(.of("x"))
    }
  }

  @Test("forms of a newer version are told from damage")
  func futureForms() throws {
    try withProbe(.small) { probe in
      let first = try #require(probe.commits.first)
      var piece = first.value
      piece[0] = 4
      try probe.damage { try $0.put("commits", first.key, piece) }
      expectError(.futureFormat) { _ = try probe.log.events(1...1) }
      expectError(.futureFormat) { _ = try probe.log.header(of: Revision(1)) }
      expectError(.futureFormat) { _ = try probe.log.event(1, 0) }

      // A header of form 2 or with an unknown flag, under a right checksum.
      let length = Int(first.value[1])
      for (place, value) in [(2, 2), (3, 0x80)] as [(Int, UInt8)] {
        var header = first.value
        header[place] = value
        let checksum = Checksum.of(header, in: 2..<2 + length, seed: 1)
        for index in 0..<8 {
          header[2 + length + index] = UInt8(truncatingIfNeeded: checksum >> (56 - 8 * index))
        }
        try probe.repair()
        try probe.damage { try $0.put("commits", first.key, header) }
        expectError(.futureFormat) { _ = try probe.log.events(1...1) }
        expectError(.futureFormat) { _ = try probe.log.header(of: Revision(1)) }
        #expect(try probe.log.event(1, 0) == probe.events[0].bytes)
      }
    }
  }
}
