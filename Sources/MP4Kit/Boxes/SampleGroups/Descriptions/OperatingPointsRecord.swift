import BitstreamKit

/// Operating points of L-HEVC: sets of layers and their decoder requirements.
///
/// ISO/IEC 14496-15:2022, 9.6.2 `OperatingPointsRecord`.
public struct OperatingPointsRecord: Syntax {
  public static let structureName: StaticString = "OperatingPointsRecord"

  /// Profile, tier and level; the fields are those of the parameter sets.
  public struct ProfileTierLevel: Equatable, Sendable {
    /// general_profile_space.
    public var generalProfileSpace: UInt8 = 0
    /// general_tier_flag.
    public var generalTierFlag = false
    /// general_profile_idc.
    public var generalProfileIdc: UInt8 = 0
    /// general_profile_compatibility_flags.
    public var generalProfileCompatibilityFlags: UInt32 = 0
    /// general_constraint_indicator_flags.
    public var generalConstraintIndicatorFlags: UInt64 = 0
    /// general_level_idc.
    public var generalLevelIdc: UInt8 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// scalability_mask_flag of the video parameter set: one bit for each scalability dimension.
  public var scalabilityMask: UInt16 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Profile, tier and level combinations, at most 63.
  public var profileTierLevels: [ProfileTierLevel] = []
  /// Operating points.
  public var operatingPoints: [OperatingPoint] = []
  /// Layers and their dependencies, at most 255.
  public var layers: [DependentLayer] = []

  /// Creates a record with no operating points.
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

  /// One operating point.
  public struct OperatingPoint: Equatable, Sendable {
    /// Index of the output layer set.
    public var outputLayerSetIdx: UInt16 = 0
    /// Highest temporal layer.
    public var maxTemporalId: UInt8 = 0
    /// Layers to decode, at most 255.
    public var layers: [Layer] = []
    /// Minimum width in luma samples.
    public var minPicWidth: UInt16 = 0
    /// Minimum height in luma samples.
    public var minPicHeight: UInt16 = 0
    /// Maximum width in luma samples.
    public var maxPicWidth: UInt16 = 0
    /// Maximum height in luma samples.
    public var maxPicHeight: UInt16 = 0
    /// Maximum chroma_format_idc.
    public var maxChromaFormat: UInt8 = 0
    /// Maximum bit depth minus 8.
    public var maxBitDepthMinus8: UInt8 = 0
    /// Reserved: 0.
    public var reserved: UInt8 = 0
    /// Frame rate; nil if absent.
    public var frameRate: OperatingPointFrameRate?
    /// Bit rate; nil if absent.
    public var bitRate: OperatingPointBitRate?

    /// Creates an instance with no layers.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.u("output_layer_set_idx", &outputLayerSetIdx, bits: 16)
      try c.u("max_temporal_id", &maxTemporalId, bits: 8)
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
    /// 1-based index into `profileTierLevels`; 0 for none.
    public var ptlIdx: UInt8 = 0
    /// nuh_layer_id.
    public var layerID: UInt8 = 0
    /// Whether this is an output layer.
    public var isOutputlayer = false
    /// Whether this is an alternative output layer.
    public var isAlternateOutputlayer = false

    /// Creates an instance with default values (the base layer).
    public init() {}
  }

  /// A layer with its dependencies and scalability dimensions.
  public struct DependentLayer: Equatable, Sendable {
    /// nuh_layer_id.
    public var dependentLayerID: UInt8 = 0
    /// nuh_layer_id of the layers that it depends on, at most 255.
    public var dependentOnLayerIDs: [UInt8] = []
    /// One identifier for each bit set in scalability_mask.
    public var dimensionIdentifiers: [UInt8] = []

    /// Creates an instance with default values (the base layer).
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
