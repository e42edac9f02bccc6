import BitstreamKit

/// How the world became a flat picture.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `ProjectionInformationBox`.
public struct ProjectionInformationBox: TypedBox {
  public static let structureName: StaticString = "ProjectionInformationBox"
  public static var boxType: FourCC { "prji" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// `rect` as a lens does, `equi` a sphere, `hequ` half of one, `fish` a fisheye lens, `prim` Apple's immersive video.
  public var projectionKind: FourCC = "rect"

  /// As a lens does.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("projection_kind", &projectionKind)
  }
}
