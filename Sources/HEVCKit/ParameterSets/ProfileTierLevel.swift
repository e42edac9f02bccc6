import BitstreamKit

/// Profile, tier and level of a stream and of its temporal sub-layers.
///
/// ITU-T H.265 (08/2021) 7.3.3 `profile_tier_level( profilePresentFlag, maxNumSubLayersMinus1 )`, semantics 7.4.4.
public struct ProfileTierLevel: Equatable, Sendable {
  /// general_profile_space to general_reserved_zero_bit; nil where profilePresentFlag is 0.
  public var general: ProfileInformation? = ProfileInformation()
  /// 30 times the level.
  public var generalLevelIdc: UInt8 = 0
  /// maxNumSubLayersMinus1 of them.
  public var subLayers: [SubLayer] = []
  /// Padding for absent sub-layers: none without sub-layers, otherwise 8 minus their number.
  public var reservedZero2bits = ShortList<UInt8>()

  /// One sub-layer.
  public struct SubLayer: Equatable, Sendable {
    /// sub_layer_profile_space to sub_layer_reserved_zero_bit.
    public var profile: ProfileInformation?
    /// 30 times the level.
    public var subLayerLevelIdc: UInt8?

    /// Creates a sub-layer without profile and level.
    public init() {}
  }

  /// Creates level 0 without profile.
  public init() {}

  /// - Parameters:
  ///   - profilePresent: profilePresentFlag.
  ///   - maxSubLayersMinus1: maxNumSubLayersMinus1, 0 to 6.
  public mutating func syntax(
    _ c: inout SyntaxCoder, profilePresent: Bool, maxSubLayersMinus1: Int
  ) throws(SyntaxError) {
    try c.when(profilePresent, &general, ProfileInformation()) { (c, profile) throws(SyntaxError) in
      try profile.syntax(&c, isGeneral: true, at: -1)
    }
    try c.u("general_level_idc", &generalLevelIdc, bits: 8)
    let count = max(0, maxSubLayersMinus1)
    var profiles: UInt32 = 0
    var levels: UInt32 = 0
    for i in 0..<count {
      var (profile, level) = (
        i < subLayers.count && subLayers[i].profile != nil, i < subLayers.count && subLayers[i].subLayerLevelIdc != nil
      )
      try c.flag("sub_layer_profile_present_flag", &profile, at: i)
      try c.flag("sub_layer_level_present_flag", &level, at: i)
      if profile { profiles |= 1 << UInt32(truncatingIfNeeded: i) }
      if level { levels |= 1 << UInt32(truncatingIfNeeded: i) }
    }
    let unused = count > 0 ? max(0, 8 - count) : 0
    try c.list("reserved_zero_2bits", &reservedZero2bits, count: unused, atLeast: 2) { (c, bits, i) throws(SyntaxError) in
      try c.u("reserved_zero_2bits", &bits, bits: 2, in: 0...0, at: count + i)
    }
    try c.list("sub_layer_level_idc", &subLayers, count: count, atLeast: 0, SubLayer()) { (c, layer, i) throws(SyntaxError) in
      let bit: UInt32 = 1 << UInt32(truncatingIfNeeded: i)
      try c.when(profiles & bit != 0, &layer.profile, ProfileInformation()) { (c, profile) throws(SyntaxError) in
        try profile.syntax(&c, isGeneral: false, at: i)
      }
      try c.u("sub_layer_level_idc", &layer.subLayerLevelIdc, bits: 8, when: levels & bit != 0, at: i)
    }
  }
}
