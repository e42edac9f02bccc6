import BitstreamKit

/// Projection of the scene onto the picture.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `ProjectionInformationBox`.
public struct ProjectionInformationBox: TypedBox {
  public static let structureName: StaticString = "ProjectionInformationBox"
  public static var boxType: FourCC { "prji" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// `rect` rectilinear, `equi` equirectangular, `hequ` half equirectangular, `fish` fisheye, `prim` Apple immersive video.
  public var projectionKind: FourCC = "rect"

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("projection_kind", &projectionKind)
  }
}
