import BitstreamKit

/// Scalability information SEI NAL unit for layers (`seib`), views (`vsib`) or views with depth (`3sib`).
///
/// ISO/IEC 14496-15:2022, `ScalabilityInformationSEIBox`, `ViewScalabilityInformationSEIBox`, `MVDScalabilityInformationSEIBox`.
public struct ScalabilityInformationSEIBox: Box {
  public static let structureName: StaticString = "ScalabilityInformationSEIBox"

  /// The NAL unit, including its header.
  public var scalinfosei: [UInt8] = []

  /// Creates a box with no NAL unit.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.restBytes("scalinfosei", &scalinfosei)
  }
}
