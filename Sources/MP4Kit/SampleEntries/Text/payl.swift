import BitstreamKit

/// Cue text in a WebVTT sample.
///
/// ISO/IEC 14496-30:2018, 7.6 `CuePayloadBox`.
public struct CuePayloadBox: TypedBox {
  public static let structureName: StaticString = "CuePayloadBox"
  public static var boxType: FourCC { "payl" }

  /// UTF-8 with WebVTT markup.
  public var cueText = TerminatedString()

  /// Creates a box with no text.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("cue_text", &cueText)
  }
}
