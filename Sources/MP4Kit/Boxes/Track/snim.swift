import BitstreamKit

/// Media in the box `imda` that has the number of the movie fragment.
///
/// ISO/IEC 14496-12:2022, 8.7.2 `DataEntrySeqNumImdaBox`.
public struct DataEntrySeqNumImdaBox: TypedBox {
  public static let structureName: StaticString = "DataEntrySeqNumImdaBox"
  public static var boxType: FourCC { "snim" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0

  /// Media of the fragment.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
  }
}
