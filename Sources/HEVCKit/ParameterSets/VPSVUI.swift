import BitstreamKit

/// Usability information of the layers.
///
/// ITU-T H.265 (08/2021) F.7.3.2.1.4 `vps_vui( )`, semantics F.7.4.3.1.4.
public struct VPSVUI: Equatable, Sendable {
  public static let structureName: StaticString = "vps_vui"

  /// Whether all pictures of an access unit have the same nal_unit_type.
  public var crossLayerPicTypeAlignedFlag = false
  /// nil, and inferred to be true, with the flag above: whether all pictures of an access unit are IRAP pictures where one is.
  public var crossLayerIrapAlignedFlag: Bool? = false
  /// Present with aligned IRAP pictures: whether all of them are IDR pictures where one is.
  public var allLayersIdrAlignedFlag: Bool?
  /// Whether layer sets have bit rates.
  public var bitRatePresentVpsFlag = false
  /// Whether layer sets have picture rates.
  public var picRatePresentVpsFlag = false
  /// For each layer set with either flag, the rates of its sub-layers.
  public var rates: [[Rates]] = []
  /// Whether the number of `videoSignalInfo` is coded and layers name theirs.
  public var videoSignalInfoIdxPresentFlag = false
  /// What samples mean; one for each layer where the number is not coded.
  public var videoSignalInfo: [VideoSignalInfo] = []
  /// For each layer, with more than one `videoSignalInfo` whose number is coded.
  public var vpsVideoSignalInfoIdx: [UInt8] = []
  /// For each layer, without tiles_not_in_use_flag.
  public var tiles: [Tiles]?
  /// tile_boundaries_aligned_flag of pairs of layers with tiles, the second a direct reference of the first.
  public var tileBoundariesAlignedFlags: [Bool] = []
  /// wpp_in_use_flag of each layer, without wpp_not_in_use_flag.
  public var wppInUseFlags: [Bool]?
  /// Whether access units without an IRAP picture have a single picture.
  public var singleLayerForNonIrapFlag = false
  /// Whether upper layers of access units with an IRAP picture are skipped alike.
  public var higherLayerIrapSkipFlag = false
  /// Present with ilp_restricted_ref_layers_flag, for each direct reference of each layer.
  public var spatialOffsets: [SpatialOffset]?
  /// Present with vps_vui_bsp_hrd_present_flag.
  public var bspHrdParams: VPSVUIBSPHRDParams?
  /// base_layer_parameter_set_compatibility_flag of each layer from the second on that depends on no other.
  public var baseLayerParameterSetCompatibilityFlags: [Bool] = []

  /// Rates of a sub-layer.
  public struct Rates: Equatable, Sendable {
    /// Present with bit_rate_present_flag: average and maximum, as F.7.4.3.1.4 codes them.
    public var bitRate: BitRate?
    /// Present with pic_rate_present_flag.
    public var picRate: PicRate?

    /// No rates.
    public init() {}
  }

  /// Bit rates.
  public struct BitRate: Equatable, Sendable {
    /// avg_bit_rate.
    public var avgBitRate: UInt16 = 0
    /// max_bit_rate.
    public var maxBitRate: UInt16 = 0

    /// Zeros.
    public init() {}
  }

  /// Picture rates.
  public struct PicRate: Equatable, Sendable {
    /// 0 not known, 1 constant, 2 within limits.
    public var constantPicRateIdc: UInt8 = 0
    /// Pictures in 256 seconds.
    public var avgPicRate: UInt16 = 0

    /// Zeros.
    public init() {}
  }

  /// Tiles of a layer.
  public struct Tiles: Equatable, Sendable {
    /// Whether a picture may have more than one tile.
    public var tilesInUseFlag = false
    /// Present with tiles.
    public var loopFilterNotAcrossTilesFlag: Bool?

    /// None.
    public init() {}
  }

  /// How far inter-layer prediction reaches in a reference picture.
  public struct SpatialOffset: Equatable, Sendable {
    /// 0 for no limit.
    public var minSpatialSegmentOffsetPlus1: UInt32 = 0
    /// Present with ctu_based_offset_enabled_flag, of offsets that are not 0.
    public var minHorizontalCtuOffsetPlus1: UInt32?

    /// No limit.
    public init() {}
  }

