import BitstreamKit

/// Decoding time offset for the operating point of a track with lower layers.
///
/// ISO/IEC 14496-15:2022, `OperatingPointDecodeTimeHint`.
public struct OperatingPointDecodeTimeHint: Syntax {
  public static let structureName: StaticString = "OperatingPointDecodeTimeHint"

  /// Offset in units of the media time scale.
  public var deltaTime: Int32 = 0

  /// Creates an instance with offset 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("delta_time", &deltaTime, bits: 32)
  }
}
