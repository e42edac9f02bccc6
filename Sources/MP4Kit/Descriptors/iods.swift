import BitstreamKit

/// What a presentation of MPEG-4 systems needs.
///
/// ISO/IEC 14496-14:2020, 6.2.2 `ObjectDescriptorBox`.
public struct ObjectDescriptorBox: TypedBox {
  public static let structureName: StaticString = "ObjectDescriptorBox"
  public static var boxType: FourCC { "iods" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The descriptor.
  public var od = ObjectDescriptor()

  /// A presentation that needs nothing.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&od)
  }
}
