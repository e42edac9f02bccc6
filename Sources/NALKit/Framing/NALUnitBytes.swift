import BitstreamKit

/// The bytes of a NAL unit in a stream or sample, and their position there.
public struct NALUnitBytes: Sendable, Equatable {
  /// The unit with its header, without start code or length field, and without trailing zeros.
  public let bytes: ArraySlice<UInt8>
  /// The position of `bytes` in the collection that the sequence was created with, as its indices.
  public let range: Range<Int>
  /// The size of the start code (3 or 4 bytes) or of the length field directly before the unit.
  public let prefixLength: Int
}
