import BitstreamKit

/// By how much the pictures of both eyes are to be shifted against each other.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `StereoComfortDisparityAdjustmentBox`.
public struct StereoComfortDisparityAdjustmentBox: TypedBox {
  public static let structureName: StaticString = "StereoComfortDisparityAdjustmentBox"
  public static var boxType: FourCC { "dadj" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// In 10000ths of the picture's width, −10000 to 10000.
  public var disparityAdjustment: Int32 = 0

  /// Not at all.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.i("disparity_adjustment", &disparityAdjustment, bits: 32)
  }
}
