import BitstreamKit

/// The algorithm that a compressed movie uses.
///
/// QuickTime File Format, "Data Compression Atom" (`dcom`), in `cmov`.
public struct DataCompressionBox: TypedBox {
  public static let structureName: StaticString = "DataCompressionBox"
  public static var boxType: FourCC { "dcom" }

  /// `zlib`, the only algorithm in use.
  public var dataCompressionAlgorithm: FourCC = "zlib"

  /// zlib.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("data_compression_algorithm", &dataCompressionAlgorithm)
  }
}
