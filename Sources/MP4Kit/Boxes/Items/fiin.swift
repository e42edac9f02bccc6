import BitstreamKit

/// How items are sent by FLUTE: `paen`, `segr` and `gitn` follow.
///
/// ISO/IEC 14496-12:2022, 8.13.2 `FDItemInformationBox`.
public struct FDItemInformationBox: TypedBox {
  public static let structureName: StaticString = "FDItemInformationBox"
  public static var boxType: FourCC { "fiin" }
  public static var holdsBoxes: Bool { true }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// How many boxes of type `paen` follow.
  public var entryCount: UInt16 = 0

  /// None.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("entry_count", &entryCount, bits: 16)
  }
}
