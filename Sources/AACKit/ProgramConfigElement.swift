import BitstreamKit

/// The channels of a stream and the elements that carry them, for layouts not covered by a table channel configuration.
///
/// ISO/IEC 14496-3:2019 4.4.1.1 `program_config_element( )`, semantics 4.5.1.2. It can start at any bit; its byte alignment is relative
/// to the first byte of the enclosing structure.
public struct ProgramConfigElement: Syntax {
  public static let structureName: StaticString = "program_config_element"

  /// A front, side or back channel element.
  public struct ChannelElement: Equatable, Sendable {
    /// False for a single channel, true for a pair.
    public var elementIsCpe = false
    /// element_instance_tag of the element, 0 to 15.
    public var elementTagSelect: UInt8 = 0

    /// A single channel with tag 0.
    public init() {}
  }

  /// A coupling channel element.
  public struct CouplingElement: Equatable, Sendable {
    /// Whether the coupling is independently switched.
    public var ccElementIsIndSw = false
    /// element_instance_tag of the element, 0 to 15.
    public var validCcElementTagSelect: UInt8 = 0

    /// A dependently switched element with tag 0.
    public init() {}
  }

  /// The matrix mixdown from five channels to two.
  public struct MatrixMixdown: Equatable, Sendable {
    /// The index of the coefficient, 0 to 3.
    public var matrixMixdownIdx: UInt8 = 0
    /// True for a mixdown to pseudo surround.
    public var pseudoSurroundEnable = false

    /// Index 0.
    public init() {}
  }

  /// 0 to 15.
  public var elementInstanceTag: UInt8 = 0
  /// Audio object type minus 1, 0 to 3.
  public var objectType: UInt8 = 0
  /// 0 to 15 (Table 1.18).
  public var samplingFrequencyIndex: UInt8 = 0
  /// The tag of the single channel element with a mono mixdown.
  public var monoMixdownElementNumber: UInt8?
  /// The tag of the channel pair element with a stereo mixdown.
  public var stereoMixdownElementNumber: UInt8?
  /// The matrix mixdown.
  public var matrixMixdown: MatrixMixdown?
  /// The front elements, from the centre outwards; at most 15.
  public var frontElements: [ChannelElement] = []
  /// The side elements, from front to back; at most 15.
  public var sideElements: [ChannelElement] = []
  /// The back elements, from the sides inwards; at most 15.
  public var backElements: [ChannelElement] = []
  /// Tags of the LFE elements; at most 3.
  public var lfeElementTagSelect: [UInt8] = []
  /// Tags of the program's data stream elements; at most 7.
  public var assocDataElementTagSelect: [UInt8] = []
  /// The coupling channel elements; at most 15.
  public var ccElements: [CouplingElement] = []
  /// The bits skipped by byte_alignment( ), first bit in the most significant position; their value is unspecified.
  public var byteAlignment: UInt8 = 0
  /// A comment, at most 255 bytes.
  public var commentFieldData: [UInt8] = []

  /// No channels.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("element_instance_tag", &elementInstanceTag, bits: 4)
    try c.u("object_type", &objectType, bits: 2)
    try c.u("sampling_frequency_index", &samplingFrequencyIndex, bits: 4)
    let front = try c.count("num_front_channel_elements", frontElements.count, bits: 4)
    let side = try c.count("num_side_channel_elements", sideElements.count, bits: 4)
    let back = try c.count("num_back_channel_elements", backElements.count, bits: 4)
    let lfe = try c.count("num_lfe_channel_elements", lfeElementTagSelect.count, bits: 2)
    let data = try c.count("num_assoc_data_elements", assocDataElementTagSelect.count, bits: 3)
    let coupling = try c.count("num_valid_cc_elements", ccElements.count, bits: 4)
    try mixdownSyntax(&c)
    try Self.channels(&c, "front_element_is_cpe", "front_element_tag_select", &frontElements, front)
    try Self.channels(&c, "side_element_is_cpe", "side_element_tag_select", &sideElements, side)
    try Self.channels(&c, "back_element_is_cpe", "back_element_tag_select", &backElements, back)
    try c.list("num_lfe_channel_elements", &lfeElementTagSelect, count: lfe, atLeast: 4, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("lfe_element_tag_select", &v, bits: 4, at: i)
    }
    try c.list("num_assoc_data_elements", &assocDataElementTagSelect, count: data, atLeast: 4, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("assoc_data_element_tag_select", &v, bits: 4, at: i)
    }
    try c.list("num_valid_cc_elements", &ccElements, count: coupling, atLeast: 5, CouplingElement()) { (c, v, i) throws(SyntaxError) in
      try c.flag("cc_element_is_ind_sw", &v.ccElementIsIndSw, at: i)
      try c.u("valid_cc_element_tag_select", &v.validCcElementTagSelect, bits: 4, at: i)
    }
    try alignmentSyntax(&c)
    let comment = try c.count("comment_field_bytes", commentFieldData.count, bits: 8)
    try c.bytes("comment_field_data", &commentFieldData, count: comment)
  }

  mutating func mixdownSyntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.optional("mono_mixdown_present", &monoMixdownElementNumber, 0) { (c, v) throws(SyntaxError) in
      try c.u("mono_mixdown_element_number", &v, bits: 4)
    }
    try c.optional("stereo_mixdown_present", &stereoMixdownElementNumber, 0) { (c, v) throws(SyntaxError) in
      try c.u("stereo_mixdown_element_number", &v, bits: 4)
    }
    try c.optional("matrix_mixdown_idx_present", &matrixMixdown, MatrixMixdown()) { (c, v) throws(SyntaxError) in
      try c.u("matrix_mixdown_idx", &v.matrixMixdownIdx, bits: 2)
      try c.flag("pseudo_surround_enable", &v.pseudoSurroundEnable)
    }
  }

  static func channels(
    _ c: inout SyntaxCoder, _ isCpe: StaticString, _ tag: StaticString, _ elements: inout [ChannelElement], _ count: Int
  ) throws(SyntaxError) {
    try c.list(isCpe, &elements, count: count, atLeast: 5, ChannelElement()) { (c, v, i) throws(SyntaxError) in
      try c.flag(isCpe, &v.elementIsCpe, at: i)
      try c.u(tag, &v.elementTagSelect, bits: 4, at: i)
    }
  }

  /// byte_alignment( ): the number of bits depends on the position, so they are coded one at a time.
  mutating func alignmentSyntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var place: UInt8 = 0x80
    var bits: UInt8 = 0
    while !c.isByteAligned, place != 1 {
      var bit: UInt8 = byteAlignment & place == 0 ? 0 : 1
      try c.u("byte_alignment", &bit, bits: 1)
      bits |= bit == 0 ? 0 : place
      place >>= 1
    }
    byteAlignment = bits
  }
}

extension ProgramConfigElement {
  /// The number of channels of all elements, not counting coupling channels.
  public var channelCount: Int {
    let elements = frontElements + sideElements + backElements
    return elements.reduce(lfeElementTagSelect.count) { $0 + ($1.elementIsCpe ? 2 : 1) }
  }

  /// Parses the element at the start of a raw data block, which defines the channels of an ADTS stream with channel_configuration 0.
  /// - Throws: if the block starts with another element, or the element is truncated.
  public init(leading rawDataBlock: [UInt8], at offset: UInt64? = nil) throws(SyntaxError) {
    var reader = BitReader(rawDataBlock, fileOffset: offset)
    try reader.fixed("id_syn_ele", 5, bits: 3)
    self.init()
    try reader.nested(&self)
  }
}
