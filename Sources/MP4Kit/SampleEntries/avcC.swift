import BitstreamKit
import H264Kit

/// AVC decoder configuration.
///
/// ISO/IEC 14496-15:2022, 5.4.2.1 `AVCConfigurationBox`.
public struct AVCConfigurationBox: TypedBox {
  public static let structureName: StaticString = "AVCConfigurationBox"
  public static var boxType: FourCC { "avcC" }

  /// Decoder configuration record.
  public var config = AVCDecoderConfigurationRecord()

  /// Creates a box with default values (no parameter sets).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.nested(&config) }
}
