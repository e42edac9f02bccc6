import BitstreamKit

/// FLUTE delivery of items; contains `paen`, `segr` and `gitn`.
///
/// ISO/IEC 14496-12:2022, 8.13.2 `FDItemInformationBox`.
public struct FDItemInformationBox: TypedBox {
  public static let structureName: StaticString = "FDItemInformationBox"
  public static var boxType: FourCC { "fiin" }
  public static var holdsBoxes: Bool { true }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Number of `paen` boxes that follow.
  public var entryCount: UInt16 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("entry_count", &entryCount, bits: 16)
  }
}
