import BitstreamKit

/// The media header of a track of which there is nothing to say.
///
/// ISO/IEC 14496-12:2022, 8.4.5.2 `NullMediaHeaderBox`.
public struct NullMediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "NullMediaHeaderBox"
  public static var boxType: FourCC { "nmhd" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0

  /// A header.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
  }
}
