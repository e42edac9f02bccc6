import BitstreamKit

/// Where the media of a track lies: entries follow as boxes, `url ` and `urn ` among them.
///
/// ISO/IEC 14496-12:2022, 8.7.2 `DataReferenceBox`.
public struct DataReferenceBox: TypedBox {
  public static let structureName: StaticString = "DataReferenceBox"
  public static var boxType: FourCC { "dref" }
  public static var holdsBoxes: Bool { true }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// How many entries follow.
  public var entryCount: UInt32 = 0

  /// No entries.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("entry_count", &entryCount, bits: 32)
  }
}
