import BitstreamKit

/// Data reference to the `imda` box whose identifier is the movie fragment sequence number.
///
/// ISO/IEC 14496-12:2022, 8.7.2 `DataEntrySeqNumImdaBox`.
public struct DataEntrySeqNumImdaBox: TypedBox {
  public static let structureName: StaticString = "DataEntrySeqNumImdaBox"
  public static var boxType: FourCC { "snim" }

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
