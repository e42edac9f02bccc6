import BitstreamKit

/// Green metadata for decoder power saving (ISO/IEC 23001-11).
///
/// ITU-T H.265 (08/2021) D.2.18 `green_metadata( )`, semantics D.3.18. After the period of type 0, the metrics are stored as bytes.
public struct GreenMetadata: Syntax {
  public static let structureName: StaticString = "green_metadata"

  /// Type 0: decoding complexity of the pictures of a period.
  public struct Complexity: Equatable, Sendable {
    /// 0: one picture; 1: up to the next intra picture; 2: a number of seconds; 3: a number of pictures.
    public var periodType: UInt8 = 0
    /// Present if period_type is 2.
    public var numSeconds: UInt16?
    /// Present if period_type is 3.
    public var numPictures: UInt16?
    /// Proportions of block types and filters.
    public var measures = BitString.empty

    /// Creates complexity values of 0 for one picture.
    public init() {}
  }

  /// Type 1: the quality of the last picture before a low-power segment ends.
  public struct Quality: Equatable, Sendable {
    /// The quality metric.
    public var xsdMetricType: UInt8 = 0
    /// The metric value.
    public var xsdMetricValue: UInt16 = 0

    /// None.
    public init() {}
  }

  /// 0 complexity, 1 quality; the bits of reserved types are stored after the payload.
  public var greenMetadataType: UInt8 = 2
  /// Present for type 0.
  public var complexity: Complexity?
  /// Present for type 1.
  public var quality: Quality?

  /// Creates metadata of a reserved type.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("green_metadata_type", &greenMetadataType, bits: 8)
    try c.when(greenMetadataType == 0, &complexity, .init()) { (c, v) throws(SyntaxError) in
      try c.u("period_type", &v.periodType, bits: 8)
      try c.u("num_seconds", &v.numSeconds, bits: 16, when: v.periodType == 2)
      try c.u("num_pictures", &v.numPictures, bits: 16, when: v.periodType == 3)
      try c.rest("portion_bytes", &v.measures)
    }
    try c.when(greenMetadataType == 1, &quality, .init()) { (c, v) throws(SyntaxError) in
      try c.u("xsd_metric_type", &v.xsdMetricType, bits: 8)
      try c.u("xsd_metric_value", &v.xsdMetricValue, bits: 16)
    }
  }
}
