import BitstreamKit

/// Exposure of a picture in a bracketing series.
///
/// ISO/IEC 23008-12:2022, `AutoExposureProperty`.
public struct AutoExposureProperty: TypedBox {
  public static let structureName: StaticString = "AutoExposureProperty"
  public static var boxType: FourCC { "aebr" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Same structure as the sample group entry.
  public var entry = AutoExposureBracketingEntry()

  /// Creates an instance with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&entry)
  }
}
