import BitstreamKit

/// Content light level of a VP9 picture.
///
/// VP Codec ISO Media File Format Binding 1.0, `ContentLightLevelBox`.
public struct VPContentLightLevelBox: TypedBox {
  public static let structureName: StaticString = "VPContentLightLevelBox"
  public static var boxType: FourCC { "CoLL" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Maximum pixel light level in cd/m²; 0 if unknown.
  public var maxCLL: UInt16 = 0
  /// Maximum picture average light level in cd/m²; 0 if unknown.
  public var maxFALL: UInt16 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("maxCLL", &maxCLL, bits: 16)
    try c.u("maxFALL", &maxFALL, bits: 16)
  }
}
