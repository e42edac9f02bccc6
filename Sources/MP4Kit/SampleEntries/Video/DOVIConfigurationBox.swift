import BitstreamKit

/// What a decoder of Dolby Vision needs to know: `dvcC` for profiles to 7, `dvvC` from 8 to 10, `dvwC` behind that.
///
/// Dolby Vision Streams Within the ISO Base Media File Format 2.4, 2.2 `DOVIDecoderConfigurationRecord`.
public struct DOVIConfigurationBox: Box {
  public static let structureName: StaticString = "DOVIConfigurationBox"

  /// 1, 2 or 3.
  public var dvVersionMajor: UInt8 = 1
  /// 0 or 1.
  public var dvVersionMinor: UInt8 = 0
  /// 5 without a compatible base layer, 7 for discs, 8 with a base layer that other decoders can show, 10 for AV1.
  public var dvProfile: UInt8 = 0
  /// 1 to 13: 6 for 1920 × 1080 at 60, 9 for 3840 × 2160 at 60.
  public var dvLevel: UInt8 = 0
  /// Whether the stream holds the metadata.
  public var rpuPresentFlag = true
  /// Whether the stream holds an enhancement layer.
  public var elPresentFlag = false
  /// Whether the stream holds a base layer.
  public var blPresentFlag = true
  /// What a decoder that knows nothing of this shows: 0 nothing right, 1 HDR10, 2 SDR, 4 HLG, 6 Blu-ray's HDR10.
  public var dvBlSignalCompatibilityId: UInt8 = 0
  /// 0 not compressed, 1 limited, 3 extended.
  public var dvMdCompression: UInt8 = 0
  /// 0.
  public var reserved: UInt32 = 0
  /// 0.
  public var reserved2: [UInt32] = [0, 0, 0, 0]

  /// A base layer and metadata.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("dv_version_major", &dvVersionMajor, bits: 8)
    try c.u("dv_version_minor", &dvVersionMinor, bits: 8)
    try c.u("dv_profile", &dvProfile, bits: 7)
    try c.u("dv_level", &dvLevel, bits: 6)
    try c.flag("rpu_present_flag", &rpuPresentFlag)
    try c.flag("el_present_flag", &elPresentFlag)
    try c.flag("bl_present_flag", &blPresentFlag)
    try c.u("dv_bl_signal_compatibility_id", &dvBlSignalCompatibilityId, bits: 4)
    try c.u("dv_md_compression", &dvMdCompression, bits: 2)
    try c.u("reserved", &reserved, bits: 26)
    try c.list("reserved", &reserved2, count: 4, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("reserved", &v, bits: 32, at: i)
    }
  }

  /// Profile, compatibility and level as people write them: `8.1`, `dvhe.08.06` without its first word.
  public var profileName: String {
    dvBlSignalCompatibilityId == 0 || dvProfile < 8 ? "\(dvProfile)" : "\(dvProfile).\(dvBlSignalCompatibilityId)"
  }
  /// What the base layer looks like to a decoder that knows nothing of Dolby Vision; nil for a number of no meaning.
  public var compatibility: StaticString? {
    switch dvBlSignalCompatibilityId {
    case 0: "none"
    case 1: "HDR10"
    case 2: "SDR"
    case 4: "HLG"
    case 6: "HDR10 (Blu-ray)"
    default: nil
    }
  }
}
