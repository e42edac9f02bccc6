import BitstreamKit
import NALKit

/// The first bytes of the last unit, if it is a slice segment: they show whether bytes are missing at its end.
///
/// Without decoding, these faults are found: a header that does not end, a header without slice data, and entry points beyond the end. A
/// segment that is truncated in its last substream is not found.
struct LastSlice: Sendable {
  /// A longer unit has room for its header; kept all the same where entry points may follow.
  static let shortest = 256

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
    bytes.append(contentsOf: unit[range.prefix(SliceSegmentReader.limit)])
    self.length = max(range.count, Int(clamping: length))
    isWhole = bytes.count == range.count && self.length - bytes.count < 4
  }

  /// What is missing at its end, where something is; its place is counted in the unit.
  private func finding(_ sets: ParameterSets) -> SyntaxError? {
    if !isKept { return nil }
    var reader = SliceSegmentReader()
    let faults = reader.read(bytes, 0..<bytes.count, isUnit: isWhole, sets)
    if let fault = faults.first(where: { $0.isTruncation }) { return fault }
    guard let start = reader.byteCount else { return nil }
    // Offsets of entry points count emulation prevention bytes (7.4.7.1).
    let left = UInt64(max(0, length - EmulationPrevention.codedIndex(of: start, in: bytes, 0..<bytes.count)))
    var needed: UInt64 = 1
    for offset in reader.segment.entryPoints?.entryPointOffsetMinus1 ?? [] { needed += UInt64(offset) + 1 }
    if left >= needed { return nil }
    return SliceSegmentReader.noData(needed: Int(clamping: needed * 8), left: Int(clamping: left * 8), after: start)
  }

  /// The same with its place in the file.
  func finding(_ sets: ParameterSets, at unitOffset: UInt64) -> SyntaxError? {
    finding(sets)?.located(in: bytes, 0..<bytes.count, at: unitOffset)
  }
}
