import BitstreamKit
import NALKit

/// The first bytes of the last unit, if it is a slice: they show whether bytes are missing at its end.
///
/// Without decoding, these faults are found: a header that does not end and a header without slice data. A slice that is truncated in its
/// data is not found: any byte except zero contains a one that may be the stop bit.
struct LastSlice: Sendable {
  /// A longer unit has room for its header.
  static let limit = 256
  /// The most bits between a header and slice data: cabac_alignment_one_bit.
  static let maxAlignment = 7

  private var bytes: [UInt8] = []
  private(set) var isKept = false

  /// Another unit came.
  @inline(__always) mutating func forget() { isKept = false }

  /// A slice came.
  /// - Parameter length: bytes of the unit, zeros after it included, of which `range` may be the beginning.
  mutating func keep(_ unit: [UInt8], _ range: Range<Int>, length: UInt64) {
    isKept = length <= Self.limit && UInt64(range.count) + 4 > length
    if !isKept { return }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: unit[range])
  }

  /// What is missing at its end, where something is.
  func finding(_ sets: ParameterSets, at unitOffset: UInt64) -> SyntaxError? {
    if !isKept { return nil }
    var reader = SliceHeaderReader()
    return reader.read(bytes, 0..<bytes.count, isUnit: true, sets).first { $0.isTruncation }?
      .located(in: bytes, 0..<bytes.count, at: unitOffset)
  }
}
