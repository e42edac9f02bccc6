import BitstreamKit

/// What information about samples is for, where `saiz` and `saio` say so.
///
/// ISO/IEC 14496-12:2022, 8.7.8.2 and 8.7.9.2.
public struct AuxiliaryInformationType: Equatable, Sendable {
  /// `cenc`, `cbcs` and their like.
  public var auxInfoType: FourCC = "cenc"
  /// Which of several of one type.
  public var auxInfoTypeParameter: UInt32 = 0

  /// For decryption.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("aux_info_type", &auxInfoType)
    try c.u("aux_info_type_parameter", &auxInfoTypeParameter, bits: 32)
  }
}

/// How large the information about each sample is that stands where `saio` says.
///
/// ISO/IEC 14496-12:2022, 8.7.8 `SampleAuxiliaryInformationSizesBox`.
public struct SampleAuxiliaryInformationSizesBox: TypedBox {
  public static let structureName: StaticString = "SampleAuxiliaryInformationSizesBox"
  public static var boxType: FourCC { "saiz" }

  /// 0.
  public var version: UInt8 = 0
  /// 1: the type is said here.
  public var flags: UInt32 = 0
  /// There for flag 1; else it is the scheme of the track's protection.
  public var type: AuxiliaryInformationType?
  /// Bytes for every sample; 0 where `sampleInfoSizes` has them.
  public var defaultSampleInfoSize: UInt8 = 0
  /// How many samples.
  public var sampleCount: UInt32 = 0
  /// Bytes for each sample, where `defaultSampleInfoSize` is 0.
  public var sampleInfoSizes = PackedTable<UInt8>()

  /// No samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.when(flags & 1 != 0, &type, AuxiliaryInformationType()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    try c.u("default_sample_info_size", &defaultSampleInfoSize, bits: 8)
    if defaultSampleInfoSize == 0 {
      sampleCount = UInt32(truncatingIfNeeded: try c.count("sample_count", Int(sampleCount), bits: 32))
      try c.table("sample_info_size", &sampleInfoSizes, count: Int(sampleCount))
    } else {
      try c.u("sample_count", &sampleCount, bits: 32)
      try c.table("sample_info_size", &sampleInfoSizes, count: 0)
    }
  }
}
