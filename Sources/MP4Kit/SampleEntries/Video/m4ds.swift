import BitstreamKit

/// Descriptors of MPEG-4 systems for a stream of AVC or HEVC.
///
/// ISO/IEC 14496-15:2022, 5.4.2.1 `MPEG4ExtensionDescriptorsBox`.
public struct MPEG4ExtensionDescriptorsBox: TypedBox {
  public static let structureName: StaticString = "MPEG4ExtensionDescriptorsBox"
  public static var boxType: FourCC { "m4ds" }

  /// In their order.
  public var descriptors: [Descriptor] = []

  /// No descriptors.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.listToEnd(&descriptors, Descriptor()) { (c, v, _) throws(SyntaxError) in
      try c.structure("BaseDescriptor", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
  }
}
