import BitstreamKit

/// Spherical video metadata as RDF/XML. `uuid` ffcc8263-f855-4a93-8814-587a02521fdd.
///
/// Google, Spherical Video RFC (version 1).
public struct SphericalVideoBox: Box {
  public static let structureName: StaticString = "SphericalVideoBox"

  /// XML in UTF-8.
  public var metadata = TerminatedString()

  /// Creates a box with no metadata.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("metadata", &metadata)
  }
}
