import BitstreamKit

/// Padding bytes.
///
/// ITU-T H.264 (08/2021) D.1.5 `filler_payload( )`, semantics D.2.5; ITU-T H.265 (08/2021) D.2, semantics D.3.
public struct FillerPayload: Syntax {
  public static let structureName: StaticString = "filler_payload"

  /// Nominally bytes 0xFF; kept as coded, since some encoders use other values.
  public var ffBytes: BitString = .empty

  /// No bytes.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.rest("ff_byte", &ffBytes)
  }
}
