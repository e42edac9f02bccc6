import BitstreamKit

/// The exposure of a picture of a series.
///
/// ISO/IEC 23008-12:2022, `AutoExposureProperty`.
public struct AutoExposureProperty: TypedBox {
  public static let structureName: StaticString = "AutoExposureProperty"
  public static var boxType: FourCC { "aebr" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The same as for a group of samples.
  public var entry = AutoExposureBracketingEntry()

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&entry)
  }
}
