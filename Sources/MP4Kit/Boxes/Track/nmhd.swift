import BitstreamKit

/// Media header of a track without specific properties.
///
/// ISO/IEC 14496-12:2022, 8.4.5.2 `NullMediaHeaderBox`.
public struct NullMediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "NullMediaHeaderBox"
  public static var boxType: FourCC { "nmhd" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
  }
}
