import BitstreamKit

/// Software that created spherical video metadata.
///
/// Google, Spherical Video V2 RFC, `svhd`.
public struct SphericalVideoHeaderBox: TypedBox {
  public static let structureName: StaticString = "SphericalVideoHeaderBox"
  public static var boxType: FourCC { "svhd" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Name of the software, UTF-8.
  public var metadataSource = TerminatedString()

  /// Creates a box with no name.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("metadata_source", &metadataSource)
  }
}
