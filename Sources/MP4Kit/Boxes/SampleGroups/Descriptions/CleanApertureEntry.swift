import BitstreamKit

/// The part of the pictures of a group that is meant to be seen; the fields are those of `clap`.
///
/// ISO/IEC 14496-12:2022, `CleanApertureEntry`.
public struct CleanApertureEntry: Syntax {
  public static let structureName: StaticString = "CleanApertureEntry"

  /// The part.
  public var aperture = CleanApertureBox()

  /// Nothing to be seen.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try aperture.syntax(&c)
  }
}
