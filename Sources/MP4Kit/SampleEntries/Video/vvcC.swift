import BitstreamKit

/// VVC decoder configuration.
///
/// ISO/IEC 14496-15:2022, 11.2.4.2 `VvcConfigurationBox` and `VvcDecoderConfigurationRecord`.
public struct VVCConfigurationBox: TypedBox {
  public static let structureName: StaticString = "VvcConfigurationBox"
  public static var boxType: FourCC { "vvcC" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Reserved: 31.
  public var reserved: UInt8 = 31
  /// Size of NAL unit length fields in bytes, minus 1: 0, 1 or 3.
  public var lengthSizeMinusOne: UInt8 = 3
  /// Profile, tier, level and picture format; nil if absent.
  public var ptl: ProfileAndFormat?
  /// Parameter sets and SEI messages, grouped by NAL unit type.
  public var arrays: [NALUnitArray] = []

  /// Creates a box with default values (no parameter sets).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("reserved", &reserved, bits: 5)
    try c.u("LengthSizeMinusOne", &lengthSizeMinusOne, bits: 2)
    try c.optional("ptl_present_flag", &ptl)
    let count = try c.count("num_of_arrays", arrays.count, bits: 8)
    try c.list("num_of_arrays", &arrays, count: count, atLeast: 24, NALUnitArray()) { (c, v, _) throws(SyntaxError) in try c.nested(&v) }
  }

  /// Profile, tier, level and picture format of a stream.
  public struct ProfileAndFormat: Syntax {
    public static let structureName: StaticString = "ptl"

    /// Index of the output layer set.
    public var olsIdx: UInt16 = 0
    /// Number of temporal layers, 1 to 7.
    public var numSublayers: UInt8 = 1
    /// 0 unknown, 1 constant, 2 constant in each temporal layer.
    public var constantFrameRate: UInt8 = 0
    /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    public var chromaFormatIdc: UInt8 = 1
    /// Bit depth minus 8, 0 to 7.
    public var bitDepthMinus8: UInt8 = 0
    /// Reserved: 31.
    public var reserved: UInt8 = 31
    /// Profile, tier, level and constraints.
    public var nativePTL = VVCPTLRecord()
    /// Maximum width in pixels.
    public var maxPictureWidth: UInt16 = 0
    /// Maximum height in pixels.
    public var maxPictureHeight: UInt16 = 0
    /// Average frame rate in frames per 256 seconds; 0 if unspecified.
    public var avgFrameRate: UInt16 = 0

    /// Creates an instance with default values (one 4:2:0 layer).
    public init() {}

    public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.u("ols_idx", &olsIdx, bits: 9)
      try c.u("num_sublayers", &numSublayers, bits: 3, in: 0...7, sizing: true, at: -1, -1)
      try c.u("constant_frame_rate", &constantFrameRate, bits: 2)
      try c.u("chroma_format_idc", &chromaFormatIdc, bits: 2)
      try c.u("bit_depth_minus8", &bitDepthMinus8, bits: 3)
      try c.u("reserved", &reserved, bits: 5)
      let sublayers = Int(numSublayers)
      try c.structure("VvcPTLRecord", &nativePTL) { (c, v) throws(SyntaxError) in try v.syntax(&c, sublayers: sublayers) }
      try c.u("max_picture_width", &maxPictureWidth, bits: 16)
      try c.u("max_picture_height", &maxPictureHeight, bits: 16)
      try c.u("avg_frame_rate", &avgFrameRate, bits: 16)
    }
  }

  /// NAL units of one type.
  public struct NALUnitArray: Syntax {
    public static let structureName: StaticString = "array"

    /// Whether the array contains all NAL units of the type, so that none are in the samples.
    public var arrayCompleteness = false
    /// Reserved: 0.
    public var reserved: UInt8 = 0
    /// NAL unit type: 12 OPI, 13 DCI, 14 VPS, 15 SPS, 16 PPS, 17 and 18 APS, 23 and 24 SEI.
    public var nalUnitType: UInt8 = 15
    /// NAL units including headers, at most 65535 bytes each. Types 12 and 13 have exactly one and no coded count.
    public var nalUnits: [[UInt8]] = []

    /// Creates an instance with default values.
    public init() {}

    public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.flag("array_completeness", &arrayCompleteness)
      try c.u("reserved", &reserved, bits: 2)
      try c.u("NAL_unit_type", &nalUnitType, bits: 5)
      let isSingle = nalUnitType == 12 || nalUnitType == 13
      let count = isSingle ? 1 : try c.count("num_nalus", nalUnits.count, bits: 16)
      try c.list("num_nalus", &nalUnits, count: count, atLeast: 16, []) { (c, v, _) throws(SyntaxError) in
        let length = try c.count("nal_unit_length", v.count, bits: 16)
        try c.bytes("nal_unit", &v, count: length)
      }
    }
  }
}

