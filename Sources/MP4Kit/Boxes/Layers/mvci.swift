import BitstreamKit

/// Container of view groups (`mvcg`) and their relations (`swtc`).
///
/// ISO/IEC 14496-15:2022, `MultiviewInformationBox`. In `minf`.
public struct MultiviewInformationBox: TypedBox {
  public static let structureName: StaticString = "MultiviewInformationBox"
  public static var boxType: FourCC { "mvci" }
  public static var holdsBoxes: Bool { true }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
  }
}
