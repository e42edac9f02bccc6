import BitstreamKit
import NALKit

/// The first bytes of the last unit, if it is a slice segment: they show whether bytes are missing at its end.
///
/// Without decoding, these faults are found: a header that does not end, a header without slice data, and entry points beyond the end. A
/// segment that is truncated in its last substream is not found.
struct LastSlice: Sendable {
  /// A longer unit has room for its header; kept all the same where entry points may follow.
  static let shortest = 256
  /// The number of bytes of a unit that are kept.
  static let limit = 4096

  private var bytes: [UInt8] = []
  /// Bytes of the unit and of zeros after it.
  private var length = 0
  private var isWhole = false
  private(set) var isKept = false

  /// Another unit came.
  @inline(__always) mutating func forget() { isKept = false }

  /// A slice segment came.
  /// - Parameter length: bytes of the unit, zeros after it included, of which `range` may be the beginning.
  mutating func keep(_ unit: [UInt8], _ range: Range<Int>, length: UInt64, hasEntryPoints: Bool) {
    isKept = hasEntryPoints || length <= Self.shortest
    if !isKept { return }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: unit[range.prefix(Self.limit)])
    self.length = max(range.count, Int(clamping: length))
    isWhole = bytes.count == range.count && self.length - bytes.count < 4
  }

  /// What is missing at its end, where something is; its place is counted in the unit.
  /// - Parameter needsEntryPoints: whether the substreams that entry points lead to must be there, and not only a first byte.
  func finding(_ sets: ParameterSets, needsEntryPoints: Bool = true) -> SyntaxError? {
    if !isKept { return nil }
    var rbsp: [UInt8] = []
    let map = EmulationPrevention.removing(from: bytes, 0..<bytes.count, into: &rbsp, fileOffset: 0)
    var reader = BitReader(rbsp, 0..<rbsp.count, policy: .lenient, map: map)
    var (header, slice) = (NALUnitHeader(), SliceSegmentHeader())
    do {
      try reader.nested(&header)
      try slice.start(&reader, header)
      guard let context = sets.sliceContext(picParameterSetId: slice.slicePicParameterSetId, layer: header.nuhLayerId) else { return nil }
      try slice.beforeEntryPoints(&reader, header, context)
      try slice.behindEntryPoints(&reader, header, context)
    } catch {
      return isWhole && error.isTruncation ? error.inside(SliceSegmentHeader.structureName) : nil
    }
    // Offsets of entry points count emulation prevention bytes (7.4.7.1).
    let left = UInt64(max(0, length - map.codedIndex(of: reader.bitPosition / 8)))
    var needed: UInt64 = 1
    for offset in slice.entryPoints?.entryPointOffsetMinus1 ?? [] where needsEntryPoints { needed += UInt64(offset) + 1 }
    if left >= needed { return nil }
    return SyntaxError(
      .truncated(needed: Int(clamping: needed * 8), left: Int(clamping: left * 8)), element: "slice_segment_data",
      bitOffset: reader.bitPosition,
      path: [SliceSegmentLayer.structureName.description])
  }

  /// The same with its place in the file.
  func finding(_ sets: ParameterSets, needsEntryPoints: Bool = true, at unitOffset: UInt64) -> SyntaxError? {
    finding(sets, needsEntryPoints: needsEntryPoints)?.located(in: bytes, 0..<bytes.count, at: unitOffset)
  }
}
