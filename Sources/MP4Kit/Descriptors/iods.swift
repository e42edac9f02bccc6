import BitstreamKit

/// Object descriptor of a file.
///
/// ISO/IEC 14496-14:2020, 6.2.2 `ObjectDescriptorBox`.
public struct ObjectDescriptorBox: TypedBox {
  public static let structureName: StaticString = "ObjectDescriptorBox"
  public static var boxType: FourCC { "iods" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Object descriptor.
  public var od = ObjectDescriptor()

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&od)
  }
}
