import BitstreamKit

/// Cue identifier in a WebVTT sample.
///
/// ISO/IEC 14496-30:2018, 7.6 `CueIDBox`.
public struct CueIDBox: TypedBox {
  public static let structureName: StaticString = "CueIDBox"
  public static var boxType: FourCC { "iden" }

  /// Identifier, UTF-8.
  public var cueId = TerminatedString()

  /// Creates a box with no identifier.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("cue_id", &cueId)
  }
}
