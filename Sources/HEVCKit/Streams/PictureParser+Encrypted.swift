import BitstreamKit

extension PictureParser {
  /// Begins a sample of a track with encrypted units.
  package mutating func beginSample() { isNewSample = true }

  /// Processes a unit whose bytes after `range` are encrypted (ISO/IEC 23001-7). A slice segment whose header is not clear has no
  /// properties but those of its first byte, and counts as one of the base layer and its lowest sub-layer; all such of a sample are one
  /// picture.
  /// - Returns: the picture that this unit shows to be complete, if it does.
  package mutating func takeEncrypted(
    _ bytes: [UInt8], _ range: Range<Int>, unitOffset: UInt64, offset: UInt64, end: UInt64
  ) -> Picture? {
    let range = range.clamped(to: 0..<bytes.count)
    guard let first = bytes[range].first else { return nil }
    let header = NALUnitHeader(firstBytes: first, range.count > 1 ? bytes[range.lowerBound + 1] : 1)
    guard header.nalUnitType < 32, header.nuhLayerId == 0 else {
      skip(header, offset, end)
      return nil
    }
    defer { isNewSample = false }
    var reader = SliceSegmentReader()
    _ = reader.read(bytes, range, isUnit: false, sets)
    if reader.byteCount == nil { return unreadable(header, offset, end) }
    let finished = take(bytes, range, unitOffset: unitOffset, offset: offset, end: end)
    forgetLastSlice()
    return finished
  }
}
