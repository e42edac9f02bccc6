import BitstreamKit

/// The operating points of L-HEVC: which layers are decoded together, and what that takes.
///
/// ISO/IEC 14496-15:2022, 9.6.2 `OperatingPointsRecord`.
public struct OperatingPointsRecord: Syntax {
  public static let structureName: StaticString = "OperatingPointsRecord"

  /// Profile, tier and level.
  public struct ProfileTierLevel: Equatable, Sendable {
    /// As in the parameter sets.
    public var generalProfileSpace: UInt8 = 0
    /// As in the parameter sets.
    public var generalTierFlag = false
    /// As in the parameter sets.
    public var generalProfileIdc: UInt8 = 0
    /// As in the parameter sets.
    public var generalProfileCompatibilityFlags: UInt32 = 0
    /// As in the parameter sets.
    public var generalConstraintIndicatorFlags: UInt64 = 0
    /// As in the parameter sets.
    public var generalLevelIdc: UInt8 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// scalability_mask_flag of the video parameter set: a bit for each dimension in which layers differ.
  public var scalabilityMask: UInt16 = 0
  /// 0.
  public var reserved: UInt8 = 0
  /// At most 63.
  public var profileTierLevels: [ProfileTierLevel] = []
  /// The operating points.
  public var operatingPoints: [OperatingPoint] = []
  /// The layers, and on which they depend; at most 255.
  public var layers: [DependentLayer] = []

  /// No operating points.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("scalability_mask", &scalabilityMask, bits: 16)
    try c.u("reserved", &reserved, bits: 2)
    let numProfileTierLevel = try c.count("num_profile_tier_level", profileTierLevels.count, bits: 6)
    try c.list("ptl", &profileTierLevels, count: numProfileTierLevel, atLeast: 96, ProfileTierLevel()) { (c, v, i) throws(SyntaxError) in
      try c.u("general_profile_space", &v.generalProfileSpace, bits: 2, at: i)
      try c.flag("general_tier_flag", &v.generalTierFlag, at: i)
      try c.u("general_profile_idc", &v.generalProfileIdc, bits: 5, at: i)
      try c.u("general_profile_compatibility_flags", &v.generalProfileCompatibilityFlags, bits: 32, at: i)
      try c.u("general_constraint_indicator_flags", &v.generalConstraintIndicatorFlags, bits: 48, at: i)
      try c.u("general_level_idc", &v.generalLevelIdc, bits: 8, at: i)
    }
    let points = try c.count("num_operating_points", operatingPoints.count, bits: 16)
    try c.list("operating_point", &operatingPoints, count: points, atLeast: 104, OperatingPoint()) { (c, v, _) throws(SyntaxError) in
      try c.structure("operating_point", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
    let mask = scalabilityMask
    let count = try c.count("max_layer_count", layers.count, bits: 8)
    try c.list("layer", &layers, count: count, atLeast: 16, DependentLayer()) { (c, v, i) throws(SyntaxError) in
      try v.syntax(&c, dimensions: mask.nonzeroBitCount, at: i)
    }
  }

  /// An operating point.
  public struct OperatingPoint: Equatable, Sendable {
    /// The output layer set.
    public var outputLayerSetIdx: UInt16 = 0
    /// The highest temporal layer.
    public var maxTemporalID: UInt8 = 0
    /// The layers that are decoded; at most 255.
    public var layers: [Layer] = []
    /// The smallest width, in luma samples.
    public var minPicWidth: UInt16 = 0
    /// The smallest height, in luma samples.
    public var minPicHeight: UInt16 = 0
    /// The largest width, in luma samples.
    public var maxPicWidth: UInt16 = 0
    /// The largest height, in luma samples.
    public var maxPicHeight: UInt16 = 0
    /// The largest chroma_format_idc.
    public var maxChromaFormat: UInt8 = 0
    /// The largest bit depth, less eight.
    public var maxBitDepthMinus8: UInt8 = 0
    /// 0.
    public var reserved: UInt8 = 0
    /// Frame rates, where they are known.
    public var frameRate: OperatingPointFrameRate?
    /// Bit rates, where they are known.
    public var bitRate: OperatingPointBitRate?

    /// No layers.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.u("output_layer_set_idx", &outputLayerSetIdx, bits: 16)
      try c.u("max_temporal_id", &maxTemporalID, bits: 8)
      let count = try c.count("layer_count", layers.count, bits: 8)
      try c.list("layer", &layers, count: count, atLeast: 16, Layer()) { (c, v, i) throws(SyntaxError) in
        try c.u("ptl_idx", &v.ptlIdx, bits: 8, at: i)
        try c.u("layer_id", &v.layerID, bits: 6, at: i)
        try c.flag("is_outputlayer", &v.isOutputlayer, at: i)
        try c.flag("is_alternate_outputlayer", &v.isAlternateOutputlayer, at: i)
      }
      try c.u("minPicWidth", &minPicWidth, bits: 16)
      try c.u("minPicHeight", &minPicHeight, bits: 16)
      try c.u("maxPicWidth", &maxPicWidth, bits: 16)
      try c.u("maxPicHeight", &maxPicHeight, bits: 16)
      try c.u("maxChromaFormat", &maxChromaFormat, bits: 2)
      try c.u("maxBitDepthMinus8", &maxBitDepthMinus8, bits: 3)
      try c.u("reserved", &reserved, bits: 1)
      var present = (frameRate != nil, bitRate != nil)
      try c.flag("frame_rate_info_flag", &present.0)
      try c.flag("bit_rate_info_flag", &present.1)
      try c.when(present.0, &frameRate, OperatingPointFrameRate()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
      try c.when(present.1, &bitRate, OperatingPointBitRate()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
  }

  /// A layer of an operating point.
  public struct Layer: Equatable, Sendable {
    /// Its profile, tier and level: counted from 1 in the list above, 0 for none.
    public var ptlIdx: UInt8 = 0
    /// nuh_layer_id.
    public var layerID: UInt8 = 0
    /// Whether it is output.
    public var isOutputlayer = false
    /// Whether it is output where the output layer is missing.
    public var isAlternateOutputlayer = false

    /// The base layer.
    public init() {}
  }

  /// A layer, those that it depends on, and its place in each dimension.
  public struct DependentLayer: Equatable, Sendable {
    /// nuh_layer_id.
    public var dependentLayerID: UInt8 = 0
    /// nuh_layer_id of each layer that it depends on; at most 255.
    public var dependentOnLayerIDs: [UInt8] = []
    /// One for each bit of scalability_mask that is set.
    public var dimensionIdentifiers: [UInt8] = []

    /// The base layer.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder, dimensions: Int, at i: Int) throws(SyntaxError) {
      try c.u("dependent_layerID", &dependentLayerID, bits: 8, at: i)
      let count = try c.count("num_layers_dependent_on", dependentOnLayerIDs.count, bits: 8)
      try c.list("dependent_on_layerID", &dependentOnLayerIDs, count: count, atLeast: 8, 0) { (c, v, j) throws(SyntaxError) in
        try c.u("dependent_on_layerID", &v, bits: 8, at: i, j)
      }
      try c.list("dimension_identifier", &dimensionIdentifiers, count: dimensions, atLeast: 8, 0) { (c, v, j) throws(SyntaxError) in
        try c.u("dimension_identifier", &v, bits: 8, at: i, j)
      }
    }
  }
}
