import BitstreamKit

/// MPEG-4 Systems descriptors of an AVC or HEVC stream.
///
/// ISO/IEC 14496-15:2022, 5.4.2.1 `MPEG4ExtensionDescriptorsBox`.
public struct MPEG4ExtensionDescriptorsBox: TypedBox {
  public static let structureName: StaticString = "MPEG4ExtensionDescriptorsBox"
  public static var boxType: FourCC { "m4ds" }

  /// Descriptors in order.
  public var descriptors: [Descriptor] = []

  /// Creates a box with no descriptors.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.listToEnd(&descriptors, Descriptor()) { (c, v, _) throws(SyntaxError) in
      try c.structure("BaseDescriptor", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
  }
}
