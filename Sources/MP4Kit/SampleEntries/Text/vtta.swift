import BitstreamKit

/// A comment between cues, in a sample of WebVTT.
///
/// ISO/IEC 14496-30:2018, 7.6 `VTTAdditionalTextBox`.
public struct VTTAdditionalTextBox: TypedBox {
  public static let structureName: StaticString = "VTTAdditionalTextBox"
  public static var boxType: FourCC { "vtta" }

  /// UTF-8.
  public var cueAdditionalText = TerminatedString()

  /// No text.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("cue_additional_text", &cueAdditionalText)
  }
}
