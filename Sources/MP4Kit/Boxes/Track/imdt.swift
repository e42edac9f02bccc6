import BitstreamKit

/// Data reference to an `imda` box of this file.
///
/// ISO/IEC 14496-12:2022, 8.7.2 `DataEntryImdaBox`.
public struct DataEntryImdaBox: TypedBox {
  public static let structureName: StaticString = "DataEntryImdaBox"
  public static var boxType: FourCC { "imdt" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Identifier of the `imda` box.
  public var imdaRefIdentifier: UInt32 = 0

  /// Creates a box with default values (identifier 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("imda_ref_identifier", &imdaRefIdentifier, bits: 32)
  }
}
