import BitstreamKit

extension PictureParser {
  /// Begins a sample of a track with encrypted units.
  package mutating func beginSample() { isNewSample = true }

  /// Processes a unit whose bytes after `range` are encrypted (ISO/IEC 23001-7). A slice whose header is not clear has no properties but
  /// those of its first byte; all such slices of a sample are one picture.
  /// - Returns: the picture that this unit shows to be complete, if it does.
  package mutating func takeEncrypted(
    _ bytes: [UInt8], _ range: Range<Int>, unitOffset: UInt64, offset: UInt64, end: UInt64
  ) -> Picture? {
    let range = range.clamped(to: 0..<bytes.count)
    guard let first = bytes[range].first else { return nil }
    guard [1, 2, 5].contains(first & 31) else {
      self.end = end
      if boundary == nil, open == nil || first & 31 == 6 { boundary = offset }
      return nil
    }
    defer { isNewSample = false }
    var reader = SliceHeaderReader()
    _ = reader.read(bytes, range, isUnit: false, sets)
    if reader.isWhole {
      defer { last.forget() }
      return take(bytes, range, unitOffset: unitOffset, offset: offset, end: end)
    }
    (self.end, self.unitOffset) = (end, unitOffset)
    last.forget()
    return unreadable(NALUnitHeader(firstByte: first), offset)
  }
}
