import BitstreamKit

/// What made a spherical picture.
///
/// Google, Spherical Video V2 RFC, `svhd`.
public struct SphericalVideoHeaderBox: TypedBox {
  public static let structureName: StaticString = "SphericalVideoHeaderBox"
  public static var boxType: FourCC { "svhd" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The program's name, UTF-8.
  public var metadataSource = TerminatedString()

  /// No name.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("metadata_source", &metadataSource)
  }
}
