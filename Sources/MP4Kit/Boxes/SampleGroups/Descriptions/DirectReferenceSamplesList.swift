import BitstreamKit

/// Samples that a sample references directly.
///
/// ISO/IEC 23008-12, 7.4.2 `DirectReferenceSamplesList`.
public struct DirectReferenceSamplesList: Syntax {
  public static let structureName: StaticString = "DirectReferenceSamplesList"

  /// ID of the sample; 0 if it is not referenced.
  public var sampleId: UInt32 = 0
  /// IDs of the referenced samples.
  public var directReferenceSampleIDs: [UInt32] = []

  /// Creates an instance with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("sample_id", &sampleId, bits: 32)
    let count = try c.count("num_direct_reference_samples", directReferenceSampleIDs.count, bits: 8)
    try c.list("direct_reference_sample_id", &directReferenceSampleIDs, count: count, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("direct_reference_sample_id", &v, bits: 32, at: i)
    }
  }
}
