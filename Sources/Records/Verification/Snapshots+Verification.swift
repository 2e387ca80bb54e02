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

    /// Hands out the records until `body` finds something wrong.
    ///
    /// - Returns: what it found, or that the file is damaged; nil where another process removed the file.
    func forEach(_ body: (RecordKey, RecordState) throws -> String?) throws -> String? {
      var found: String?
      do {
        try reader?.forEach { key, state in
          if found == nil { found = try body(key, state) }
        }
      } catch let error as StoreError where error.code == .damaged {
        return found ?? error.message
      } catch let error as StoreError where error.code == .io && !Folder.hasFile(path) {
        return nil
      }
      return found
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
