import BitstreamKit
import MP4Kit

/// Compares the fields of two boxes of the same path.
struct BoxFieldDiff {
  /// The fields of a box, the box, the place of its fields, and the file.
  typealias Side = (fields: [BoxFieldList.Field], box: BoxPlace, range: Range<UInt64>, source: AnyByteSource)

  private let report: DiffReport
  private let type: FourCC

  init(_ report: DiffReport, _ type: FourCC) {
    self.report = report
    self.type = type
  }

  /// Compares fields by their keys.
  mutating func compare(_ a: Side, _ b: Side) throws(ByteError) {
    var places: [String: Int] = [:]
    for (index, field) in b.fields.enumerated() { places[field.key] = index }
    var isTaken = [Bool](repeating: false, count: b.fields.count)
    for (index, field) in a.fields.enumerated() {
      guard let place = places[field.key] else {
        report.compare(field.key, words(field), nil)
        continue
      }
      isTaken[place] = true
      let other = b.fields[place]
      if let one = field.text, let two = other.text {
        report.compare(field.key, one, two)
      } else if let count = field.rowCount, let second = other.rowCount {
        try table(field.key, (a, index, count), (b, place, second))
      } else {
        try bytes(field.key, a, index, b, place)
      }
    }
    for (index, field) in b.fields.enumerated() where !isTaken[index] { report.compare(field.key, nil, words(field)) }
  }

  private func words(_ field: BoxFieldList.Field) -> String { field.text ?? field.rowCount.map { "\($0) rows" } ?? "bytes" }

  /// The place of a field in the file: up to the next field or the end.
  private func range(_ side: Side, _ index: Int) -> Range<UInt64> {
    let start = min(side.range.upperBound, side.range.lowerBound &+ side.fields[index].start)
    let next = index + 1 < side.fields.count ? side.range.lowerBound &+ side.fields[index + 1].start : side.range.upperBound
    return start..<max(start, min(side.range.upperBound, next))
  }

  private func bytes(_ key: String, _ a: Side, _ index: Int, _ b: Side, _ place: Int) throws(ByteError) {
    let (left, right) = (range(a, index), range(b, place))
    guard let first = try firstDifference(a.source, left, b.source, right) else { return }
    report.differ(key, byteWords(left, first), byteWords(right, first))
  }

  // MARK: - Tables

  private func table(_ key: String, _ one: (side: Side, index: Int, count: Int), _ two: (side: Side, index: Int, count: Int))
    throws(ByteError)
  {
    let (left, right) = (range(one.side, one.index), range(two.side, two.index))
    guard let first = try firstDifference(one.side.source, left, two.side.source, right) else {
      return report.compare(key, "\(one.count) rows", "\(two.count) rows")
    }
    let size = rowSize(left, one.count) ?? rowSize(right, two.count)
    if one.count == two.count, let size, let shift = try constantShift(one.side.source, left, two.side.source, right, rowSize: size) {
      return report.compare(key, "\(one.count) rows", "\(two.count) rows, each \(shift < 0 ? "" : "+")\(shift)")
    }
    guard let size else { return report.differ(key, "\(one.count) rows", "\(two.count) rows with other values") }
    let row = Int(clamping: first / size)
    report.differ(key, words(one, row), words(two, row))
  }

  private func rowSize(_ range: Range<UInt64>, _ count: Int) -> UInt64? {
    let size = range.upperBound - range.lowerBound
    return count > 0 && size > 0 && size % UInt64(count) == 0 ? size / UInt64(count) : nil
  }

  /// The number of rows, and the first row that differs.
  private func words(_ table: (side: Side, index: Int, count: Int), _ row: Int) -> String {
    let count = counted(table.count, "row")
    guard row < table.count else { return count }
    let (side, start) = (table.side, table.side.fields[table.index].start)
    var bytes: [UInt8] = []
    let total = side.range.upperBound - side.range.lowerBound
    try? side.source.read(at: side.range.lowerBound, count: Int(min(total, 1 << 12)), into: &bytes)
    let sink = BoxRow(row, of: Int(clamping: start &* 8), in: side.source, side.range)
    _ = BoxContent.trace(side.box, bytes, of: total, showsRows: true, to: sink)
    return "\(count), row \(row): \(sink.text)"
  }

  /// What all offsets of a chunk offset table differ by; nil for other tables, and if they differ by different numbers.
  private func constantShift(
    _ a: AnyByteSource, _ left: Range<UInt64>, _ b: AnyByteSource, _ right: Range<UInt64>, rowSize: UInt64
  ) throws(ByteError) -> Int64? {
    guard type == "stco" && rowSize == 4 || type == "co64" && rowSize == 8 else { return nil }
    let step = Int(rowSize)
    var (done, one, two): (UInt64, [UInt8], [UInt8]) = (0, [], [])
    var shift: Int64?
    let total = left.upperBound - left.lowerBound
    while done < total {
      let wanted = Int(min(total - done, 1 << 16))
      try a.read(at: left.lowerBound + done, count: wanted, into: &one)
      try b.read(at: right.lowerBound + done, count: wanted, into: &two)
      if one.count < wanted || two.count < wanted { return nil }
      for place in stride(from: 0, to: wanted - step + 1, by: step) {
        let found = number(two, place, step) &- number(one, place, step)
        if let shift, shift != found { return nil }
        shift = found
      }
      done += UInt64(wanted)
    }
    return shift
  }

  private func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int64 {
    var value: UInt64 = 0
    for index in place..<place + count { value = value << 8 | UInt64(bytes[index]) }
    return Int64(bitPattern: value)
  }
}

/// The number of bytes of a range, and where they differ.
func byteWords(_ range: Range<UInt64>, _ place: UInt64) -> String {
  let count = range.upperBound - range.lowerBound
  return "\(counted(count, "byte")), different from byte \(place) on"
}
