import BitstreamKit

/// Operating points of VVC: sets of layers and their decoder requirements.
///
/// ISO/IEC 14496-15:2022, `VvcOperatingPointsRecord`.
public struct VvcOperatingPointsRecord: Syntax {
  public static let structureName: StaticString = "VvcOperatingPointsRecord"

  /// Profile, tier and level combinations, 1 to 256.
  public var profileTierLevels = [ProfileTierLevel()]
  /// Whether layers are independent, and the output layer mode.
  public var layering = Layering.dependent(olsModeIdc: 0)
  /// Reserved: 0; follows all_independent_layers_flag.
  public var reserved: UInt8 = 0
  /// Operating points.
  public var operatingPoints: [OperatingPoint] = []
  /// Layers and their references, at most 255.
  public var layers: [ReferringLayer] = []

  /// Creates a record with no operating points.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let records = try c.count("num_profile_tier_level_minus1", profileTierLevels.count, minus: 1, bits: 8)
    try c.list("ptl", &profileTierLevels, count: records, atLeast: 8, ProfileTierLevel()) { (c, v, i) throws(SyntaxError) in
      try c.u("ptl_max_temporal_id", &v.maxTemporalId, bits: 8, in: 0...6, sizing: true, at: i, -1)
      let sublayers = Int(v.maxTemporalId) + 1
      try c.structure("VvcPTLRecord", &v.record) { (c, v) throws(SyntaxError) in try v.syntax(&c, sublayers: sublayers) }
    }
    try layering.syntax(&c, &reserved)
    let points = try c.count("num_operating_points", operatingPoints.count, bits: 16)
    try c.list("operating_point", &operatingPoints, count: points, atLeast: 48, OperatingPoint()) { (c, v, _) throws(SyntaxError) in
      try c.structure("operating_point", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
    let count = try c.count("max_layer_count", layers.count, bits: 8)
    try c.list("layer", &layers, count: count, atLeast: 24, ReferringLayer()) { (c, v, i) throws(SyntaxError) in
      try c.u("layerID", &v.layerID, bits: 8, at: i)
      let count = try c.count("num_direct_ref_layers", v.directRefLayerIDs.count, bits: 8)
      try c.list("direct_ref_layerID", &v.directRefLayerIDs, count: count, atLeast: 8, 0) { (c, v, j) throws(SyntaxError) in
        try c.u("direct_ref_layerID", &v, bits: 8, at: i, j)
      }
      try c.u("max_tid_il_ref_pics_plus1", &v.maxTidIlRefPicsPlus1, bits: 8, at: i)
    }
  }

  /// Profile, tier and level.
  public struct ProfileTierLevel: Equatable, Sendable {
    /// Highest temporal layer, 0 to 6.
    public var maxTemporalId: UInt8 = 0
    /// Profile, tier, level and constraints.
    public var record = VVCPTLRecord()

    /// Creates an instance with default values (Main 10 profile, level 3.1).
    public init() {}
  }

  /// Relation of layers.
  public enum Layering: Equatable, Sendable {
    /// All layers are independent; whether each layer is an output layer set, and the reserved bits that follow.
    case independent(eachLayerIsAnOls: Bool, reserved: UInt8)
    /// Layers may depend on each other; ols_mode_idc of the video parameter set.
    case dependent(olsModeIdc: UInt8)

    mutating func syntax(_ c: inout SyntaxCoder, _ reservedBits: inout UInt8) throws(SyntaxError) {
      var (isIndependent, isEach, reserved, mode) = (false, false, UInt8(0), UInt8(0))
      switch self {
      case .independent(let heldEach, let heldReserved): (isIndependent, isEach, reserved) = (true, heldEach, heldReserved)
      case .dependent(let held): mode = held
      }
      try c.flag("all_independent_layers_flag", &isIndependent)
      try c.u("reserved", &reservedBits, bits: 7)
      if isIndependent {
        try c.flag("each_layer_is_an_ols_flag", &isEach)
        try c.u("reserved", &reserved, bits: 7)
        self = .independent(eachLayerIsAnOls: isEach, reserved: reserved)
      } else {
        try c.u("ols_mode_idc", &mode, bits: 8)
        self = .dependent(olsModeIdc: mode)
      }
    }
  }

  /// One operating point.
  public struct OperatingPoint: Equatable, Sendable {
    /// Index of the output layer set.
    public var outputLayerSetIdx: UInt16 = 0
    /// Index into `profileTierLevels`.
    public var ptlIdx: UInt8 = 0
    /// Highest temporal layer.
    public var maxTemporalId: UInt8 = 0
    /// Layers to decode, at most 255.
    public var layers: [Layer] = []
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
      try c.u("ptl_idx", &ptlIdx, bits: 8)
      try c.u("max_temporal_id", &maxTemporalId, bits: 8)
      let count = try c.count("layer_count", layers.count, bits: 8)
      try c.list("layer", &layers, count: count, atLeast: 8, Layer()) { (c, v, i) throws(SyntaxError) in
        try c.u("layer_id", &v.layerID, bits: 6, at: i)
        try c.flag("is_outputlayer", &v.isOutputlayer, at: i)
        try c.u("reserved", &v.reserved, bits: 1, at: i)
      }
      try c.u("reserved", &reserved, bits: 6)
      var present = (frameRate != nil, bitRate != nil)
      try c.flag("frame_rate_info_flag", &present.0)
      try c.flag("bit_rate_info_flag", &present.1)
      try c.when(present.0, &frameRate, OperatingPointFrameRate()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
      try c.when(present.1, &bitRate, OperatingPointBitRate()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
  }

  /// A layer of an operating point.
  public struct Layer: Equatable, Sendable {
    /// nuh_layer_id.
    public var layerID: UInt8 = 0
    /// Whether this is an output layer.
    public var isOutputlayer = false
    /// Reserved: 0.
    public var reserved: UInt8 = 0

    /// Creates an instance with default values (the base layer).
    public init() {}
  }

  /// A layer and its direct reference layers.
  public struct ReferringLayer: Equatable, Sendable {
    /// nuh_layer_id.
    public var layerID: UInt8 = 0
    /// nuh_layer_id of the direct reference layers, at most 255.
    public var directRefLayerIDs: [UInt8] = []
    /// Highest temporal layer used for inter-layer reference, plus 1.
    public var maxTidIlRefPicsPlus1: UInt8 = 0

    /// Creates an instance with default values (the base layer).
    public init() {}
  }
}
