import BitstreamKit

/// Horizontal disparity adjustment between the pictures of both eyes.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `StereoComfortDisparityAdjustmentBox`.
public struct StereoComfortDisparityAdjustmentBox: TypedBox {
  public static let structureName: StaticString = "StereoComfortDisparityAdjustmentBox"
  public static var boxType: FourCC { "dadj" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Adjustment in units of 1/10000 of the picture width, −10000 to 10000.
  public var disparityAdjustment: Int32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.i("disparity_adjustment", &disparityAdjustment, bits: 32)
  }
}
