import BitstreamKit

/// The media header of GoPro's timed metadata. In `gmhd`.
public struct GoProMediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "GoProMediaHeaderBox"
  public static var boxType: FourCC { "gpmd" }

  /// 0.
  public var reserved: UInt32 = 0

  /// A header.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 32)
  }
}
