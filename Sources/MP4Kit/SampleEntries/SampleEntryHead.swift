import BitstreamKit

/// What every sample entry starts with.
///
/// ISO/IEC 14496-12:2022, 8.5.2.2 `SampleEntry`.
public struct SampleEntryHead: Equatable, Sendable {
  /// 0.
  public var reserved: [UInt8] = [0, 0, 0, 0, 0, 0]
  /// The entry of `dref` that says where the samples lie, counted from 1.
  public var dataReferenceIndex: UInt16 = 1

  /// Samples at the first place.
  public init() {}

  /// Names the eight bytes.
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.bytes("reserved", &reserved, count: 6)
    try c.u("data_reference_index", &dataReferenceIndex, bits: 16)
  }
}
