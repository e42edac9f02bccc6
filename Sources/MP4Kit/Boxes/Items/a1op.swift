import BitstreamKit

/// AV1 operating point to display.
///
/// AV1 Image File Format, 2.3.2.1 `OperatingPointSelectorProperty`.
public struct OperatingPointSelectorProperty: TypedBox {
  public static let structureName: StaticString = "OperatingPointSelectorProperty"
  public static var boxType: FourCC { "a1op" }

  /// Index of the operating point.
  public var opIndex: UInt8 = 0

  /// Creates an instance with default values (point 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("op_index", &opIndex, bits: 8)
  }
}
