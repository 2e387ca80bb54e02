internal import EventLog
internal import PageStore
internal import StoreErrors

extension Snapshots {
  /// A snapshot as it was found, sound or not.
  struct Inspected {
    let path: String
    /// What is wrong with it, as far as its header tells.
    let damage: String?
    fileprivate let reader: SnapshotReader?

    /// The commit whose state it says to hold; nil where its header cannot be read.
    var revision: Revision? { reader?.header.revision }

    /// What came of a walk over the records.
    enum Walk: Equatable {
      /// All were handed out.
      case whole
      /// Something is wrong: what `body` found, or that the file is damaged.
      case wrong(String)
      /// Another process removed the file, which is its right.
      case gone
    }

    /// Hands out the records until `body` finds something wrong.
    func forEach(_ body: (RecordKey, RecordState) throws -> String?) throws -> Walk {
      var found: String?
      do {
        try reader?.forEach { key, state in
          if found == nil { found = try body(key, state) }
        }
      } catch let error as StoreError where error.code == .damaged {
        return .wrong(found ?? error.message)
      } catch let error as StoreError where error.code == .io && !Folder.hasFile(path) {
        return .gone
      }
      return found.map { .wrong($0) } ?? .whole
    }
  }

  /// All snapshots as they are; none is set aside.
  func inspect() -> [Inspected] { files().map(inspect) }

  private func inspect(_ path: String) -> Inspected {
    do {
      let reader = try SnapshotReader(path)
      guard reader.header.identity == log.identity else {
        return Inspected(path: path, damage: "it is of another log", reader: nil)
      }
      guard try log.header(of: reader.header.revision)?.chain == reader.header.chain else {
        return Inspected(path: path, damage: "it is of a log that went another way", reader: reader)
      }
      return Inspected(path: path, damage: nil, reader: reader)
    } catch {
      return Inspected(
        path: path,
        damage: (error as? StoreError)?.message ?? "\(error)",
        reader: nil
      )
    }
  }
}
