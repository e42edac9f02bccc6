import BitstreamKit

/// How pictures are scaled where their size is not that of the track.
///
/// ISO/IEC 14496-12:2005, 8.16.6 `SampleScaleBox`. Later editions reserve the type.
public struct SampleScaleBox: TypedBox {
  public static let structureName: StaticString = "SampleScaleBox"
  public static var boxType: FourCC { "stsl" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// 0.
  public var reserved: UInt8 = 0
  /// Whether pictures have to be scaled by this method.
  public var constraintFlag = false
  /// A value of the attribute `fit` of SMIL 1.0.
  public var scaleMethod: UInt8 = 0
  /// From the centre of the picture to that of its important part, in pixels to the right.
  public var displayCenterX: Int16 = 0
  /// The same, in pixels down.
  public var displayCenterY: Int16 = 0

  /// No method.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("reserved", &reserved, bits: 7)
    try c.flag("constraint_flag", &constraintFlag)
    try c.u("scale_method", &scaleMethod, bits: 8)
    try c.i("display_center_x", &displayCenterX, bits: 16)
    try c.i("display_center_y", &displayCenterY, bits: 16)
  }
}
