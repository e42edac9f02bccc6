import BitstreamKit

/// SVC layers in a tier.
///
/// ISO/IEC 14496-15:2022, `SVCDependencyRangeBox`.
public struct SVCDependencyRangeBox: TypedBox {
  public static let structureName: StaticString = "SVCDependencyRangeBox"
  public static var boxType: FourCC { "svdr" }

  /// Lowest dependency_id.
  public var minDependencyId: UInt8 = 0
  /// Lowest temporal_id.
  public var minTemporalId: UInt8 = 0
  /// Reserved: 0.
  public var reserved1: UInt8 = 0
  /// Lowest quality_id.
  public var minQualityId: UInt8 = 0
  /// Highest dependency_id.
  public var maxDependencyId: UInt8 = 0
  /// Highest temporal_id.
  public var maxTemporalId: UInt8 = 0
  /// Reserved: 0.
  public var reserved2: UInt8 = 0
  /// Highest quality_id.
  public var maxQualityId: UInt8 = 0

  /// Creates a box with default values (the base layer).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("min_dependency_id", &minDependencyId, bits: 3)
    try c.u("min_temporal_id", &minTemporalId, bits: 3)
    try c.u("reserved", &reserved1, bits: 6)
    try c.u("min_quality_id", &minQualityId, bits: 4)
    try c.u("max_dependency_id", &maxDependencyId, bits: 3)
    try c.u("max_temporal_id", &maxTemporalId, bits: 3)
    try c.u("reserved", &reserved2, bits: 6)
    try c.u("max_quality_id", &maxQualityId, bits: 4)
  }
}
