import BitstreamKit

/// How long a picture of a slide show is shown.
///
/// ISO/IEC 23008-12:2022, `SuggestedTimeDisplayDurationProperty`.
public struct SuggestedTimeDisplayDurationProperty: TypedBox {
  public static let structureName: StaticString = "SuggestedTimeDisplayDurationProperty"
  public static var boxType: FourCC { "ssld" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The time, in the unit of the specification.
  public var duration: UInt16 = 0

  /// No time.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("duration", &duration, bits: 16)
  }
}
