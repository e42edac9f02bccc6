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
    /// fill_element( ), in which SBR and PS stand.
    case fill
    /// The end of the block.
    case end

    /// Whether it carries channels by itself.
    @inlinable public var isChannel: Bool { self == .singleChannel || self == .channelPair || self == .lowFrequency }
  }

  /// What it is.
  public var kind: Kind
  /// element_instance_tag, 0 to 15; of a fill element extension_type, or 0 where it is empty.
  public var tag: UInt8
  /// The first bit of id_syn_ele, counted from the block's first bit.
  public var bitOffset: Int

  /// An element at its place.
  public init(_ kind: Kind, tag: UInt8 = 0, at bitOffset: Int) {
    self.kind = kind
    self.tag = tag
    self.bitOffset = bitOffset
  }
}
