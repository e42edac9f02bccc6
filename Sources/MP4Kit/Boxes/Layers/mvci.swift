import BitstreamKit

/// Groups of views (`mvcg`) and how they relate (`swtc`).
///
/// ISO/IEC 14496-15:2022, `MultiviewInformationBox`. In `minf`.
public struct MultiviewInformationBox: TypedBox {
  public static let structureName: StaticString = "MultiviewInformationBox"
  public static var boxType: FourCC { "mvci" }
  public static var holdsBoxes: Bool { true }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0

  /// Boxes follow.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
  }
}
