import BitstreamKit

/// Mesh projection of a sphere or part of one.
///
/// Google, Spherical Video V2 RFC, `mshp`.
public struct MeshProjectionBox: TypedBox {
  public static let structureName: StaticString = "MeshProjectionBox"
  public static var boxType: FourCC { "mshp" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// CRC-32 of the bytes that follow.
  public var crc: UInt32 = 0
  /// Encoding: `raw ` or `dfl8` (DEFLATE).
  public var encodingFourCc: FourCC = "raw "
  /// `mesh` boxes, encoded as given by `encodingFourCc`.
  public var data: [UInt8] = []

  /// Creates a box with no mesh.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("crc", &crc, bits: 32)
    try c.fourCC("encoding_four_cc", &encodingFourCc)
    try c.restBytes("data", &data)
  }
}
