/// The first records of a view whose full keys begin alike, in the order of these keys, as readers get them.
package struct KeptList: Sendable {
  /// More records of a list than this are not kept.
  private static let mostRecords = 256

  /// What all records are shown under.
  let definition: TypeDefinition
  package private(set) var records: [StoredRecord] = []
  /// Their full keys.
  private(set) var keys: [[UInt8]] = []
  /// About how much memory they take, with what readers make of them.
  private(set) var bytes = 0
  /// Whether something that belongs next was left out.
  private var isCut = false
  /// Whether there are no more records in the list.
  private(set) var isWhole = false
  /// What readers have made of all the records together.
  package let memo = ReaderMemo()
  private let page = KeptPage()

  init(under definition: TypeDefinition) { self.definition = definition }

  /// The same records, to which more are to be added.
  init(continuing list: KeptList) {
    definition = list.definition
    records = list.records
    keys = list.keys
    bytes = list.bytes
  }

  /// Whether the first records of the list are all here.
  ///
  /// - Parameter count: how many; nil for all of the list.
  func holds(first count: Int?) -> Bool { isWhole || count.map { $0 <= records.count } ?? false }

  /// Some of the records.
  ///
  /// - Parameter range: within the indices of `records`.
  /// - Complexity: O(1) for the range that was asked for last, and for all records.
  package func records(in range: Range<Int>) -> [StoredRecord] {
    range == records.indices ? records : page.part(range, of: records)
  }

  /// Adds what comes next, as long as there is room.
  mutating func add(_ record: StoredRecord, _ key: [UInt8]) {
    guard !isCut, records.count < Self.mostRecords else {
      isCut = true
      return
    }
    var record = record
    record.memo = ReaderMemo()
    records.append(record)
    keys.append(key)
    bytes += record.roughBytes + key.count
  }

  /// Notes that nothing comes next.
  mutating func finish() { isWhole = !isCut }
}

extension StoredRecord {
  /// About how much memory it takes, with what readers make of it and its place in a page: a Swift value shares the
  /// texts.
  fileprivate var roughBytes: Int {
    values.reduce(400) { sum, value in
      switch value {
      case .text(let text)?, .json(let text)?: sum + 48 + text.utf8.count
      case .bytes(let bytes)?: sum + 48 + bytes.count
      case .decimal(let number)?: sum + 80 + number.digits.count
      default: sum + 24
      }
    }
  }
}
