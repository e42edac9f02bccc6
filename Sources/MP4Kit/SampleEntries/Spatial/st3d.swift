import BitstreamKit

/// Stereo layout of a picture.
///
/// Google, Spherical Video V2 RFC, `st3d`.
public struct Stereoscopic3DBox: TypedBox {
  public static let structureName: StaticString = "Stereoscopic3DBox"
  public static var boxType: FourCC { "st3d" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// 0 monoscopic, 1 top (left eye) and bottom (right eye), 2 side by side, 3 as given by the mesh, 4 side by side with the right eye
  /// first.
  public var stereoMode: UInt8 = 0

  /// Creates a box with default values (a monoscopic picture).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("stereo_mode", &stereoMode, bits: 8)
  }
}
