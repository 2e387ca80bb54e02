internal import ByteCoding
package import EventLog
internal import OrderedBytes
internal import StoreErrors

/// A stretch of revisions in which a view does not show all records: it begins with the definition that brings the
/// view to records that are there already, and ends once the view is filled, which happens little by little while
/// everything else goes on.
package struct ViewGap: Hashable, Sendable {
  /// Where it ends.
  package enum End: Hashable, Sendable {
    /// Nowhere yet: the view shows the records up to an id, which is given as bytes, so many.
    case open(reached: [UInt8], records: UInt64)
    /// Before a revision.
    case before(Revision)
  }

  /// The numbers of the type and of the view.
  package let type: UInt32, view: UInt32
  /// The first revision in it.
  package let start: Revision
  package internal(set) var end: End

  /// The gap of a view that nothing was filled into yet.
  init(of view: UInt32, of type: UInt32, from start: Revision) {
    self.type = type
    self.view = view
    self.start = start
    // No record has an empty id: all come behind it.
    end = .open(reached: [], records: 0)
  }

  /// Whether the view is still being filled.
  package var isOpen: Bool {
    if case .open = end { true } else { false }
  }

  /// Whether a revision lies in it.
  func contains(_ revision: Revision) -> Bool {
    switch end {
    case .open: revision >= start
    case .before(let end): revision >= start && revision < end
    }
  }

  /// Whether a view that is being filled shows a record already: then it takes in whatever becomes of it.
  func shows(_ id: Span<UInt8>) -> Bool {
    switch end {
    case .open(let reached, _): ByteOrder.compare(id, reached.span) <= 0
    case .before: true
    }
  }

  init(_ reader: inout ByteReader) throws(StoreError) {
    type = try reader.fixed32()
    view = try reader.fixed32()
    start = Revision(try reader.varint())
    switch try reader.byte() {
    case 0:
      let records = try reader.varint()
      end = .open(reached: try reader.counted(), records: records)
    case 1: end = .before(Revision(try reader.varint()))
    case let form: throw ByteReader.damaged("a view's gap has the unknown form \(form)")
    }
  }

  func append(to writer: inout ByteWriter) {
    writer.appendFixed(type)
    writer.appendFixed(view)
    writer.appendVarint(start.rawValue)
    switch end {
    case .open(let reached, let records):
      writer.append(0)
      writer.appendVarint(records)
      writer.appendCounted(reached)
    case .before(let end):
      writer.append(1)
      writer.appendVarint(end.rawValue)
    }
  }
}

extension ViewStore.Applied {
  /// Whether some view is still being filled.
  package var isFilling: Bool { gaps.contains(where: \.isOpen) }

  /// Whether a view shows all records at the head.
  package func shows(_ view: ViewDefinition, of type: TypeDefinition) -> Bool {
    gaps.open(view.number, of: type.number) == nil
  }
}

extension [ViewGap] {
  /// Begins to fill a view.
  mutating func open(_ view: UInt32, of type: UInt32, at revision: Revision) {
    append(ViewGap(of: view, of: type, from: revision))
  }

  /// Ends the gap of a view that is filled, or is filled no more; one without any revision was never there.
  mutating func close(_ view: UInt32, of type: UInt32, at revision: Revision) {
    for index in indices.reversed() where self[index].type == type && self[index].view == view {
      guard self[index].isOpen else { continue }
      self[index].end = .before(revision)
      if self[index].start >= revision { remove(at: index) }
    }
  }

  /// Notes how far the filling of a view has come.
  mutating func advance(_ view: UInt32, of type: UInt32, to end: ViewGap.End) {
    for index in indices where self[index].type == type && self[index].view == view {
      if self[index].isOpen { self[index].end = end }
    }
  }

  /// The gap of a view that is being filled.
  func open(_ view: UInt32, of type: UInt32) -> ViewGap? {
    first { $0.isOpen && $0.type == type && $0.view == view }
  }
}
