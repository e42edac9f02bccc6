import BitstreamKit

/// Packing of the pictures of both eyes into one.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `ViewPackingInformationBox`.
public struct ViewPackingInformationBox: TypedBox {
  public static let structureName: StaticString = "ViewPackingInformationBox"
  public static var boxType: FourCC { "pkin" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// `side` side by side, `over` over-under.
  public var viewPackingKind: FourCC = "side"

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("view_packing_kind", &viewPackingKind)
  }
}
