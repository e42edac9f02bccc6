import BitstreamKit
import HEVCKit

/// HEVC decoder configuration.
///
/// ISO/IEC 14496-15:2022, 8.4.1.1 `HEVCConfigurationBox`.
public struct HEVCConfigurationBox: TypedBox {
  public static let structureName: StaticString = "HEVCConfigurationBox"
  public static var boxType: FourCC { "hvcC" }

  /// Decoder configuration record.
  public var config = HEVCDecoderConfigurationRecord()

  /// Creates a box with default values (no parameter sets).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.nested(&config) }
}
