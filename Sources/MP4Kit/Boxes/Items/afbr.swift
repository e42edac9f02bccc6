import BitstreamKit

/// The exposure of the flash of a picture of a series.
///
/// ISO/IEC 23008-12:2022, `FlashExposureProperty`.
public struct FlashExposureProperty: TypedBox {
  public static let structureName: StaticString = "FlashExposureProperty"
  public static var boxType: FourCC { "afbr" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The same as for a group of samples.
  public var entry = FlashExposureBracketingEntry()

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&entry)
  }
}
