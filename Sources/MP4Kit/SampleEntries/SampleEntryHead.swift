import BitstreamKit

/// Fields common to all sample entries.
///
/// ISO/IEC 14496-12:2022, 8.5.2.2 `SampleEntry`.
public struct SampleEntryHead: Equatable, Sendable {
  /// Reserved: 0.
  public var reserved: [UInt8] = [0, 0, 0, 0, 0, 0]
  /// 1-based index into `dref` for the location of the samples.
  public var dataReferenceIndex: UInt16 = 1

  /// Creates an entry with default values.
  public init() {}

  /// Codes the eight bytes.
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.bytes("reserved", &reserved, count: 6)
    try c.u("data_reference_index", &dataReferenceIndex, bits: 16)
  }
}
