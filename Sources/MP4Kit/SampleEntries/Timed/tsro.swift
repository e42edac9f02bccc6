import BitstreamKit

/// What is added to RTP's time stamps.
///
/// ISO/IEC 14496-12:2022, 9.1.2 `timeoffset`.
public struct TimeOffsetBox: TypedBox {
  public static let structureName: StaticString = "TimeOffsetBox"
  public static var boxType: FourCC { "tsro" }

  /// In units of `tims`.
  public var offset: Int32 = 0

  /// Nothing added.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("offset", &offset, bits: 32)
  }
}
