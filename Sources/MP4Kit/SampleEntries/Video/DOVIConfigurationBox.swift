import BitstreamKit

/// Dolby Vision decoder configuration: `dvcC` for profiles up to 7, `dvvC` for 8 to 10, `dvwC` for later profiles.
///
/// Dolby Vision Streams Within the ISO Base Media File Format 2.4, 2.2 `DOVIDecoderConfigurationRecord`.
public struct DOVIConfigurationBox: Box {
  public static let structureName: StaticString = "DOVIConfigurationBox"

  /// Major version: 1, 2 or 3.
  public var dvVersionMajor: UInt8 = 1
  /// Minor version: 0 or 1.
  public var dvVersionMinor: UInt8 = 0
  /// Profile: 5 without a compatible base layer, 7 for discs, 8 with a compatible base layer, 10 for AV1.
  public var dvProfile: UInt8 = 0
  /// Level, 1 to 13, e.g. 5 for 1920 × 1080 at 60 frames per second, 9 for 3840 × 2160 at 60.
  public var dvLevel: UInt8 = 0
  /// Whether the stream contains the metadata (RPU).
  public var rpuPresentFlag = true
  /// Whether the stream contains an enhancement layer.
  public var elPresentFlag = false
  /// Whether the stream contains a base layer.
  public var blPresentFlag = true
  /// Compatibility of the base layer: 0 none, 1 HDR10, 2 SDR, 4 HLG, 6 Blu-ray HDR10.
  public var dvBlSignalCompatibilityId: UInt8 = 0
  /// Metadata compression: 0 none, 1 limited, 3 extended.
  public var dvMdCompression: UInt8 = 0
  /// Reserved: 0.
  public var reserved: UInt32 = 0
  /// Reserved: 0.
  public var reserved2: [UInt32] = [0, 0, 0, 0]

  /// Creates a box with default values (a base layer and metadata).
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

  /// Profile, followed by the compatibility ID for profiles from 8 if it is not 0: `5`, `8.1`.
  public var profileName: String {
    dvBlSignalCompatibilityId == 0 || dvProfile < 8 ? "\(dvProfile)" : "\(dvProfile).\(dvBlSignalCompatibilityId)"
  }
  /// Format of the base layer for decoders without Dolby Vision support; nil for a reserved value.
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
