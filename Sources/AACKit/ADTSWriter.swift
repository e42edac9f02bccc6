import BitstreamKit

/// Makes what stands before each raw data block of a stream in ADTS: one header for all, in which only the length changes.
///
/// ISO/IEC 14496-3:2019 1.A.3.
public struct ADTSWriter: Sendable {
  /// The header's 56 bits, its length 0.
  private let header: UInt64
  /// The program_config_element that every block begins with; empty where the header tells the channels.
  private let element: [UInt8]

  /// A writer of unprotected frames of one block each. Channels that a program_config_element tells (configuration 0) are said in every
  /// block, so that the stream can be entered anywhere.
  /// - Parameter isMPEG2: true to say MPEG-2, which knows no LTP.
  /// - Throws: where ADTS cannot carry it, as `ADTSHeader(_:payloadSize:isMPEG2:)` says.
  public init(_ config: AudioSpecificConfig, isMPEG2: Bool = false) throws(SyntaxError) {
    var (said, element) = (config, [] as [UInt8])
    if config.channelConfiguration == 0, var program = config.gaSpecificConfig?.programConfigElement {
      // Any configuration of the table stands in for the one that the header is to have.
      said.channelConfiguration = 1
      // The alignment is another one behind the three bits of the element's name.
      program.byteAlignment = 0
      var writer = BitWriter()
      try writer.fixed("id_syn_ele", 5, bits: 3)
      try writer.nested(&program)
      element = writer.finish()
    }
    var header = try ADTSHeader(said, payloadSize: 0, isMPEG2: isMPEG2)
    header.channelConfiguration = config.channelConfiguration
    let bits = try header.encoded().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    self.header = bits & ~(0x1FFF << 13)
    self.element = element
  }

  /// Bytes that stand before each block.
  public var headerSize: Int { 7 + element.count }

  /// Appends what stands before a raw data block of `payloadSize` bytes.
  /// - Throws: where header and block together have more than 8191 bytes, the most that aac_frame_length can say.
  public func appendHeader(of payloadSize: Int, to bytes: inout [UInt8]) throws(SyntaxError) {
    guard payloadSize >= 0, payloadSize <= 8191 - headerSize else {
      throw SyntaxError(.unsupported("ADTS cannot carry \(payloadSize) bytes in a frame"), element: "aac_frame_length")
    }
    let bits = header | UInt64(payloadSize + headerSize) << 13
    for place in 1...7 as ClosedRange<UInt64> { bytes.append(UInt8(truncatingIfNeeded: bits >> (56 - 8 * place))) }
    if !element.isEmpty { bytes += element }
  }

  /// Appends a frame: what stands before it, and the block `data[range]`.
  /// - Throws: as `appendHeader` does.
  public func append(_ data: [UInt8], _ range: Range<Int>, to bytes: inout [UInt8]) throws(SyntaxError) {
    let range = range.clamped(to: 0..<data.count)
    try appendHeader(of: range.count, to: &bytes)
    bytes.append(contentsOf: data[range])
  }
}
