import BitstreamKit

/// The 88 profile bits of a stream or a sub-layer; element names begin with `general_` or `sub_layer_`.
///
/// ITU-T H.265 (08/2021) 7.3.3, semantics 7.4.4.
public struct ProfileInformation: Equatable, Sendable {
  /// 0.
  public var profileSpace: UInt8 = 0
  /// False for the Main tier, true for the High tier.
  public var tierFlag = false
  /// 0 to 31 (Annex A, F, G, H, I).
  public var profileIdc: UInt8 = 0
  /// profile_compatibility_flag[0] in the highest bit.
  public var profileCompatibilityFlags: UInt32 = 0
  /// Whether the source is progressive.
  public var progressiveSourceFlag = false
  /// Whether the source is interlaced.
  public var interlacedSourceFlag = false
  /// Whether frame packing and similar SEI messages are absent.
  public var nonPackedConstraintFlag = false
  /// Whether field_seq_flag is 0.
  public var frameOnlyConstraintFlag = false
  /// The 43 bits whose meaning depends on the profile, most significant first. `ProfileTierLevel+Derived` has accessors.
  public var constraintBits: UInt64 = 0
  /// inbld_flag if the profile has it, otherwise reserved_zero_bit.
  public var lastBit = false

  /// Creates zero values.
  public init() {}

  /// Whether the profile is `idc` or is flagged as compatible with it.
  public func conforms(to idc: UInt8) -> Bool {
    profileIdc == idc || (idc < 32 && profileCompatibilityFlags >> UInt32(31 - idc) & 1 == 1)
  }

  /// - Parameters:
  ///   - g: whether element names begin with `general_`; otherwise with `sub_layer_`.
  ///   - i: the sub-layer.
  public mutating func syntax(_ c: inout SyntaxCoder, isGeneral g: Bool, at i: Int) throws(SyntaxError) {
    try c.u(g ? "general_profile_space" : "sub_layer_profile_space", &profileSpace, bits: 2, in: 0...0, at: i)
    try c.flag(g ? "general_tier_flag" : "sub_layer_tier_flag", &tierFlag, at: i)
    try c.u(g ? "general_profile_idc" : "sub_layer_profile_idc", &profileIdc, bits: 5, at: i)
    let compatibility: StaticString = g ? "general_profile_compatibility_flag" : "sub_layer_profile_compatibility_flag"
    var flags = profileCompatibilityFlags
    for j in 0..<32 {
      var bit = flags >> UInt32(31 - j) & 1
      try c.u(compatibility, &bit, bits: 1, at: g ? j : i, g ? -1 : j)
      flags = flags & ~(1 << UInt32(31 - j)) | bit << UInt32(31 - j)
    }
    profileCompatibilityFlags = flags
    try c.flag(g ? "general_progressive_source_flag" : "sub_layer_progressive_source_flag", &progressiveSourceFlag, at: i)
    try c.flag(g ? "general_interlaced_source_flag" : "sub_layer_interlaced_source_flag", &interlacedSourceFlag, at: i)
    try c.flag(g ? "general_non_packed_constraint_flag" : "sub_layer_non_packed_constraint_flag", &nonPackedConstraintFlag, at: i)
    try c.flag(g ? "general_frame_only_constraint_flag" : "sub_layer_frame_only_constraint_flag", &frameOnlyConstraintFlag, at: i)
    try constraints(&c, g, i)
    var bit: UInt8 = lastBit ? 1 : 0
    if hasInbldFlag {
      try c.u(g ? "general_inbld_flag" : "sub_layer_inbld_flag", &bit, bits: 1, at: i)
    } else {
      try c.u(g ? "general_reserved_zero_bit" : "sub_layer_reserved_zero_bit", &bit, bits: 1, in: 0...0, at: i)
    }
    lastBit = bit != 0
  }

  /// Codes the 43 bits in the form that the profile defines.
  mutating func constraints(_ c: inout SyntaxCoder, _ g: Bool, _ i: Int) throws(SyntaxError) {
    switch constraintForm {
    case .formatRange(let hasMax14):
      try part(&c, g ? "general_max_12bit_constraint_flag" : "sub_layer_max_12bit_constraint_flag", 42, 1, i)
      try part(&c, g ? "general_max_10bit_constraint_flag" : "sub_layer_max_10bit_constraint_flag", 41, 1, i)
      try part(&c, g ? "general_max_8bit_constraint_flag" : "sub_layer_max_8bit_constraint_flag", 40, 1, i)
      try part(&c, g ? "general_max_422chroma_constraint_flag" : "sub_layer_max_422chroma_constraint_flag", 39, 1, i)
      try part(&c, g ? "general_max_420chroma_constraint_flag" : "sub_layer_max_420chroma_constraint_flag", 38, 1, i)
      try part(&c, g ? "general_max_monochrome_constraint_flag" : "sub_layer_max_monochrome_constraint_flag", 37, 1, i)
      try part(&c, g ? "general_intra_constraint_flag" : "sub_layer_intra_constraint_flag", 36, 1, i)
      try part(&c, g ? "general_one_picture_only_constraint_flag" : "sub_layer_one_picture_only_constraint_flag", 35, 1, i)
      try part(&c, g ? "general_lower_bit_rate_constraint_flag" : "sub_layer_lower_bit_rate_constraint_flag", 34, 1, i)
      if hasMax14 {
        try part(&c, g ? "general_max_14bit_constraint_flag" : "sub_layer_max_14bit_constraint_flag", 33, 1, i)
        try part(&c, g ? "general_reserved_zero_33bits" : "sub_layer_reserved_zero_33bits", 0, 33, i)
      } else {
        try part(&c, g ? "general_reserved_zero_34bits" : "sub_layer_reserved_zero_34bits", 0, 34, i)
      }
    case .main10:
      try part(&c, g ? "general_reserved_zero_7bits" : "sub_layer_reserved_zero_7bits", 36, 7, i)
      try part(&c, g ? "general_one_picture_only_constraint_flag" : "sub_layer_one_picture_only_constraint_flag", 35, 1, i)
      try part(&c, g ? "general_reserved_zero_35bits" : "sub_layer_reserved_zero_35bits", 0, 35, i)
    case .reserved:
      try part(&c, g ? "general_reserved_zero_43bits" : "sub_layer_reserved_zero_43bits", 0, 43, i)
    }
  }

  /// Codes `bits` of the 43 bits, `shift` bits from the lowest: one flag, or several reserved bits.
  mutating func part(
    _ c: inout SyntaxCoder, _ name: StaticString, _ shift: UInt64, _ bits: Int, _ i: Int
  ) throws(SyntaxError) {
    let mask: UInt64 = (1 << UInt64(truncatingIfNeeded: bits)) - 1
    var value = constraintBits >> shift & mask
    try c.u(name, &value, bits: bits, in: 0...(bits == 1 ? 1 : 0), at: i)
    constraintBits = constraintBits & ~(mask << shift) | value << shift
  }

  /// The form of the 43 bits.
  enum ConstraintForm {
    case formatRange(hasMax14: Bool)
    case main10
    case reserved
  }

  var constraintForm: ConstraintForm {
    for idc: UInt8 in 4...11 where conforms(to: idc) {
      return .formatRange(hasMax14: conforms(to: 5) || conforms(to: 9) || conforms(to: 10) || conforms(to: 11))
    }
    return conforms(to: 2) ? .main10 : .reserved
  }

  var hasInbldFlag: Bool {
    conforms(to: 1) || conforms(to: 2) || conforms(to: 3) || conforms(to: 4) || conforms(to: 5) || conforms(to: 9) || conforms(to: 11)
  }
}
