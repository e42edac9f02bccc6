/// The type of a NAL unit.
///
/// ITU-T H.265 (08/2021) Table 7-1.
public struct NALUnitType: RawRepresentable, Hashable, Sendable {
  /// nal_unit_type, 0 to 63.
  public let rawValue: UInt8

  /// Creates a type from nal_unit_type; values above 63 do not occur in streams.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The type of the unit that begins with this byte.
  @inlinable public init(firstByte: UInt8) { self.init(rawValue: firstByte >> 1 & 63) }

  /// Video parameter set.
  public static let vps = NALUnitType(rawValue: 32)
  /// Sequence parameter set.
  public static let sps = NALUnitType(rawValue: 33)
  /// Picture parameter set.
  public static let pps = NALUnitType(rawValue: 34)
  /// Access unit delimiter.
  public static let aud = NALUnitType(rawValue: 35)
  /// End of sequence, end of bitstream.
  public static let endOfSequence = NALUnitType(rawValue: 36), endOfBitstream = NALUnitType(rawValue: 37)
  /// Filler data.
  public static let filler = NALUnitType(rawValue: 38)
  /// Supplemental enhancement information before and after the slices.
  public static let prefixSEI = NALUnitType(rawValue: 39), suffixSEI = NALUnitType(rawValue: 40)

  /// True for slice segments (VCL NAL units).
  public var isVCL: Bool { rawValue < 32 }

  /// The name in Table 7-1; types 48 to 63 are unspecified there and named by number.
  public var name: StaticString { nalUnitTypeNames[Int(rawValue & 63)] }
}

private let nalUnitTypeNames: [StaticString] = [
  "TRAIL_N", "TRAIL_R", "TSA_N", "TSA_R", "STSA_N", "STSA_R", "RADL_N", "RADL_R",
  "RASL_N", "RASL_R", "RSV_VCL_N10", "RSV_VCL_R11", "RSV_VCL_N12", "RSV_VCL_R13", "RSV_VCL_N14", "RSV_VCL_R15",
  "BLA_W_LP", "BLA_W_RADL", "BLA_N_LP", "IDR_W_RADL", "IDR_N_LP", "CRA_NUT", "RSV_IRAP_VCL22", "RSV_IRAP_VCL23",
  "RSV_VCL24", "RSV_VCL25", "RSV_VCL26", "RSV_VCL27", "RSV_VCL28", "RSV_VCL29", "RSV_VCL30", "RSV_VCL31",
  "VPS_NUT", "SPS_NUT", "PPS_NUT", "AUD_NUT", "EOS_NUT", "EOB_NUT", "FD_NUT", "PREFIX_SEI_NUT",
  "SUFFIX_SEI_NUT", "RSV_NVCL41", "RSV_NVCL42", "RSV_NVCL43", "RSV_NVCL44", "RSV_NVCL45", "RSV_NVCL46", "RSV_NVCL47",
  "UNSPEC48", "UNSPEC49", "UNSPEC50", "UNSPEC51", "UNSPEC52", "UNSPEC53", "UNSPEC54", "UNSPEC55",
  "UNSPEC56", "UNSPEC57", "UNSPEC58", "UNSPEC59", "UNSPEC60", "UNSPEC61", "UNSPEC62", "UNSPEC63",
]
