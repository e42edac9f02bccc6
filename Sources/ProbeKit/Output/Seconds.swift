// Times in seconds with six decimals.

extension OutputBuffer {
  /// A key with a time in seconds; null if it is not known.
  mutating func field(_ name: StaticString, seconds value: Double?) {
    key(name)
    // Beyond 64 bits there are no digits.
    if let value, value.magnitude < 9e18 { string(decimalText(value)) } else { text("null") }
  }

  /// A cell of a table, right-aligned, with a hyphen for a time that is not known; of CSV without a width, empty then.
  mutating func cell(seconds value: Double?, width: Int) {
    guard let value else {
      if width > 0 { text("-", width: width) }
      return
    }
    let shown = decimalText(value)
    spaces(width - shown.utf8.count)
    string(shown)
  }
}
