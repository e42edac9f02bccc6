import BitstreamKit

/// How wide the camera sees.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `HorizontalFieldOfViewBox`.
public struct HorizontalFieldOfViewBox: TypedBox {
  public static let structureName: StaticString = "HorizontalFieldOfViewBox"
  public static var boxType: FourCC { "hfov" }

  /// In thousandths of a degree.
  public var fieldOfView: UInt32 = 0

  /// Nothing seen.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("field_of_view", &fieldOfView, bits: 32)
  }
}
