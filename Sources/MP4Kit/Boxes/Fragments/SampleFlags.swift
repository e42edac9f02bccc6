import BitstreamKit

/// What a fragment says about a sample.
///
/// ISO/IEC 14496-12:2022, 8.8.3.1.
public struct SampleFlags: Equatable, Sendable {
  /// 0.
  public var reserved: UInt8 = 0
  /// 0 unknown, 1 may be leading and cannot be decoded, 2 no leading sample, 3 leading and can be decoded.
  public var isLeading: UInt8 = 0
  /// 0 unknown, 1 depends on others, 2 on none.
  public var sampleDependsOn: UInt8 = 0
  /// 0 unknown, 1 others depend on it, 2 none does.
  public var sampleIsDependedOn: UInt8 = 0
  /// 0 unknown, 1 coded redundantly, 2 not.
  public var sampleHasRedundancy: UInt8 = 0
  /// As in `padb`.
  public var samplePaddingValue: UInt8 = 0
  /// False for a sync sample.
  public var sampleIsNonSyncSample = false
  /// As in `stdp`.
  public var sampleDegradationPriority: UInt16 = 0

  /// A sync sample of which nothing else is known.
  @inlinable public init() {}

  /// Names the parts of the number; `index` where it is an element of a table.
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

  /// The flags as one number.
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
