import BitstreamKit

/// Clean aperture of a group of samples; the fields are those of `clap`.
///
/// ISO/IEC 14496-12:2022, `CleanApertureEntry`.
public struct CleanApertureEntry: Syntax {
  public static let structureName: StaticString = "CleanApertureEntry"

  /// Clean aperture.
  public var aperture = CleanApertureBox()

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try aperture.syntax(&c)
  }
}
