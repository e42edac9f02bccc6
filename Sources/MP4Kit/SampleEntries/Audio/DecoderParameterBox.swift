import BitstreamKit

/// What a decoder needs, in `wave` under the type of the sample entry: `mp4a`, `samr`, `QDM2`.
///
/// QuickTime File Format, "siDecompressionParam Atom".
public struct DecoderParameterBox: Box {
  public static let structureName: StaticString = "DecoderParameterBox"

  /// As the codec defines it.
  public var data: [UInt8] = []

  /// Nothing.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.restBytes("data", &data)
  }
}
