import BitstreamKit

/// Suggested display duration of a picture in a slide show.
///
/// ISO/IEC 23008-12:2022, `SuggestedTimeDisplayDurationProperty`.
public struct SuggestedTimeDisplayDurationProperty: TypedBox {
  public static let structureName: StaticString = "SuggestedTimeDisplayDurationProperty"
  public static var boxType: FourCC { "ssld" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Duration in the unit of the specification.
  public var duration: UInt16 = 0

  /// Creates an instance with duration 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("duration", &duration, bits: 16)
  }
}
