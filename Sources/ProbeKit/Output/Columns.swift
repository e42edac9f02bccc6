// Rows whose columns are described once. The description is a function that gives the key and the value of each column in order. It is
// walked without a row for the first line of CSV, and with each row for the lines of CSV and the objects of JSON.

extension OutputBuffer {
  /// Writes what precedes the first row: the names of the columns in CSV, the beginning of a document in JSON.
  /// - Parameters:
  ///   - list: the key of the array of rows.
  ///   - fields: writes more fields of the document.
  mutating func beginRows(
    _ format: Format, _ list: StaticString, fields: (inout OutputBuffer) -> Void = { _ in }, _ describe: (inout OutputBuffer) -> Void
  ) {
    switch format {
    case .table, .jsonl: break
    case .csv:
      columns(as: .names, describe)
      byte(0x0A)
    case .json:
      byte(0x7B)
      field("schema_version", schemaVersion, first: true)
      fields(&self)
      key(list)
      byte(0x5B)
    }
  }

  /// Writes a row of CSV or JSON.
  @inline(__always) mutating func row(_ format: Format, isFirst: Bool, _ describe: (inout OutputBuffer) -> Void) {
    switch format {
    case .table: break
    case .csv:
      columns(as: .values, describe)
      byte(0x0A)
    case .json, .jsonl:
      if format == .json { text(isFirst ? "\n" : ",\n") }
      byte(0x7B)
      columns(as: .fields, describe)
      byte(0x7D)
      if format == .jsonl { byte(0x0A) }
    }
  }

  @inline(__always) private mutating func columns(as form: ColumnForm, _ describe: (inout OutputBuffer) -> Void) {
    (columnForm, isFirstColumn) = (form, true)
    describe(&self)
  }

  /// Writes the separator, and the key unless the form is of values alone.
  /// - Returns: whether the value follows.
  @inline(__always) private mutating func begin(_ key: StaticString, isNull: Bool) -> Bool {
    if !isFirstColumn { byte(0x2C) }
    isFirstColumn = false
    switch columnForm {
    case .names:
      text(key)
      return false
    case .values: return !isNull
    case .fields:
      self.key(key, first: true)
      if isNull { text("null") }
      return !isNull
    }
  }

  /// A column of numbers.
  @inline(__always) mutating func column<T: FixedWidthInteger>(_ key: StaticString, _ value: T?) {
    if begin(key, isNull: value == nil), let value { number(value) }
  }

  /// A column of literals that need no escapes.
  @inline(__always) mutating func column(_ key: StaticString, _ value: StaticString?) {
    guard begin(key, isNull: value == nil), let value else { return }
    if columnForm == .values { return text(value) }
    byte(0x22)
    text(value)
    byte(0x22)
  }

  /// A column of Booleans.
  @inline(__always) mutating func column(_ key: StaticString, _ value: Bool?) {
    if begin(key, isNull: value == nil), let value { text(value ? "true" : "false") }
  }

  /// A column of strings.
  mutating func column(_ key: StaticString, string value: String?) {
    guard begin(key, isNull: value == nil), let value else { return }
    if columnForm == .values { string(value) } else { quoted(value) }
  }

  /// A column of times in seconds.
  mutating func column(_ key: StaticString, seconds value: Double?) {
    // Beyond 64 bits there are no digits.
    let shown = columnForm == .fields && (value?.magnitude ?? 0) >= 9e18 ? nil : value
    if begin(key, isNull: shown == nil), let shown { string(decimalText(shown)) }
  }

  /// A column that objects have only where there is a value.
  mutating func column<T: FixedWidthInteger>(_ key: StaticString, ifPresent value: T?) {
    if columnForm != .fields || value != nil { column(key, value) }
  }

  /// A column with JSON, in quotes in CSV; objects have it only where there is a value.
  mutating func column<V>(_ key: StaticString, json value: V?, _ body: (V, inout OutputBuffer) -> Void) {
    if columnForm == .fields, value == nil { return }
    guard begin(key, isNull: value == nil), let value else { return }
    if columnForm == .values { quotedField { body(value, &$0) } } else { body(value, &self) }
  }
}
