import BitstreamKit

/// Finds the end of an AAC LC `raw_data_block( )` without decoding it.
///
/// ISO/IEC 14496-3:2019 4.4.2, Table 4.3. AAC frames in MP4 have no length field: finding the end of one requires parsing all of it.
/// Everything the standard forbids is rejected, to distinguish audio from other data. SBR and PS are in fill elements, and are skipped.
public struct RawDataBlockWalker: Sendable {
  /// A block parsed to its end.
  public struct Block: Equatable, Sendable {
    /// The size in bytes.
    public var byteCount: Int
    /// Whether the byte_alignment( ) bits at its end are zero, as written by nearly all encoders.
    public var isPaddedWithZeros: Bool
  }

  /// The elements required by the channel configuration.
  private enum Program: Sendable {
    /// These elements in this order (Table 1.19).
    case sequence([RawDataElement.Kind])
    /// These elements, with these tags, in any order.
    case tags([UInt8])
  }

  /// The elements of the last block, up to the fault if there was one.
  public private(set) var elements: [RawDataElement] = []

  /// Whether a fill element of the last block has spectral band replication: extension_type EXT_SBR_DATA or EXT_SBR_DATA_CRC.
  public var hasBandReplication: Bool { elements.contains { $0.kind == .fill && ($0.tag == 13 || $0.tag == 14) } }

  /// Whether blocks are walked too that the standard forbids and decoders take: a reserved bit that is set, sections of no bands, intensity
  /// in a channel that has no common window, a low frequency element in short windows or coded as a single channel (as some encoders of
  /// 5.1 channels do), coupling channels.
  public var isLenient = false

  private let program: Program
  /// A bit set by id_syn_ele: whether a block may start with such an element.
  @usableFromInline let beginnings: UInt8
  let longOffsets: [Int]
  let shortOffsets: [Int]
  let books = SpectralCodebooks.shared
  let scalefactorTable = ScalefactorCodebook.table
  let scalefactorSteps = ScalefactorCodebook.steps
  let longScalefactorTable = ScalefactorCodebook.longTable
  /// Sections that have bands, of the current channel, and their number: at most 8 groups of 15 bands, or one of 51.
  var sections = [Section](repeating: Section(book: 0, group: 0, first: 0, end: 0), count: 128)
  var sectionCount = 0

  /// A run of bands of one codebook.
  struct Section {
    var book: UInt8
    /// The group of windows.
    var group: UInt8
    /// The first band, and that after the last.
    var first: UInt8
    var end: UInt8
    /// The number of bands.
    var count: Int { Int(end) &- Int(first) }
  }

  /// Creates a walker for blocks of a configuration.
  /// - Throws: `unsupported` for anything but AAC LC, with or without SBR and PS, in frames of 1024 samples; for channel configurations
  ///   without a defined element order, and for coupling channels.
  public init(_ config: AudioSpecificConfig) throws(SyntaxError) {
    guard config.coreAudioObjectType == .aacLC, let general = config.gaSpecificConfig else {
      throw SyntaxError(.unsupported("\(config.coreAudioObjectType.name) is not AAC LC"), element: "audioObjectType")
    }
    if general.frameLengthFlag { throw SyntaxError(.unsupported("frames of 960 samples"), element: "frameLengthFlag") }
    var index = Int(config.samplingFrequencyIndex)
    if let hertz = config.samplingFrequency { index = ScalefactorBands.index(nearestTo: hertz) }
    longOffsets = ScalefactorBands.offsets(samplingFrequencyIndex: index, isShort: false)
    shortOffsets = ScalefactorBands.offsets(samplingFrequencyIndex: index, isShort: true)
    if longOffsets.isEmpty { throw SyntaxError(.unsupported("a reserved frequency"), element: "samplingFrequencyIndex") }
    if config.channelConfiguration == 0 {
      guard let element = general.programConfigElement, element.ccElements.isEmpty, element.channelCount > 0 else {
        throw SyntaxError(.unsupported("no channels, or coupling channels"), element: "program_config_element")
      }
      program = .tags(Self.tags(element))
      beginnings = 0b0111_1011
    } else if let sequence = Self.sequence(config.channelConfiguration) {
      program = .sequence(sequence)
      beginnings = 0b0111_0000 | 1 << (sequence.first?.rawValue ?? 0)
    } else {
      throw SyntaxError(.unsupported("a configuration without a known order of elements"), element: "channelConfiguration")
    }
  }

  /// Returns the elements of a channel configuration in order (Table 1.19).
  private static func sequence(_ configuration: UInt8) -> [RawDataElement.Kind]? {
    switch configuration {
    case 1: [.singleChannel]
    case 2: [.channelPair]
    case 3: [.singleChannel, .channelPair]
    case 4: [.singleChannel, .channelPair, .singleChannel]
    case 5: [.singleChannel, .channelPair, .channelPair]
    case 6: [.singleChannel, .channelPair, .channelPair, .lowFrequency]
    case 7, 12: [.singleChannel, .channelPair, .channelPair, .channelPair, .lowFrequency]
    case 11: [.singleChannel, .channelPair, .channelPair, .singleChannel, .lowFrequency]
    case 14: [.singleChannel, .channelPair, .channelPair, .lowFrequency, .channelPair]
    default: nil
    }
  }

