import BitstreamKit

/// Mastering display colour volume of a picture.
///
/// ISO/IEC 14496-12:2022, 12.1.7 `MasteringDisplayColourVolumeBox`.
public struct MasteringDisplayColourVolumeBox: TypedBox {
  public static let structureName: StaticString = "MasteringDisplayColourVolumeBox"
  public static var boxType: FourCC { "mdcv" }

  /// x and y of green, blue and red in units of 0.00002.
  public var displayPrimaries: [UInt16] = [0, 0, 0, 0, 0, 0]
  /// x of the white point in units of 0.00002.
  public var whitePointX: UInt16 = 0
  /// y of the white point in units of 0.00002.
  public var whitePointY: UInt16 = 0
  /// Maximum luminance in units of 0.0001 cd/m².
  public var maxDisplayMasteringLuminance: UInt32 = 0
  /// Minimum luminance in units of 0.0001 cd/m².
  public var minDisplayMasteringLuminance: UInt32 = 0

  /// Creates a box with default values (black).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.list("display_primaries", &displayPrimaries, count: 6, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("display_primaries", &v, bits: 16, at: i)
    }
    try c.u("white_point_x", &whitePointX, bits: 16)
    try c.u("white_point_y", &whitePointY, bits: 16)
    try c.u("max_display_mastering_luminance", &maxDisplayMasteringLuminance, bits: 32)
    try c.u("min_display_mastering_luminance", &minDisplayMasteringLuminance, bits: 32)
  }
}
