import BitstreamKit

/// Emulation prevention (ITU-T H.264 7.3.1 and 7.4.1, H.265 7.3.1.1): a byte 0x03 is inserted into a NAL unit wherever its payload would
/// otherwise contain a start code.
public enum EmulationPrevention {
  /// The index in the coded unit of byte `index` of the unit without its emulation prevention bytes, counted from its first byte.
  /// - Parameter range: the unit's bytes in `unit`, header included: the whole unit, or its beginning.
  public static func codedIndex(of index: Int, in unit: [UInt8], _ range: Range<Int>) -> Int {
    var rbsp: [UInt8] = []
    // At most every third byte is one of them.
    let end = range.lowerBound + min(range.count, max(0, min(index, range.count)) / 2 * 3 + 6)
    return removing(from: unit, range.lowerBound..<end, into: &rbsp).codedIndex(of: index)
  }

  /// Replaces the contents of `rbsp` by a unit's bytes without their emulation prevention bytes.
  /// - Parameters:
  ///   - range: the bytes in `unit`, including the header: the whole unit, or its start.
  ///   - fileOffset: the file offset of the first of them.
  /// - Returns: the map from bytes of `rbsp` to file offsets.
  public static func removing(
    from unit: [UInt8], _ range: Range<Int>, into rbsp: inout [UInt8], fileOffset: UInt64? = nil
  ) -> SourceMap {
    var removed: [UInt32] = []
    copy(unit, range, into: &rbsp) { index in if let index = UInt32(exactly: index) { removed.append(index) } }
    return SourceMap(fileOffset: fileOffset, removed: removed)
  }

  /// Copies a unit's bytes without their emulation prevention bytes. A map of millions of them is made only for callers that ask for it.
  /// - Parameter remove: called with the size of `rbsp` where a byte is left out.
  private static func copy(_ unit: [UInt8], _ range: Range<Int>, into rbsp: inout [UInt8], remove: (Int) -> Void) {
    rbsp.removeAll(keepingCapacity: true)
    let range = range.clamped(to: 0..<unit.count)
    var copied = range.lowerBound
    var from = range.lowerBound
    while let found = PatternSearch.firstIndex(in: unit, from: from, to: range.upperBound, third: 3, free: 0) {
      rbsp.append(contentsOf: unit[copied..<found + 2])
      remove(rbsp.count)
      copied = found + 3
      from = copied
    }
    rbsp.append(contentsOf: unit[copied..<range.upperBound])
  }

  /// A lenient reader of a unit's beginning, which is copied only where it has emulation prevention bytes.
  /// - Parameters:
  ///   - range: the bytes in `unit`, header included.
  ///   - rbsp: replaced by the copy, where there is one.
  /// - Returns: the reader, and how many bits precede the unit in it.
  package static func reader(of unit: [UInt8], _ range: Range<Int>, _ rbsp: inout [UInt8]) -> (reader: BitReader, bitsBefore: Int) {
    let range = range.clamped(to: 0..<unit.count)
    if !occurs(in: unit, range) { return (BitReader(unit, range, policy: .lenient), range.lowerBound * 8) }
    copy(unit, range, into: &rbsp) { _ in }
    return (BitReader(rbsp, policy: .lenient), 0)
  }

  /// Whether `range` of a unit contains emulation prevention bytes.
  public static func occurs(in unit: [UInt8], _ range: Range<Int>) -> Bool {
    let range = range.clamped(to: 0..<unit.count)
    return PatternSearch.firstIndex(in: unit, from: range.lowerBound, to: range.upperBound, third: 3, free: 0) != nil
  }

