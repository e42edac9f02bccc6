import BitstreamKit

/// The mastering display colour volume.
///
/// ITU-T H.264 (08/2021) D.1.29 `mastering_display_colour_volume( )`, semantics D.2.29; ITU-T H.265 (08/2021) D.2, semantics D.3.
public struct MasteringDisplayColourVolume: Syntax {
  public static let structureName: StaticString = "mastering_display_colour_volume"

  /// CIE 1931 chromaticity coordinates in units of 0.00002.
  public struct Chromaticity: Equatable, Sendable {
    /// 0 to 50000.
    public var x: UInt16 = 0, y: UInt16 = 0

    /// Zeros.
    public init() {}
  }

  /// The three primaries, conventionally green, blue and red.
  public var displayPrimaries: [Chromaticity] = [.init(), .init(), .init()]
  /// The white point.
  public var whitePoint = Chromaticity()
  /// In units of 0.0001 candelas per square metre.
  public var maxDisplayMasteringLuminance: UInt32 = 0
  /// In units of 0.0001 candelas per square metre.
  public var minDisplayMasteringLuminance: UInt32 = 0

  /// All zeros.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.list("display_primaries_x", &displayPrimaries, count: 3, atLeast: 32, .init()) { (c, p, i) throws(SyntaxError) in
      try c.u("display_primaries_x", &p.x, bits: 16, at: i)
      try c.u("display_primaries_y", &p.y, bits: 16, at: i)
    }
    try c.u("white_point_x", &whitePoint.x, bits: 16)
    try c.u("white_point_y", &whitePoint.y, bits: 16)
    try c.u("max_display_mastering_luminance", &maxDisplayMasteringLuminance, bits: 32)
    try c.u("min_display_mastering_luminance", &minDisplayMasteringLuminance, bits: 32)
  }
}
