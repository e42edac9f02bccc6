import BitstreamKit

/// How a picture holds one for each eye.
///
/// Google, Spherical Video V2 RFC, `st3d`.
public struct Stereoscopic3DBox: TypedBox {
  public static let structureName: StaticString = "Stereoscopic3DBox"
  public static var boxType: FourCC { "st3d" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// 0 one picture for both, 1 top is left and bottom right, 2 side by side, 3 as a mesh says, 4 side by side with the right eye first.
  public var stereoMode: UInt8 = 0

  /// One picture for both eyes.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("stereo_mode", &stereoMode, bits: 8)
  }
}
