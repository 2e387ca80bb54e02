import Records

extension Table.Column {
  /// The column of a field.
  init(_ field: FieldDefinition) {
    self.init(
      title: field.name.text,
      isNumeric: [.int, .double, .decimal].contains(field.kind),
      isKept: [.instant, .date].contains(field.kind)
    )
  }
}

extension [Table.Column] {
  /// The same with titles that are safe to show, as names of fields may hold anything.
  var escaped: [Table.Column] {
    map { column in
      var column = column
      column.title = Escape.visible(column.title)
      return column
    }
  }
}
