import BitstreamKit

/// Comment between cues in a WebVTT sample.
///
/// ISO/IEC 14496-30:2018, 7.6 `VTTAdditionalTextBox`.
public struct VTTAdditionalTextBox: TypedBox {
  public static let structureName: StaticString = "VTTAdditionalTextBox"
  public static var boxType: FourCC { "vtta" }

  /// Comment, UTF-8.
  public var cueAdditionalText = TerminatedString()

  /// Creates a box with no text.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("cue_additional_text", &cueAdditionalText)
  }
}