  /// The first index of three bytes that a NAL unit does not have: 00 00 00, 00 00 01 or 00 00 02; nil if there is none.
  /// - Parameters:
  ///   - range: the unit's bytes in `unit`; the beginning of the unit is enough.
  ///   - takesEnd: whether zero bytes at the end of the range belong to the unit, as where its length is stated. In a byte stream they may
  ///     follow it, and are not looked at.
  public static func firstForbidden(in unit: [UInt8], _ range: Range<Int>, takesEnd: Bool = false) -> Int? {
    let range = range.clamped(to: 0..<unit.count)
    var (from, end) = (range.lowerBound, range.upperBound)
    while !takesEnd, end > from, unit[end - 1] == 0 { end -= 1 }
    while let found = PatternSearch.firstIndex(in: unit, from: from, to: end, third: 0, free: 3) {
      if unit[found + 2] != 3 { return found }
      from = found + 3
    }
    return nil
  }

  /// Returns the unit's bytes without emulation prevention bytes.
  public static func removing(from unit: [UInt8]) -> [UInt8] {
    var rbsp: [UInt8] = []
    copy(unit, 0..<unit.count, into: &rbsp) { _ in }
    return rbsp
  }

  /// Appends a NAL unit's header and RBSP to `unit`, inserting a byte 0x03 wherever a start code would occur and after a final
  /// cabac_zero_word.
  ///
  /// A legal RBSP does not end in a single zero byte. One that does is left unchanged: a decoder would not treat a byte 0x03 after it as
  /// emulation prevention.
  public static func append(_ rbsp: [UInt8], to unit: inout [UInt8]) {
    var copied = 0
    var from = 0
    while let found = PatternSearch.firstIndex(in: rbsp, from: from, to: rbsp.count, third: 0, free: 3) {
      unit.append(contentsOf: rbsp[copied..<found + 2])
      unit.append(3)
      copied = found + 2
      from = copied
    }
    unit.append(contentsOf: rbsp[copied...])
    if rbsp.count - copied >= 2, rbsp[rbsp.count - 1] == 0, rbsp[rbsp.count - 2] == 0 { unit.append(3) }
  }

  /// Whether `adding(to:)` gives the unit that `rbsp` was made from by `removing`.
  /// - Parameter map: the map that `removing` returned.
  package static func isRegular(_ rbsp: [UInt8], _ map: SourceMap) -> Bool {
    // A byte was removed exactly where one would be inserted.
    var removed = map.removed.makeIterator()
    var copied = 0
    while let found = PatternSearch.firstIndex(in: rbsp, from: copied, to: rbsp.count, third: 0, free: 3) {
      copied = found + 2
      if removed.next().map(Int.init) != copied { return false }
    }
    if rbsp.count - copied >= 2, rbsp[rbsp.count - 1] == 0, rbsp[rbsp.count - 2] == 0, removed.next().map(Int.init) != rbsp.count {
      return false
    }
    return removed.next() == nil
  }

  /// Returns a NAL unit's header and RBSP with emulation prevention.
  public static func adding(to rbsp: [UInt8]) -> [UInt8] {
    // Most units need none.
    let endsInZeros = rbsp.count >= 2 && rbsp[rbsp.count - 1] == 0 && rbsp[rbsp.count - 2] == 0
    if !endsInZeros, PatternSearch.firstIndex(in: rbsp, from: 0, to: rbsp.count, third: 0, free: 3) == nil { return rbsp }
    var unit: [UInt8] = []
    unit.reserveCapacity(rbsp.count + rbsp.count / 64 + 1)
    append(rbsp, to: &unit)
    return unit
  }
}

extension SyntaxError {
  /// The same error with its place in the file, for a NAL unit whose reader did not know where the unit lies: that of the element,
  /// or of the unit where the error names no bit.
  /// - Parameters:
  ///   - range: the unit's bytes in `unit`, header included, emulation prevention not removed; the beginning is enough.
  ///   - offset: the file's byte at which the unit begins, start code or length excluded.
  public func located(in unit: [UInt8], _ range: Range<Int>, at offset: UInt64) -> SyntaxError {
    let index = bitOffset.map { EmulationPrevention.codedIndex(of: max(0, $0) / 8, in: unit, range) } ?? 0
    let (place, overflow) = offset.addingReportingOverflow(UInt64(index))
    return SyntaxError(reason, element: element, bitOffset: bitOffset, byteOffset: overflow ? nil : place, path: path)
  }
}
