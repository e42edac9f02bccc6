import BitstreamKit

/// Scaling of pictures whose size differs from that of the track.
///
/// ISO/IEC 14496-12:2005, 8.16.6 `SampleScaleBox`. Later editions reserve the type.
public struct SampleScaleBox: TypedBox {
  public static let structureName: StaticString = "SampleScaleBox"
  public static var boxType: FourCC { "stsl" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Whether this scale method is mandatory.
  public var constraintFlag = false
  /// Value of the SMIL 1.0 attribute `fit`.
  public var scaleMethod: UInt8 = 0
  /// Horizontal offset of the priority area from the picture centre, in pixels to the right.
  public var displayCenterX: Int16 = 0
  /// Vertical offset of the priority area from the picture centre, in pixels down.
  public var displayCenterY: Int16 = 0

  /// Creates a box with no method.
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
