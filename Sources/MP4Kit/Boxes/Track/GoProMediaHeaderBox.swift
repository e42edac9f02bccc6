import BitstreamKit

/// Media header of GoPro timed metadata. In `gmhd`.
public struct GoProMediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "GoProMediaHeaderBox"
  public static var boxType: FourCC { "gpmd" }

  /// Reserved: 0.
  public var reserved: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 32)
  }
}
