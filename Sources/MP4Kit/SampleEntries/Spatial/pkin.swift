import BitstreamKit

/// How one picture holds those of both eyes.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `ViewPackingInformationBox`.
public struct ViewPackingInformationBox: TypedBox {
  public static let structureName: StaticString = "ViewPackingInformationBox"
  public static var boxType: FourCC { "pkin" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// `side` beside each other, `over` one above the other.
  public var viewPackingKind: FourCC = "side"

  /// Beside each other.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("view_packing_kind", &viewPackingKind)
  }
}
