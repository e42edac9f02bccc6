import BitstreamKit

/// The layers of a stream and how they depend on each other.
///
/// ITU-T H.265 (08/2021) F.7.3.2.1.1 `vps_extension( )`, semantics F.7.4.3.1.1.
public struct VPSExtension: Equatable, Sendable {
  public static let structureName: StaticString = "vps_extension"

  /// The profile of the base layer; present if there is more than one layer and the base layer is in this stream.
  public var profileTierLevel: ProfileTierLevel?
  /// Whether dimension ids are bit fields of nuh_layer_id.
  public var splittingFlag = false
  /// scalability_mask_flag[0] in the highest bit: 0 texture or depth, 1 view, 2 spatial or quality, 3 auxiliary.
  public var scalabilityMaskFlags: UInt16 = 0
  /// Bits of each dimension, minus 1; without the last one with splitting_flag.
  public var dimensionIdLenMinus1: [UInt8] = []
  /// Whether nuh_layer_id values are coded explicitly.
  public var vpsNuhLayerIdPresentFlag = false
  /// Layers from the second on.
  public var layers: [Layer] = []
  /// view_id_len, 0 to 15 bits.
  public var viewIdLen: UInt8 = 0
  /// For each view, where view_id_len is not 0.
  public var viewIdVal: [UInt16] = []
  /// For each layer from the second on: bit j is direct_dependency_flag[i][j].
  public var directDependencyFlags: [UInt64] = []
  /// Additional layer sets built from trees: for each, highest_layer_idx_plus1 of the trees from the second on. Empty if
  /// there is only one tree.
  public var addLayerSets: [[UInt8]] = []
  /// For each layer, present with vps_sub_layers_max_minus1_present_flag.
  public var subLayersVpsMaxMinus1: [UInt8]?
  /// For each pair of layers that depend on each other, present with max_tid_ref_present_flag.
  public var maxTidIlRefPicsPlus1: [UInt8]?
  /// default_ref_layers_active_flag.
  public var defaultRefLayersActiveFlag = false
  /// vps_num_profile_tier_level_minus1, 0 to 63.
  public var vpsNumProfileTierLevelMinus1: UInt8 = 0
  /// Profiles and levels from the second on, or from the third if the base layer is in this stream.
  public var profileTierLevels: [ProfileTierLevel] = []
  /// Present with more than one layer set.
  public var outputLayerSetInfo: OutputLayerSetInfo?
  /// Output layer sets from the second on.
  public var outputLayerSets: [OutputLayerSet] = []
  /// 1 to 256.
  public var repFormats: [RepFormat] = [RepFormat()]
  /// For each layer, or from the second on if the base layer is in this stream; present if rep_format_idx_present_flag.
  public var vpsRepFormatIdx: [UInt8]?
  /// max_one_active_ref_layer_flag.
  public var maxOneActiveRefLayerFlag = false
  /// vps_poc_lsb_aligned_flag.
  public var vpsPocLsbAlignedFlag = false
  /// Bit i is poc_lsb_not_present_flag[i], of layers that depend on no other.
  public var pocLsbNotPresentFlags: UInt64 = 0
  /// dpb_size( ) and what follows it; nil where the bits contradict that, which are then kept in `vpsExtensionData`.
  public var remainder: Remainder? = Remainder()
  /// vps_extension2_flag; nil where the bits end before it.
  public var vpsExtension2Flag: Bool? = false
  /// The elements after the flag, if it is set; nil if the bits contradict that.
  public var extension2: Extension2?
  /// vps_extension_data_flag: what this type does not take apart.
  public var vpsExtensionData = BitString.empty

  /// A layer.
  public struct Layer: Equatable, Sendable {
    /// nuh_layer_id; nil if it equals the layer index.
    public var layerIdInNuh: UInt8?
    /// Its id in each dimension; empty with splitting_flag.
    public var dimensionId: [UInt8] = []

    /// A layer without dimensions.
    public init() {}
  }

  /// Output layer set signalling.
  public struct OutputLayerSetInfo: Equatable, Sendable {
    /// Output layer sets beyond those that are layer sets.
    public var numAddOlss: UInt16 = 0
    /// 0 all layers, 1 the highest, 2 signalled individually.
    public var defaultOutputLayerIdc: UInt8 = 0

    /// All layers.
    public init() {}
  }

  /// An output layer set.
  public struct OutputLayerSet: Equatable, Sendable {
    /// The layer set, minus 1; of sets beyond those that are layer sets.
    public var layerSetIdxForOlsMinus1: UInt16?
    /// One flag per layer, if output layers are signalled individually.
    public var outputLayerFlags: [Bool] = []
    /// For each necessary layer, if there is more than one profile.
    public var profileTierLevelIdx: [UInt8] = []
    /// Present if a single output layer depends on others.
    public var altOutputLayerFlag: Bool?

    /// A set as it follows from its layer set.
    public init() {}
  }

  /// The smallest extension.
  public init() {}
}

/// Size and sample format of layers.
///
/// ITU-T H.265 (08/2021) F.7.3.2.1.2 `rep_format( )`.
public struct RepFormat: Syntax {
  public static let structureName: StaticString = "rep_format"

  /// Luma samples.
  public var picWidthVpsInLumaSamples: UInt16 = 8
  /// Luma samples.
  public var picHeightVpsInLumaSamples: UInt16 = 8
  /// Present if chroma_and_bit_depth_vps_present_flag; as in the format before without.
  public var samples: Samples? = Samples()
  /// Present if conformance_window_vps_flag.
  public var conformanceWindow: Window?

  /// The sample format.
  public struct Samples: Equatable, Sendable {
    /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    public var chromaFormatVpsIdc: UInt8 = 1
    /// Present with 4:4:4.
    public var separateColourPlaneVpsFlag: Bool?
    /// 0 to 8.
    public var bitDepthVpsLumaMinus8: UInt8 = 0
    /// 0 to 8.
    public var bitDepthVpsChromaMinus8: UInt8 = 0

    /// 4:2:0 of 8 bits.
    public init() {}
  }

  /// 8 by 8 samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("pic_width_vps_in_luma_samples", &picWidthVpsInLumaSamples, bits: 16, in: 1...65535)
    try c.u("pic_height_vps_in_luma_samples", &picHeightVpsInLumaSamples, bits: 16, in: 1...65535)
    try c.optional("chroma_and_bit_depth_vps_present_flag", &samples, Samples()) { (c, s) throws(SyntaxError) in
      try c.u("chroma_format_vps_idc", &s.chromaFormatVpsIdc, bits: 2)
      try c.flag("separate_colour_plane_vps_flag", &s.separateColourPlaneVpsFlag, when: s.chromaFormatVpsIdc == 3)
      try c.u("bit_depth_vps_luma_minus8", &s.bitDepthVpsLumaMinus8, bits: 4, in: 0...8, sizing: true, at: -1, -1)
      try c.u("bit_depth_vps_chroma_minus8", &s.bitDepthVpsChromaMinus8, bits: 4, in: 0...8, sizing: true, at: -1, -1)
    }
    try c.optional("conformance_window_vps_flag", &conformanceWindow, Window()) { (c, w) throws(SyntaxError) in
      try w.syntax(&c, .conformanceInVPS)
    }
  }
}