  /// Nothing is said.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder, _ layers: VPSExtension.LayerSets) throws(SyntaxError) {
    try c.flag("cross_layer_pic_type_aligned_flag", &crossLayerPicTypeAlignedFlag)
    try c.flag("cross_layer_irap_aligned_flag", &crossLayerIrapAlignedFlag, when: !crossLayerPicTypeAlignedFlag)
    try c.flag("all_layers_idr_aligned_flag", &allLayersIdrAlignedFlag, when: crossLayerIrapAlignedFlag ?? true)
    try rates(&c, layers)
    try signals(&c, layers)
    try parallelism(&c, layers)
    try c.flag("single_layer_for_non_irap_flag", &singleLayerForNonIrapFlag)
    try c.flag("higher_layer_irap_skip_flag", &higherLayerIrapSkipFlag)
    try restrictions(&c, layers)
    try c.optional("vps_vui_bsp_hrd_present_flag", &bspHrdParams, VPSVUIBSPHRDParams()) { (c, p) throws(SyntaxError) in
      try c.structure(VPSVUIBSPHRDParams.structureName, &p) { (c, p) throws(SyntaxError) in try p.syntax(&c, layers) }
    }
    let independent = layers.direct.indices.filter { $0 > 0 && layers.direct[$0].isEmpty }
    let name: StaticString = "base_layer_parameter_set_compatibility_flag"
    try c.list(name, &baseLayerParameterSetCompatibilityFlags, count: independent.count, atLeast: 1, false) {
      (c, v, n) throws(SyntaxError) in
      try c.flag(name, &v, at: independent[n])
    }
  }

  /// bit_rate_present_vps_flag to avg_pic_rate.
  mutating func rates(_ c: inout SyntaxCoder, _ layers: VPSExtension.LayerSets) throws(SyntaxError) {
    try c.flag("bit_rate_present_vps_flag", &bitRatePresentVpsFlag)
    try c.flag("pic_rate_present_vps_flag", &picRatePresentVpsFlag)
    let (hasBits, hasPics) = (bitRatePresentVpsFlag, picRatePresentVpsFlag)
    let first = layers.internalBase ? 0 : 1
    let count = hasBits || hasPics ? max(0, layers.lists.count - first) : 0
    try c.list("bit_rate_present_flag", &rates, count: count, atLeast: 1, []) { (c, set, n) throws(SyntaxError) in
      let i = first + n
      try c.list("bit_rate_present_flag", &set, count: layers.maxSubLayers[i] + 1, atLeast: 1, Rates()) { (c, r, j) throws(SyntaxError) in
        var (bits, pics) = (r.bitRate != nil, r.picRate != nil)
        if hasBits { try c.flag("bit_rate_present_flag", &bits, at: i, j) } else { bits = false }
        if hasPics { try c.flag("pic_rate_present_flag", &pics, at: i, j) } else { pics = false }
        try c.when(bits, &r.bitRate, BitRate()) { (c, v) throws(SyntaxError) in
          try c.u("avg_bit_rate", &v.avgBitRate, bits: 16, at: i, j)
          try c.u("max_bit_rate", &v.maxBitRate, bits: 16, at: i, j)
        }
        try c.when(pics, &r.picRate, PicRate()) { (c, v) throws(SyntaxError) in
          try c.u("constant_pic_rate_idc", &v.constantPicRateIdc, bits: 2, at: i, j)
          try c.u("avg_pic_rate", &v.avgPicRate, bits: 16, at: i, j)
        }
      }
    }
  }

  /// video_signal_info_idx_present_flag to vps_video_signal_info_idx.
  mutating func signals(_ c: inout SyntaxCoder, _ layers: VPSExtension.LayerSets) throws(SyntaxError) {
    let first = layers.internalBase ? 0 : 1
    let layerCount = max(0, layers.direct.count - first)
    try c.flag("video_signal_info_idx_present_flag", &videoSignalInfoIdxPresentFlag)
    let isNamed = videoSignalInfoIdxPresentFlag
    var count = layerCount
    if isNamed { count = try c.count("vps_num_video_signal_info_minus1", videoSignalInfo.count, minus: 1, bits: 4) }
    try c.list("video_signal_info", &videoSignalInfo, count: count, atLeast: 28, VideoSignalInfo()) { (c, info, _) throws(SyntaxError) in
      try c.nested(&info)
    }
    let named = isNamed && count > 1 ? layerCount : 0
    try c.list("vps_video_signal_info_idx", &vpsVideoSignalInfoIdx, count: named, atLeast: 4, 0) { (c, v, n) throws(SyntaxError) in
      try c.u("vps_video_signal_info_idx", &v, bits: 4, in: 0...UInt8(truncatingIfNeeded: count - 1), at: first + n)
    }
  }

  /// tiles_not_in_use_flag to wpp_in_use_flag.
  mutating func parallelism(_ c: inout SyntaxCoder, _ layers: VPSExtension.LayerSets) throws(SyntaxError) {
    let first = layers.internalBase ? 0 : 1
    let count = max(0, layers.direct.count - first)
    var notInUse = tiles == nil
    try c.flag("tiles_not_in_use_flag", &notInUse)
    try c.when(!notInUse, &tiles, []) { (c, list) throws(SyntaxError) in
      try c.list("tiles_in_use_flag", &list, count: count, atLeast: 1, Tiles()) { (c, t, n) throws(SyntaxError) in
        try c.flag("tiles_in_use_flag", &t.tilesInUseFlag, at: first + n)
        try c.flag("loop_filter_not_across_tiles_flag", &t.loopFilterNotAcrossTilesFlag, when: t.tilesInUseFlag, at: first + n)
      }
    }
    var pairs: [(Int, Int)] = []
    if let tiles {
      func hasTiles(_ place: Int) -> Bool { place >= first && place - first < tiles.count && tiles[place - first].tilesInUseFlag }
      for i in layers.direct.indices.dropFirst(first + 1) where hasTiles(i) {
        for (j, reference) in layers.direct[i].enumerated() where hasTiles(reference) { pairs.append((i, j)) }
      }
    }
    try c.list("tile_boundaries_aligned_flag", &tileBoundariesAlignedFlags, count: pairs.count, atLeast: 1, false) {
      (c, v, n) throws(SyntaxError) in
      try c.flag("tile_boundaries_aligned_flag", &v, at: pairs[n].0, pairs[n].1)
    }
    notInUse = wppInUseFlags == nil
    try c.flag("wpp_not_in_use_flag", &notInUse)
    try c.when(!notInUse, &wppInUseFlags, []) { (c, list) throws(SyntaxError) in
      try c.list("wpp_in_use_flag", &list, count: count, atLeast: 1, false) { (c, v, n) throws(SyntaxError) in
        try c.flag("wpp_in_use_flag", &v, at: first + n)
      }
    }
  }

  /// ilp_restricted_ref_layers_flag to min_horizontal_ctu_offset_plus1.
  mutating func restrictions(_ c: inout SyntaxCoder, _ layers: VPSExtension.LayerSets) throws(SyntaxError) {
    var pairs: [(Int, Int)] = []
    for i in layers.direct.indices.dropFirst() {
      for (j, reference) in layers.direct[i].enumerated() where layers.internalBase || reference > 0 { pairs.append((i, j)) }
    }
    try c.optional("ilp_restricted_ref_layers_flag", &spatialOffsets, []) { (c, list) throws(SyntaxError) in
      try c.list("min_spatial_segment_offset_plus1", &list, count: pairs.count, atLeast: 1, SpatialOffset()) {
        (c, o, n) throws(SyntaxError) in
        let (i, j) = pairs[n]
        try c.ue("min_spatial_segment_offset_plus1", &o.minSpatialSegmentOffsetPlus1, at: i, j)
        var present = o.minHorizontalCtuOffsetPlus1 != nil
        if o.minSpatialSegmentOffsetPlus1 > 0 { try c.flag("ctu_based_offset_enabled_flag", &present, at: i, j) } else { present = false }
        try c.when(present, &o.minHorizontalCtuOffsetPlus1, 0) { (c, v) throws(SyntaxError) in
          try c.ue("min_horizontal_ctu_offset_plus1", &v, at: i, j)
        }
      }
    }
  }
}

/// What samples of a layer mean.
///
/// ITU-T H.265 (08/2021) F.7.3.2.1.5 `video_signal_info( )`: code points as in `VUIParameters`.
public struct VideoSignalInfo: Syntax {
  public static let structureName: StaticString = "video_signal_info"

  /// 0 component to 5 unspecified.
  public var videoVpsFormat: UInt8 = 5
  /// Whether samples use all values.
  public var videoFullRangeVpsFlag = false
  /// Table E.3.
  public var colourPrimariesVps: UInt8 = 2
  /// Table E.4.
  public var transferCharacteristicsVps: UInt8 = 2
  /// Table E.5.
  public var matrixCoeffsVps: UInt8 = 2

  /// Unspecified.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("video_vps_format", &videoVpsFormat, bits: 3)
    try c.flag("video_full_range_vps_flag", &videoFullRangeVpsFlag)
    try c.u("colour_primaries_vps", &colourPrimariesVps, bits: 8)
    try c.u("transfer_characteristics_vps", &transferCharacteristicsVps, bits: 8)
    try c.u("matrix_coeffs_vps", &matrixCoeffsVps, bits: 8)
  }
}
