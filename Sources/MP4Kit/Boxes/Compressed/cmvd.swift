import BitstreamKit

/// A `moov` box in compressed form; `CompressedContent` decompresses it.
///
/// QuickTime File Format, "Compressed Movie Data Atom" (`cmvd`), in `cmov`.
public struct CompressedMovieDataBox: TypedBox {
  public static let structureName: StaticString = "CompressedMovieDataBox"
  public static var boxType: FourCC { "cmvd" }

  /// Size of the uncompressed `moov` box in bytes, including its header.
  public var uncompressedSize: UInt32 = 0
  /// The compressed bytes.
  public var compressedMovieData: [UInt8] = []

  /// Creates a box with no data.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("uncompressed_size", &uncompressedSize, bits: 32)
    try c.restBytes("compressed_movie_data", &compressedMovieData)
  }
}
