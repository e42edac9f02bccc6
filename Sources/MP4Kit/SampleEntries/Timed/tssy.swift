import BitstreamKit

/// Whether the timestamps of received RTP streams are synchronized.
///
/// ISO/IEC 14496-12:2022, 9.4.1 `timestampsynchrony`.
public struct TimestampSynchronyBox: TypedBox {
  public static let structureName: StaticString = "TimestampSynchronyBox"
  public static var boxType: FourCC { "tssy" }

  /// 0.
  public var reserved: UInt8 = 0
  /// How they are synchronized; 0 unknown.
  public var timestampSync: UInt8 = 0

  /// Unknown synchrony.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 6)
    try c.u("timestamp_sync", &timestampSync, bits: 2)
  }
}
