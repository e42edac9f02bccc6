import BitstreamKit

extension ProfileInformation {
  /// The 48 bits after the compatibility flags, as stored in configuration records.
  public var constraintIndicatorFlags: UInt64 {
    let first: UInt64 =
      (progressiveSourceFlag ? 8 : 0) | (interlacedSourceFlag ? 4 : 0) | (nonPackedConstraintFlag ? 2 : 0)
      | (frameOnlyConstraintFlag ? 1 : 0)
    return first << 44 | (constraintBits & (1 << 43 - 1)) << 1 | (lastBit ? 1 : 0)
  }

  /// max_12bit_constraint_flag; this and the following flags are nil if the profile does not have them.
  public var max12bitConstraintFlag: Bool? { formatRangeFlag(42) }
  /// max_10bit_constraint_flag.
  public var max10bitConstraintFlag: Bool? { formatRangeFlag(41) }
  /// max_8bit_constraint_flag.
  public var max8bitConstraintFlag: Bool? { formatRangeFlag(40) }
  /// max_422chroma_constraint_flag.
  public var max422chromaConstraintFlag: Bool? { formatRangeFlag(39) }
  /// max_420chroma_constraint_flag.
  public var max420chromaConstraintFlag: Bool? { formatRangeFlag(38) }
  /// max_monochrome_constraint_flag.
  public var maxMonochromeConstraintFlag: Bool? { formatRangeFlag(37) }
  /// intra_constraint_flag.
  public var intraConstraintFlag: Bool? { formatRangeFlag(36) }
  /// one_picture_only_constraint_flag, also present in Main 10.
  public var onePictureOnlyConstraintFlag: Bool? {
    if case .reserved = constraintForm { return nil }
    return constraintBits >> 35 & 1 != 0
  }
  /// lower_bit_rate_constraint_flag.
  public var lowerBitRateConstraintFlag: Bool? { formatRangeFlag(34) }
  /// max_14bit_constraint_flag.
  public var max14bitConstraintFlag: Bool? {
    if case .formatRange(hasMax14: true) = constraintForm { return constraintBits >> 33 & 1 != 0 }
    return nil
  }
  /// inbld_flag.
  public var inbldFlag: Bool? { hasInbldFlag ? lastBit : nil }

  private func formatRangeFlag(_ shift: UInt64) -> Bool? {
    if case .formatRange = constraintForm { return constraintBits >> shift & 1 != 0 }
    return nil
  }

  /// The profile name (A.3, F.11, G.11, H.11, I.11); the family name if the flags match no profile of the family; nil for an
  /// unspecified profile_idc.
  public var profileName: String? {
    let idc = profileIdc != 0 ? profileIdc : (1...11).first { conforms(to: $0) } ?? 0
    switch idc {
    case 1: return "Main"
    case 2: return onePictureOnlyConstraintFlag == true ? "Main 10 Still Picture" : "Main 10"
    case 3: return "Main Still Picture"
    case 4: return formatRangeName ?? "Format Range Extensions"
    case 5: return "High Throughput"
    case 6: return "Multiview Main"
    case 7: return max10bitConstraintFlag == true && max8bitConstraintFlag == false ? "Scalable Main 10" : "Scalable Main"
    case 8: return "3D Main"
    case 9: return "Screen-Extended"
    case 10: return "Scalable Format Range Extensions"
    case 11: return "High Throughput Screen-Extended"
    default: return nil
    }
  }

