import BitstreamKit

/// The error check after the header of a protected ADTS frame: the CRC and, in a frame of several raw data blocks, their positions.
///
/// ISO/IEC 14496-3:2019 1.A.3.2 `adts_error_check( )` and `adts_header_error_check( )`.
public struct ADTSErrorCheck: Equatable, Sendable {
  /// Offsets of the second, third and fourth raw data block, in bytes from the start of the first; empty in a frame of one block.
  public var rawDataBlockPosition: [UInt16] = []
  /// CRC over the header and the first bits of the elements of the only block; over the header and positions alone if there are several.
  public var crcCheck: UInt16 = 0

  /// No positions, a CRC of 0.
  public init() {}

  /// The elements; `blocks` is number_of_raw_data_blocks_in_frame.
  @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C, blocks: UInt8) throws(SyntaxError) {
    try c.list("raw_data_block_position", &rawDataBlockPosition, count: Int(blocks), atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("raw_data_block_position", &v, bits: 16, at: i + 1)
    }
    try c.u("crc_check", &crcCheck, bits: 16)
  }
}
