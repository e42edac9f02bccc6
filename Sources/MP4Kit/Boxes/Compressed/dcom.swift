import BitstreamKit

/// Compression algorithm of a compressed movie.
///
/// QuickTime File Format, "Data Compression Atom" (`dcom`), in `cmov`.
public struct DataCompressionBox: TypedBox {
  public static let structureName: StaticString = "DataCompressionBox"
  public static var boxType: FourCC { "dcom" }

  /// Algorithm; only `zlib` is in use.
  public var dataCompressionAlgorithm: FourCC = "zlib"

  /// Creates a box with default values (zlib).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("data_compression_algorithm", &dataCompressionAlgorithm)
  }
}
