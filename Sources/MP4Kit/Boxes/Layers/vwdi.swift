import BitstreamKit

/// The greatest disparity between neighbouring views.
///
/// ISO/IEC 14496-15:2022, `MultiviewSceneInfoBox`.
public struct MultiviewSceneInfoBox: TypedBox {
  public static let structureName: StaticString = "MultiviewSceneInfoBox"
  public static var boxType: FourCC { "vwdi" }

  /// In luma samples.
  public var maxDisparity: UInt8 = 0

  /// No disparity.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("max_disparity", &maxDisparity, bits: 8)
  }
}
