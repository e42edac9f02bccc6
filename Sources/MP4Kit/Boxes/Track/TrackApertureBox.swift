import BitstreamKit

/// Picture dimensions of a track: `clef` clean aperture and square pixels, `prof` square pixels only, `enof` as coded.
///
/// QuickTime File Format, "Track Aperture Mode Dimensions Atoms".
public struct TrackApertureBox: Box {
  public static let structureName: StaticString = "TrackApertureBox"

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Width in pixels as 16.16 fixed point.
  public var width: UInt32 = 0
  /// Height in pixels as 16.16 fixed point.
  public var height: UInt32 = 0

  /// Creates a box with size 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fixedPoint("width", &width, bits: 32, fraction: 16)
    try c.fixedPoint("height", &height, bits: 32, fraction: 16)
  }
}
