import BitstreamKit

/// Data references of a track; entries such as `url ` and `urn ` follow as boxes.
///
/// ISO/IEC 14496-12:2022, 8.7.2 `DataReferenceBox`.
public struct DataReferenceBox: TypedBox {
  public static let structureName: StaticString = "DataReferenceBox"
  public static var boxType: FourCC { "dref" }
  public static var holdsBoxes: Bool { true }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Number of entries that follow.
  public var entryCount: UInt32 = 0

  /// Creates a box with no entries.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("entry_count", &entryCount, bits: 32)
  }
}
