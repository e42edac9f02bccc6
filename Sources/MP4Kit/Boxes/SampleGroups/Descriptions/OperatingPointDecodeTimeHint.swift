import BitstreamKit

/// By how much decoding times move for the operating point of a track of lower layers.
///
/// ISO/IEC 14496-15:2022, `OperatingPointDecodeTimeHint`.
public struct OperatingPointDecodeTimeHint: Syntax {
  public static let structureName: StaticString = "OperatingPointDecodeTimeHint"

  /// In units of the media time scale.
  public var deltaTime: Int32 = 0

  /// No change.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("delta_time", &deltaTime, bits: 32)
  }
}