  /// Returns kind and tag of each element of a program, packed in one byte.
  private static func tags(_ element: ProgramConfigElement) -> [UInt8] {
    let channels = element.frontElements + element.sideElements + element.backElements
    return channels.map { ($0.elementIsCpe ? 0x10 : 0) | $0.elementTagSelect } + element.lfeElementTagSelect.map { 0x30 | $0 }
  }

  /// Whether a block may start with this byte: a cheap filter that rejects most positions.
  @inlinable public func canBegin(with byte: UInt8) -> Bool { beginnings >> (byte >> 5) & 1 == 1 }

  /// Parses the block at the start of a range of bytes; the block may end before the range.
  /// - Throws: if there is no valid block.
  public mutating func walk(_ bytes: [UInt8], _ range: Range<Int>) throws(RawDataBlockFault) -> Block {
    elements.removeAll(keepingCapacity: true)
    var cursor = RawDataCursor(bytes, range)
    var channels = 0
    while true {
      let start = cursor.offset
      guard let kind = RawDataElement.Kind(rawValue: UInt8(truncatingIfNeeded: try cursor.take(3))) else {
        throw cursor.fault(.element, back: 3)
      }
      var element = RawDataElement(kind, at: start)
      if kind == .end {
        try checkEnd(channels, start)
        elements.append(element)
        let isZero = try cursor.align()
        return Block(byteCount: cursor.offset / 8, isPaddedWithZeros: isZero)
      }
      if kind == .fill {
        element.tag = try Self.passFill(&cursor)
      } else if kind == .programConfig {
        element.tag = try passProgram(&cursor, bytes, range)
      } else {
        element.tag = UInt8(truncatingIfNeeded: try cursor.take(4))
        if kind.isChannel {
          try check(element, channels)
          channels += 1
        }
        switch kind {
        case .singleChannel: try passChannel(&cursor, .single)
        case .channelPair: try passPair(&cursor)
        case .lowFrequency: try passChannel(&cursor, .lowFrequency)
        case .dataStream: try Self.passData(&cursor)
        case .couplingChannel where isLenient: try passCoupling(&cursor)
        default: throw RawDataBlockFault(.coupling, at: start)
        }
      }
      elements.append(element)
    }
  }

  /// Checks whether a channel element is allowed at this position.
  private func check(_ element: RawDataElement, _ channels: Int) throws(RawDataBlockFault) {
    for other in elements where other.kind == element.kind && other.tag == element.tag {
      throw RawDataBlockFault(.tag, at: element.bitOffset)
    }
    switch program {
    case .sequence(let kinds):
      let isReplaced = isLenient && element.kind == .singleChannel && channels < kinds.count && kinds[channels] == .lowFrequency
      if isReplaced { return }
      if channels >= kinds.count || kinds[channels] != element.kind { throw RawDataBlockFault(.element, at: element.bitOffset) }
    case .tags(let tags):
      if !tags.contains(element.kind.rawValue << 4 | element.tag) { throw RawDataBlockFault(.tag, at: element.bitOffset) }
    }
  }

  private func checkEnd(_ channels: Int, _ bit: Int) throws(RawDataBlockFault) {
    let wanted =
      switch program {
      case .sequence(let kinds): kinds.count
      case .tags(let tags): tags.count
      }
    if channels != wanted { throw RawDataBlockFault(.missingElement, at: bit) }
  }

  /// fill_element( ), Table 4.11. Returns its extension_type, 0 if it is empty.
  private static func passFill(_ cursor: inout RawDataCursor) throws(RawDataBlockFault) -> UInt8 {
    var count = try cursor.take(4)
    if count == 15 { count += try cursor.take(8) - 1 }
    let type = count == 0 ? 0 : UInt8(truncatingIfNeeded: cursor.ahead >> 60)
    try cursor.skip(count * 8)
    return type
  }

  /// data_stream_element( ) after its tag, Table 4.10.
  private static func passData(_ cursor: inout RawDataCursor) throws(RawDataBlockFault) {
    let isAligned = try cursor.flag()
    var count = try cursor.take(8)
    if count == 255 { count += try cursor.take(8) }
    if isAligned { _ = try cursor.align() }
    try cursor.skip(count * 8)
  }

  /// program_config_element( ), which must be the first element.
  private func passProgram(_ cursor: inout RawDataCursor, _ bytes: [UInt8], _ range: Range<Int>) throws(RawDataBlockFault) -> UInt8 {
    var reader = BitReader(bytes, range)
    var element = ProgramConfigElement()
    guard cursor.offset == 3, (try? reader.fixed("id_syn_ele", 5, bits: 3)) != nil, (try? reader.nested(&element)) != nil else {
      throw cursor.fault(.program, back: 3)
    }
    try cursor.skip(reader.bitPosition - range.lowerBound * 8 - 3)
    return element.elementInstanceTag
  }
}
