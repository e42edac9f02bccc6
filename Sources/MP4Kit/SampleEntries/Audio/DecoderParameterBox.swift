import BitstreamKit

/// Decoder configuration in `wave`; the box type is the sample entry type: `mp4a`, `samr`, `QDM2`.
///
/// QuickTime File Format, "siDecompressionParam Atom".
public struct DecoderParameterBox: Box {
  public static let structureName: StaticString = "DecoderParameterBox"

  /// Codec-specific data.
  public var data: [UInt8] = []

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.restBytes("data", &data)
  }
}
