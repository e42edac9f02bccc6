import BitstreamKit

/// The text of a cue, in a sample of WebVTT.
///
/// ISO/IEC 14496-30:2018, 7.6 `CuePayloadBox`.
public struct CuePayloadBox: TypedBox {
  public static let structureName: StaticString = "CuePayloadBox"
  public static var boxType: FourCC { "payl" }

  /// UTF-8, with WebVTT's markup.
  public var cueText = TerminatedString()

  /// No text.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("cue_text", &cueText)
  }
}
