import BitstreamKit

/// Configuration of an EVC slice component track.
///
/// The record inside is kept as bytes.
///
/// ISO/IEC 14496-15:2022, `EVCSliceComponentTrackConfigurationBox`.
public struct EVCSliceComponentTrackConfigurationBox: TypedBox {
  public static let structureName: StaticString = "EVCSliceComponentTrackConfigurationBox"
  public static var boxType: FourCC { "evsC" }

  /// `EVCSliceComponentTrackConfigurationRecord`.
  public var config: [UInt8] = []

  /// Creates a box with an empty record.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.restBytes("config", &config) }
}
