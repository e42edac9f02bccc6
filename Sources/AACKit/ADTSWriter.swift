import BitstreamKit

/// Writes the ADTS header of each raw data block of a stream: a constant header with varying length.
///
/// ISO/IEC 14496-3:2019 1.A.3.
public struct ADTSWriter: Sendable {
  /// The 56 bits of the header, with a length of 0.
  private let header: UInt64
  /// The program_config_element before every block that does not start with one; empty if the header defines the channels.
  private let element: [UInt8]

  /// Creates a writer of unprotected frames of one block each. With channel configuration 0 the program_config_element is repeated in
  /// every block, so that decoding can start at any frame; blocks that start with one keep theirs.
  /// - Parameter isMPEG2: whether to signal MPEG-2, which has no LTP.
  /// - Throws: if ADTS cannot carry it, see `ADTSHeader(_:payloadSize:isMPEG2:)`.
  public init(_ config: AudioSpecificConfig, isMPEG2: Bool = false) throws(SyntaxError) {
    var (said, element) = (config, [] as [UInt8])
    if config.channelConfiguration == 0, var program = config.gaSpecificConfig?.programConfigElement {
      // Any table configuration will do: its bits in the header are replaced below.
      said.channelConfiguration = 1
      // The alignment bits differ, since the element follows a 3-bit id_syn_ele here.
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

  /// The number of bytes written before each block, at most.
  public var headerSize: Int { 7 + element.count }

  /// Whether `appendHeader` needs the first byte of a block.
  public var hasProgramConfigElement: Bool { !element.isEmpty }

  /// id_syn_ele of a program_config_element (Table 4.85).
  private static let idPCE: UInt8 = 5

  /// Appends the header of a raw data block of `payloadSize` bytes.
  /// - Parameter first: the first byte of the block; needed if `hasProgramConfigElement`.
  /// - Throws: if header and block exceed 8191 bytes, the maximum of aac_frame_length.
  public func appendHeader(of payloadSize: Int, startingWith first: UInt8? = nil, to bytes: inout [UInt8]) throws(SyntaxError) {
    let element = first.map { $0 >> 5 == Self.idPCE } ?? false ? [] : element
    let headerSize = 7 + element.count
    guard payloadSize >= 0, payloadSize <= 8191 - headerSize else {
      throw SyntaxError(.unsupported("ADTS cannot carry \(payloadSize) bytes in a frame"), element: "aac_frame_length")
    }
    let bits = header | UInt64(payloadSize + headerSize) << 13
    for place in 1...7 as ClosedRange<UInt64> { bytes.append(UInt8(truncatingIfNeeded: bits >> (56 - 8 * place))) }
    if !element.isEmpty { bytes += element }
  }

  /// Appends a frame: the header and the block `data[range]`.
  /// - Throws: see `appendHeader`.
  public func append(_ data: [UInt8], _ range: Range<Int>, to bytes: inout [UInt8]) throws(SyntaxError) {
    let range = range.clamped(to: 0..<data.count)
    try appendHeader(of: range.count, startingWith: range.isEmpty ? nil : data[range.lowerBound], to: &bytes)
    bytes.append(contentsOf: data[range])
  }
}