/// Profile, tier and level of VVC.
///
/// ISO/IEC 14496-15:2022, 11.2.4.2 `VvcPTLRecord`; H.266, 7.3.3.1.
public struct VVCPTLRecord: Equatable, Sendable {
  /// Profile: 1 Main 10, 33 Main 10 4:4:4, 17 and 49 their multilayer variants, 65 and 97 their still picture variants.
  public var generalProfileIdc: UInt8 = 1
  /// Whether the tier is High instead of Main.
  public var generalTierFlag = false
  /// 16 × major level + 3 × minor level, e.g. 51 for 3.1.
  public var generalLevelIdc: UInt8 = 51
  /// Whether all pictures are frames.
  public var ptlFrameOnlyConstraintFlag = false
  /// Whether inter-layer prediction may be used.
  public var ptlMultilayerEnabledFlag = false
  /// First six bits of the constraint information.
  public var generalConstraintInfoStart: UInt8 = 0
  /// Remaining bytes of the constraint information, at most 62.
  public var generalConstraintInfo: [UInt8] = []
  /// Levels of the temporal layers, from the second highest to the lowest; nil if equal to the next higher layer. There is one fewer than
  /// layers.
  public var sublayerLevelIdc: [UInt8?] = []
  /// Reserved: 0.
  public var ptlReservedZeroBits: UInt8 = 0
  /// Reserved: 0; precedes num_bytes_constraint_info.
  public var reserved: UInt8 = 0
  /// General sub-profiles, defined outside the standard.
  public var generalSubProfileIdc: [UInt32] = []

  /// Creates a record with default values (Main 10 profile, level 3.1).
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder, sublayers: Int) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 2)
    let constraintBytes = try c.count("num_bytes_constraint_info", generalConstraintInfo.count + 1, bits: 6, in: 1...63)
    try c.u("general_profile_idc", &generalProfileIdc, bits: 7)
    try c.flag("general_tier_flag", &generalTierFlag)
    try c.u("general_level_idc", &generalLevelIdc, bits: 8)
    try c.flag("ptl_frame_only_constraint_flag", &ptlFrameOnlyConstraintFlag)
    try c.flag("ptl_multilayer_enabled_flag", &ptlMultilayerEnabledFlag)
    try c.u("general_constraint_info", &generalConstraintInfoStart, bits: 6)
    try c.bytes("general_constraint_info", &generalConstraintInfo, count: constraintBytes - 1)
    var present = [Bool](repeating: false, count: max(0, sublayers - 1))
    for index in present.indices where index < sublayerLevelIdc.count { present[index] = sublayerLevelIdc[index] != nil }
    if sublayers > 1 {
      for index in present.indices {
        var flag = present[index]
        try c.flag("ptl_sublayer_level_present_flag", &flag, at: sublayers - 2 - index)
        present[index] = flag
      }
      try c.u("ptl_reserved_zero_bit", &ptlReservedZeroBits, bits: 9 - sublayers)
    }
    try c.list("sublayer_level_idc", &sublayerLevelIdc, count: present.count, atLeast: 0, nil) { (c, v, i) throws(SyntaxError) in
      try c.u("sublayer_level_idc", &v, bits: 8, when: present[i], at: sublayers - 2 - i)
    }
    let profiles = try c.count("ptl_num_sub_profiles", generalSubProfileIdc.count, bits: 8)
    try c.list("general_sub_profile_idc", &generalSubProfileIdc, count: profiles, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("general_sub_profile_idc", &v, bits: 32, at: i)
    }
  }
}
