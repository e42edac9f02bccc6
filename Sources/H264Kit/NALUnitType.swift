/// The type of a NAL unit.
///
/// ITU-T H.264 (08/2021) Table 7-1.
public struct NALUnitType: RawRepresentable, Hashable, Sendable {
  /// nal_unit_type, 0 to 31.
  public let rawValue: UInt8

  /// Creates a type from nal_unit_type; values above 31 do not occur in streams.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The type of the unit that begins with this byte.
  @inlinable public init(firstByte: UInt8) { self.init(rawValue: firstByte & 31) }

  /// A slice of a non-IDR picture.
  public static let slice = NALUnitType(rawValue: 1)
  /// Data partition A, B and C of a slice.
  public static let partitionA = NALUnitType(rawValue: 2), partitionB = NALUnitType(rawValue: 3), partitionC = NALUnitType(rawValue: 4)
  /// A slice of an IDR picture.
  public static let idr = NALUnitType(rawValue: 5)
  /// Supplemental enhancement information.
  public static let sei = NALUnitType(rawValue: 6)
  /// Sequence parameter set.
  public static let sps = NALUnitType(rawValue: 7)
  /// Picture parameter set.
  public static let pps = NALUnitType(rawValue: 8)
  /// Access unit delimiter.
  public static let aud = NALUnitType(rawValue: 9)
  /// End of sequence, end of stream.
  public static let endOfSequence = NALUnitType(rawValue: 10), endOfStream = NALUnitType(rawValue: 11)
  /// Filler data.
  public static let filler = NALUnitType(rawValue: 12)
  /// Sequence parameter set extension.
  public static let spsExtension = NALUnitType(rawValue: 13)
  /// Prefix NAL unit.
  public static let prefix = NALUnitType(rawValue: 14)
  /// Subset sequence parameter set.
  public static let subsetSPS = NALUnitType(rawValue: 15)
  /// A slice of an auxiliary coded picture.
  public static let auxiliarySlice = NALUnitType(rawValue: 19)
  /// Slice extension (SVC, MVC), and slice extension for depth.
  public static let sliceExtension = NALUnitType(rawValue: 20), depthSliceExtension = NALUnitType(rawValue: 21)

  /// A short name of at most eight characters: the usual abbreviation where there is one, otherwise a similar one.
  public var abbreviation: StaticString {
    switch rawValue {
    case 1: "SLICE"
    case 2: "DPA"
    case 3: "DPB"
    case 4: "DPC"
    case 5: "IDR"
    case 6: "SEI"
    case 7: "SPS"
    case 8: "PPS"
    case 9: "AUD"
    case 10: "EOSEQ"
    case 11: "EOSTREAM"
    case 12: "FILL"
    case 13: "SPSEXT"
    case 14: "PREFIX"
    case 15: "SUBSPS"
    case 16: "DPS"
    case 17: "RSV17"
    case 18: "RSV18"
    case 19: "AUXSLC"
    case 20: "SLCEXT"
    case 21: "SLCEXD"
    case 22: "RSV22"
    case 23: "RSV23"
    case 0: "UNSP0"
    case 24: "UNSP24"
    case 25: "UNSP25"
    case 26: "UNSP26"
    case 27: "UNSP27"
    case 28: "UNSP28"
    case 29: "UNSP29"
    case 30: "UNSP30"
    default: "UNSP31"
    }
  }
}

/// Returns the name of a nal_ref_idc value for tables.
public func referenceIdcName(_ nalRefIdc: UInt8) -> StaticString {
  switch nalRefIdc {
  case 0: "DISPOS"
  case 1: "LOW"
  case 2: "HIGH"
  default: "HIGHEST"
  }
}
