import BitstreamKit

/// The end of the boxes in `wave`: a box of type 0.
///
/// QuickTime File Format, "siDecompressionParam Atom", "Terminator Atom".
public struct TerminatorBox: Box {
  public static let structureName: StaticString = "TerminatorBox"

  /// The end.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {}
}
