import BitstreamKit

/// The focus distance of a picture of a series.
///
/// ISO/IEC 23008-12:2022, `FocusProperty`.
public struct FocusProperty: TypedBox {
  public static let structureName: StaticString = "FocusProperty"
  public static var boxType: FourCC { "fobr" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The same as for a group of samples.
  public var entry = FocusBracketingEntry()

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&entry)
  }
}
