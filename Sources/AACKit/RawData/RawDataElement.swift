/// An element of a `raw_data_block( )`: ISO/IEC 14496-3:2019 Table 4.85.
public struct RawDataElement: Equatable, Sendable {
  /// id_syn_ele.
  public enum Kind: UInt8, Sendable {
    /// single_channel_element( ).
    case singleChannel
    /// channel_pair_element( ).
    case channelPair
    /// coupling_channel_element( ).
    case couplingChannel
    /// lfe_channel_element( ).
    case lowFrequency
    /// data_stream_element( ).
    case dataStream
    /// program_config_element( ).
    case programConfig
    /// fill_element( ), which carries SBR and PS.
    case fill
    /// The end of the block.
    case end

    /// Whether it carries audio channels of its own.
    @inlinable public var isChannel: Bool { self == .singleChannel || self == .channelPair || self == .lowFrequency }
  }

  /// The element's kind.
  public var kind: Kind
  /// element_instance_tag, 0 to 15; for a fill element extension_type, or 0 if it is empty.
  public var tag: UInt8
  /// The offset in bits of id_syn_ele from the start of the block.
  public var bitOffset: Int

  /// Creates an element at a bit offset.
  public init(_ kind: Kind, tag: UInt8 = 0, at bitOffset: Int) {
    self.kind = kind
    self.tag = tag
    self.bitOffset = bitOffset
  }
}
