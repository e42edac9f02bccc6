import BitstreamKit
import H264Kit

/// The configuration of an AVC decoder.
///
/// ISO/IEC 14496-15:2022, 5.4.2.1 `AVCConfigurationBox`.
public struct AVCConfigurationBox: TypedBox {
  public static let structureName: StaticString = "AVCConfigurationBox"
  public static var boxType: FourCC { "avcC" }

  /// The record.
  public var config = AVCDecoderConfigurationRecord()

  /// A record without parameter sets.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.nested(&config) }
}
