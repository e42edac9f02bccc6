import BitstreamKit

/// Maximum disparity between adjacent views.
///
/// ISO/IEC 14496-15:2022, `MultiviewSceneInfoBox`.
public struct MultiviewSceneInfoBox: TypedBox {
  public static let structureName: StaticString = "MultiviewSceneInfoBox"
  public static var boxType: FourCC { "vwdi" }

  /// Disparity in luma samples.
  public var maxDisparity: UInt8 = 0

  /// Creates a box with disparity 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("max_disparity", &maxDisparity, bits: 8)
  }
}
