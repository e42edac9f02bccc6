import BitstreamKit

/// Synchronization of the timestamps of received RTP streams.
///
/// ISO/IEC 14496-12:2022, 9.4.1 `timestampsynchrony`.
public struct TimestampSynchronyBox: TypedBox {
  public static let structureName: StaticString = "TimestampSynchronyBox"
  public static var boxType: FourCC { "tssy" }

  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Type of synchronization; 0 unknown.
  public var timestampSync: UInt8 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 6)
    try c.u("timestamp_sync", &timestampSync, bits: 2)
  }
}