  /// The name in Table A.2, derived from the flags max_12bit to one_picture_only.
  private var formatRangeName: String? {
    switch constraintBits >> 35 & 0xFF {
    case 0b1111_1100: "Monochrome"
    case 0b1101_1100: "Monochrome 10"
    case 0b1001_1100: "Monochrome 12"
    case 0b0001_1100: "Monochrome 16"
    case 0b1001_1000: "Main 12"
    case 0b1101_0000: "Main 4:2:2 10"
    case 0b1001_0000: "Main 4:2:2 12"
    case 0b1110_0000: "Main 4:4:4"
    case 0b1100_0000: "Main 4:4:4 10"
    case 0b1000_0000: "Main 4:4:4 12"
    case 0b1111_1010: "Main Intra"
    case 0b1101_1010: "Main 10 Intra"
    case 0b1001_1010: "Main 12 Intra"
    case 0b1101_0010: "Main 4:2:2 10 Intra"
    case 0b1001_0010: "Main 4:2:2 12 Intra"
    case 0b1110_0010: "Main 4:4:4 Intra"
    case 0b1100_0010: "Main 4:4:4 10 Intra"
    case 0b1000_0010: "Main 4:4:4 12 Intra"
    case 0b0000_0010: "Main 4:4:4 16 Intra"
    case 0b1110_0011: "Main 4:4:4 Still Picture"
    case 0b0000_0011: "Main 4:4:4 16 Still Picture"
    default: nil
    }
  }
}

extension ProfileTierLevel {
  /// The tier name; nil without profile information.
  public var tierName: String? { general.map { $0.tierFlag ? "High" : "Main" } }

  /// The level in the notation of the specification: `4`, `4.1`.
  public var levelName: String {
    let tenths = Int(generalLevelIdc) / 3
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// MaxLumaPs (Table A.8), the maximum number of luma samples per picture; nil for an unspecified level.
  public var maxLumaPictureSize: UInt64? {
    switch generalLevelIdc {
    case 30: 36_864
    case 60: 122_880
    case 63: 245_760
    case 90: 552_960
    case 93: 983_040
    case 120, 123: 2_228_224
    case 150, 153, 156: 8_912_896
    case 180, 183, 186: 35_651_584
    default: nil
    }
  }

  /// Returns the codecs parameter for manifests and MIME types, for example `hvc1.1.6.L93.B0` (ISO/IEC 14496-15 E.3).
  ///
  /// It consists of profile space letter and profile, compatibility flags in reverse bit order in hexadecimal, tier and level, and the
  /// six bytes of constraint flags up to the last nonzero one.
  /// - Parameter sampleEntry: `hvc1`, or `hev1` if samples contain parameter sets.
  public func codecString(sampleEntry: String = "hvc1") -> String {
    let profile = general ?? ProfileInformation()
    return HEVCCodecString.make(
      sampleEntry, space: profile.profileSpace, profile: profile.profileIdc, compatibility: profile.profileCompatibilityFlags,
      tier: profile.tierFlag, level: generalLevelIdc, constraints: profile.constraintIndicatorFlags)
  }
}

extension HEVCDecoderConfigurationRecord {
  /// Returns the codecs parameter, see `ProfileTierLevel.codecString`.
  public func codecString(sampleEntry: String = "hvc1") -> String {
    HEVCCodecString.make(
      sampleEntry, space: generalProfileSpace, profile: generalProfileIdc, compatibility: generalProfileCompatibilityFlags,
      tier: generalTierFlag, level: generalLevelIdc, constraints: generalConstraintIndicatorFlags)
  }
}

/// Writes codec strings (ISO/IEC 14496-15 E.3).
enum HEVCCodecString {
  static func make(
    _ entry: String, space: UInt8, profile: UInt8, compatibility: UInt32, tier: Bool, level: UInt8, constraints: UInt64
  ) -> String {
    var reversed: UInt32 = 0
    for bit in 0..<32 where compatibility >> UInt32(bit) & 1 != 0 { reversed |= 1 << UInt32(31 - bit) }
    var text = entry + "."
    switch space {
    case 1: text += "A"
    case 2: text += "B"
    case 3: text += "C"
    default: break
    }
    text += "\(profile).\(String(reversed, radix: 16, uppercase: true)).\(tier ? "H" : "L")\(level)"
    var left = constraints & 0xFFFF_FFFF_FFFF
    while left != 0 {
      text += "." + String(left >> 40, radix: 16, uppercase: true)
      left = left << 8 & 0xFFFF_FFFF_FFFF
    }
    return text
  }
}
