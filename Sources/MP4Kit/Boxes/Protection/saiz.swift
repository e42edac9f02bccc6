import BitstreamKit

/// Type of sample auxiliary information, in `saiz` and `saio`.
///
/// ISO/IEC 14496-12:2022, 8.7.8.2 and 8.7.9.2.
public struct AuxiliaryInformationType: Equatable, Sendable {
  /// Type, e.g. `cenc`, `cbcs`.
  public var auxInfoType: FourCC = "cenc"
  /// Distinguishes several instances of one type.
  public var auxInfoTypeParameter: UInt32 = 0

  /// Creates an instance with default values.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("aux_info_type", &auxInfoType)
    try c.u("aux_info_type_parameter", &auxInfoTypeParameter, bits: 32)
  }
}

/// Size of the auxiliary information of each sample; `saio` has the location.
///
/// ISO/IEC 14496-12:2022, 8.7.8 `SampleAuxiliaryInformationSizesBox`.
public struct SampleAuxiliaryInformationSizesBox: TypedBox {
  public static let structureName: StaticString = "SampleAuxiliaryInformationSizesBox"
  public static var boxType: FourCC { "saiz" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags; 1: the type is present.
  public var flags: UInt32 = 0
  /// Present if flag 1 is set; otherwise the type is the protection scheme of the track.
  public var type: AuxiliaryInformationType?
  /// Size for every sample in bytes; 0 if `sampleInfoSizes` is used.
  public var defaultSampleInfoSize: UInt8 = 0
  /// Number of samples.
  public var sampleCount: UInt32 = 0
  /// Size for each sample in bytes, if `defaultSampleInfoSize` is 0.
  public var sampleInfoSizes = PackedTable<UInt8>()

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.when(flags & 1 != 0, &type, AuxiliaryInformationType()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    try c.u("default_sample_info_size", &defaultSampleInfoSize, bits: 8)
    if defaultSampleInfoSize == 0 {
      sampleCount = UInt32(truncatingIfNeeded: try c.count("sample_count", Int(clamping: sampleCount), bits: 32))
      try c.table("sample_info_size", &sampleInfoSizes, count: Int(clamping: sampleCount))
    } else {
      try c.u("sample_count", &sampleCount, bits: 32)
      try c.table("sample_info_size", &sampleInfoSizes, count: 0)
    }
  }
}
