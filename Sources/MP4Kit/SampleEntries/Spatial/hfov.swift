import BitstreamKit

/// Horizontal field of view of the camera.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `HorizontalFieldOfViewBox`.
public struct HorizontalFieldOfViewBox: TypedBox {
  public static let structureName: StaticString = "HorizontalFieldOfViewBox"
  public static var boxType: FourCC { "hfov" }

  /// Field of view in units of 1/1000 degree.
  public var fieldOfView: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("field_of_view", &fieldOfView, bits: 32)
  }
}
