/// Tells a file that was cut off from one whose last pages were never written.
///
/// LMDB counts a page as the file's once it is handed out. If the same transaction frees it again, the
/// page goes to the list of free pages unwritten, and where such pages are the last ones, a sound file
/// is shorter than its count of pages says. Then, and only then, all pages it lacks are in that list.
/// The list is read here with `pread`, as touching a missing page in the map would end the process.
///
/// The format is that of `mdb.c`, LMDB 0.9: a meta page (`MDB_page`, `MDB_meta`) leads to the root of
/// table 0, a B+tree whose values (`MDB_IDL`) are a count and that many page numbers.
struct FreeTail {
  private let descriptor: Int32
  private let pageSize: Int
  private let pagesInFile: UInt64
  private let lastPage: UInt64
  private var listed: UInt64 = 0
  private var pagesToVisit: UInt64

  /// Whether all pages from the end of the file to `lastPage` are free.
  static func isFree(
    descriptor: Int32,
    pageSize: Int,
    length: UInt64,
    lastPage: UInt64
  ) throws(CallFailure) -> Bool {
    let pagesInFile = length / UInt64(pageSize)
    guard pagesInFile >= 2, lastPage >= pagesInFile else { return false }
    var tail = FreeTail(
      descriptor: descriptor,
      pageSize: pageSize,
      pagesInFile: pagesInFile,
      lastPage: lastPage,
      pagesToVisit: pagesInFile
    )
    guard let root = try tail.root() else { return false }
    // No page is listed twice, so that counting them is enough.
    return try tail.visit(root) && tail.listed == lastPage - pagesInFile + 1
  }

  /// The root of the list of free pages, by the meta page that counts so many pages.
  private func root() throws(CallFailure) -> UInt64? {
    var newest: (transaction: UInt64, root: UInt64)?
    for number: UInt64 in 0...1 {
      guard let page = try page(number), page.number(at: 16, bytes: 4) == 0xBEEF_C0DE,
        let root = page.number(at: 80, bytes: 8), page.number(at: 136, bytes: 8) == lastPage,
        let transaction = page.number(at: 144, bytes: 8)
      else { continue }
      if newest.map({ $0.transaction < transaction }) ?? true { newest = (transaction, root) }
    }
    return newest?.root
  }

  /// Counts the missing pages listed under a page of the tree; false if the list is damaged.
  private mutating func visit(_ number: UInt64) throws(CallFailure) -> Bool {
    guard pagesToVisit > 0, let page = try page(number), let flags = page.number(at: 10, bytes: 2),
      let lower = page.number(at: 12, bytes: 2), lower >= 16
    else { return false }
    pagesToVisit -= 1
    for index in 0..<Int(lower - 16) / 2 {
      guard let start = page.number(at: 16 + 2 * index, bytes: 2) else { return false }
      let node = page.dropFirst(Int(start))
      let isWhole: Bool
      switch flags & 3 {
      case 1:
        guard let child = node.number(at: 0, bytes: 6) else { return false }
        isWhole = try visit(child)
      case 2:
        isWhole = try count(in: node)
      default:
        isWhole = false
      }
      if !isWhole { return false }
    }
    return true
  }

  /// Counts the missing pages listed in a leaf's node, or in the overflow pages it points to.
  private mutating func count(in node: ArraySlice<UInt8>) throws(CallFailure) -> Bool {
    guard let size = node.number(at: 0, bytes: 4), let flags = node.number(at: 4, bytes: 2),
      let keySize = node.number(at: 6, bytes: 2)
    else { return false }
    var list = node.dropFirst(8 + Int(keySize))
    if flags & 1 != 0 {
      guard let overflow = list.number(at: 0, bytes: 8), overflow < pagesInFile,
        size / UInt64(pageSize) < pagesInFile
      else { return false }
      list = try bytes(at: overflow * UInt64(pageSize) + 16, Int(size))[...]
    }
    guard let count = list.number(at: 0, bytes: 8), count < size / 8 else { return false }
    for index in 1..<(Int(count) + 1) {
      guard let free = list.number(at: 8 * index, bytes: 8) else { return false }
      if (pagesInFile...lastPage).contains(free) { listed += 1 }
    }
    return true
  }

  private func page(_ number: UInt64) throws(CallFailure) -> ArraySlice<UInt8>? {
    guard number < pagesInFile else { return nil }
    return try bytes(at: number * UInt64(pageSize), pageSize)[...]
  }

  private func bytes(at offset: UInt64, _ count: Int) throws(CallFailure) -> [UInt8] {
    try Files.read(descriptor, at: offset, count)
  }
}
