import BitstreamKit

/// Flash exposure of a picture in a bracketing series.
///
/// ISO/IEC 23008-12:2022, `FlashExposureProperty`.
public struct FlashExposureProperty: TypedBox {
  public static let structureName: StaticString = "FlashExposureProperty"
  public static var boxType: FourCC { "afbr" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Same structure as the sample group entry.
  public var entry = FlashExposureBracketingEntry()

  /// Creates an instance with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&entry)
  }
}
