import BitstreamKit

/// The configuration of a VVC decoder.
///
/// ISO/IEC 14496-15:2022, 11.2.4.2 `VvcConfigurationBox` and `VvcDecoderConfigurationRecord`.
public struct VVCConfigurationBox: TypedBox {
  public static let structureName: StaticString = "VvcConfigurationBox"
  public static var boxType: FourCC { "vvcC" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// 31.
  public var reserved: UInt8 = 31
  /// The size of the lengths before NAL units, less one: 0, 1 or 3.
  public var lengthSizeMinusOne: UInt8 = 3
  /// What the stream is; nil where the record says nothing of it.
  public var ptl: ProfileAndFormat?
  /// Parameter sets and SEI messages, by type.
  public var arrays: [NALUnitArray] = []

  /// A record without parameter sets.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("reserved", &reserved, bits: 5)
    try c.u("LengthSizeMinusOne", &lengthSizeMinusOne, bits: 2)
    try c.optional("ptl_present_flag", &ptl)
    let count = try c.count("num_of_arrays", arrays.count, bits: 8)
    try c.list("num_of_arrays", &arrays, count: count, atLeast: 24, NALUnitArray()) { (c, v, _) throws(SyntaxError) in try c.nested(&v) }
  }

  /// The profile, tier and level of a stream, and the form of its pictures.
  public struct ProfileAndFormat: Syntax {
    public static let structureName: StaticString = "ptl"

    /// The output layer set that the record is for.
    public var olsIdx: UInt16 = 0
    /// The number of temporal layers, 1 to 7.
    public var numSublayers: UInt8 = 1
    /// 0 unknown, 1 constant, 2 constant in every temporal layer.
    public var constantFrameRate: UInt8 = 0
    /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    public var chromaFormatIdc: UInt8 = 1
    /// 0 to 7.
    public var bitDepthMinus8: UInt8 = 0
    /// 31.
    public var reserved: UInt8 = 31
    /// Profile, tier, level and constraints.
    public var nativePTL = VVCPTLRecord()
    /// In pixels.
    public var maxPictureWidth: UInt16 = 0
    /// In pixels.
    public var maxPictureHeight: UInt16 = 0
    /// Frames in 256 seconds; 0 unspecified.
    public var avgFrameRate: UInt16 = 0

    /// One layer of 4:2:0.
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

  /// The NAL units of one type.
  public struct NALUnitArray: Syntax {
    public static let structureName: StaticString = "array"

    /// Whether all units of the type are here and none in the samples.
    public var arrayCompleteness = false
    /// 0.
    public var reserved: UInt8 = 0
    /// 12 OPI, 13 DCI, 14 VPS, 15 SPS, 16 PPS, 17 and 18 APS, 23 and 24 SEI.
    public var nalUnitType: UInt8 = 15
    /// The units with their headers, at most 65535 bytes each. Of the types 12 and 13 there is one, and no number in front of it.
    public var nalUnits: [[UInt8]] = []

    /// An empty array.
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
  /// 1 Main 10, 33 Main 10 4:4:4, 17 and 49 the same with several layers, 65 and 97 for still pictures.
  public var generalProfileIdc: UInt8 = 1
  /// False for the Main tier, true for the High tier.
  public var generalTierFlag = false
  /// 16 times the level and three for each part of it: 51 for 3.1.
  public var generalLevelIdc: UInt8 = 51
  /// Whether all pictures are whole frames.
  public var ptlFrameOnlyConstraintFlag = false
  /// Whether layers may refer to each other.
  public var ptlMultilayerEnabledFlag = false
  /// The first six bits of the constraints.
  public var generalConstraintInfoStart: UInt8 = 0
  /// The bytes behind those, at most 62.
  public var generalConstraintInfo: [UInt8] = []
  /// The levels of temporal layers, from the second highest to the lowest; nil where it is that of the next. One fewer than there
  /// are layers.
  public var sublayerLevelIdc: [UInt8?] = []
  /// 0.
  public var ptlReservedZeroBits: UInt8 = 0
  /// 0; what stands in front of the number of bytes of constraints.
  public var reserved: UInt8 = 0
  /// Profiles that others than the standard have defined.
  public var generalSubProfileIdc: [UInt32] = []

  /// Main 10 at level 3.1.
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
