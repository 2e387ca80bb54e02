internal import StoreErrors

extension Environment {
  /// Doubles the map, unless somebody else has grown it meanwhile.
  func growMap(from oldBytes: Int) throws(StoreError) {
    try gate.exclusively(to: "grow the map", within: options.growthDeadline) {
      () throws(StoreError) in
      journal?.forget()
      _ = try? handle.clearStaleReaders()
      let bytes = handle.facts.mapBytes
      if bytes > oldBytes { return }
      try setMap(from: bytes, toHold: bytes + bytes / 8, preferring: bytes * 2)
    }
  }

  /// Follows another process that has made the file larger than this process's map.
  func adoptMapSize() throws(StoreError) {
    try gate.exclusively(to: "follow the growth", within: options.growthDeadline) {
      () throws(StoreError) in
      journal?.forget()
      let facts = handle.facts
      // The size is computed rather than taken from the file, as `mdb_env_set_mapsize(0)` does: the
      // other process may have more address space than this one.
      let needed = Int(facts.lastPage + 1) * handle.pageSize
      if facts.mapBytes < needed {
        try setMap(
          from: facts.mapBytes,
          toHold: needed,
          preferring: max(needed * 2, facts.mapBytes * 2)
        )
      }
      try EnvironmentOpening.checkLength(handle, path)
    }
  }

  /// Maps as much as there is room for, at least `least` bytes.
  private func setMap(from old: Int, toHold least: Int, preferring most: Int) throws(StoreError) {
    var bytes = most
    while bytes > least, !AddressSpace.hasRoom(for: bytes - old) { bytes -= (bytes - old) / 2 + 1 }
    bytes = max(bytes, least)
    guard AddressSpace.hasRoom(for: bytes - old) else {
      throw StoreError(
        .mapFull,
        "'\(path)' needs a map of at least \(least) bytes, but there is no address space for more "
          + "than its \(old).",
        hints: ["Raise the limit on address space (ulimit -v), or compact the store into a copy."]
      )
    }
    let page = handle.pageSize
    do {
      try handle.setMapBytes((bytes + page - 1) / page * page)
    } catch {
      // LMDB has given up the old map and has no new one: whatever touches it now would crash.
      var error = StoreError(error, while: .growing, at: path)
      error.hints.append("Then close the store and open it again.")
      gate.shut(because: error)
      throw error
    }
  }
}
