import BitstreamKit

/// Sample flags of a movie fragment: dependencies, padding and sync status.
///
/// ISO/IEC 14496-12:2022, 8.8.3.1.
public struct SampleFlags: Equatable, Sendable {
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// 0 unknown, 1 leading and not decodable, 2 not leading, 3 leading and decodable.
  public var isLeading: UInt8 = 0
  /// 0 unknown, 1 depends on other samples, 2 does not.
  public var sampleDependsOn: UInt8 = 0
  /// 0 unknown, 1 other samples depend on it, 2 none do.
  public var sampleIsDependedOn: UInt8 = 0
  /// 0 unknown, 1 redundantly coded, 2 not.
  public var sampleHasRedundancy: UInt8 = 0
  /// Number of padding bits, as in `padb`.
  public var samplePaddingValue: UInt8 = 0
  /// False for a sync sample.
  public var sampleIsNonSyncSample = false
  /// Degradation priority, as in `stdp`.
  public var sampleDegradationPriority: UInt16 = 0

  /// Creates the flags of a sync sample with all other fields unknown.
  @inlinable public init() {}

  /// Codes the fields; `index` is the element number if the flags are part of a table.
  @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C, at index: Int = -1) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 4, at: index)
    try c.u("is_leading", &isLeading, bits: 2, at: index)
    try c.u("sample_depends_on", &sampleDependsOn, bits: 2, at: index)
    try c.u("sample_is_depended_on", &sampleIsDependedOn, bits: 2, at: index)
    try c.u("sample_has_redundancy", &sampleHasRedundancy, bits: 2, at: index)
    try c.u("sample_padding_value", &samplePaddingValue, bits: 3, at: index)
    try c.flag("sample_is_non_sync_sample", &sampleIsNonSyncSample, at: index)
    try c.u("sample_degradation_priority", &sampleDegradationPriority, bits: 16, at: index)
  }

  /// Unpacks the flags from their 32-bit form.
  @inlinable public init(rawValue: UInt32) {
    reserved = UInt8(truncatingIfNeeded: rawValue &>> 28)
    isLeading = UInt8(truncatingIfNeeded: rawValue &>> 26 & 3)
    sampleDependsOn = UInt8(truncatingIfNeeded: rawValue &>> 24 & 3)
    sampleIsDependedOn = UInt8(truncatingIfNeeded: rawValue &>> 22 & 3)
    sampleHasRedundancy = UInt8(truncatingIfNeeded: rawValue &>> 20 & 3)
    samplePaddingValue = UInt8(truncatingIfNeeded: rawValue &>> 17 & 7)
    sampleIsNonSyncSample = rawValue &>> 16 & 1 == 1
    sampleDegradationPriority = UInt16(truncatingIfNeeded: rawValue)
  }
}
