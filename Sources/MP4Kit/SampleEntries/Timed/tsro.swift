import BitstreamKit

/// Offset added to RTP timestamps.
///
/// ISO/IEC 14496-12:2022, 9.1.2 `timeoffset`.
public struct TimeOffsetBox: TypedBox {
  public static let structureName: StaticString = "TimeOffsetBox"
  public static var boxType: FourCC { "tsro" }

  /// Offset in units of the `tims` time scale.
  public var offset: Int32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("offset", &offset, bits: 32)
  }
}
