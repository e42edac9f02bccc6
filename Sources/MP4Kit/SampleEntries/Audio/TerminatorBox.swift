import BitstreamKit

/// End of the boxes in `wave`: a box of type 0.
///
/// QuickTime File Format, "siDecompressionParam Atom", "Terminator Atom".
public struct TerminatorBox: Box {
  public static let structureName: StaticString = "TerminatorBox"

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {}
}
