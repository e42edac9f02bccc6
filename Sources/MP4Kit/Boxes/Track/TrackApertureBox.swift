import BitstreamKit

/// A size of a track's picture: `clef` with the clean aperture and square pixels, `prof` with square pixels alone, `enof` as coded.
///
/// QuickTime File Format, "Track Aperture Mode Dimensions Atoms".
public struct TrackApertureBox: Box {
  public static let structureName: StaticString = "TrackApertureBox"

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// In pixels, with 16 bits behind the point.
  public var width: UInt32 = 0
  /// In pixels, with 16 bits behind the point.
  public var height: UInt32 = 0

  /// No size.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fixedPoint("width", &width, bits: 32, fraction: 16)
    try c.fixedPoint("height", &height, bits: 32, fraction: 16)
  }
}
