import BitstreamKit

/// Region refresh information: whether the following slices belong to the refreshed region.
///
/// ITU-T H.265 (08/2021) D.2 `region_refresh_info( )`, semantics D.3.
public struct RegionRefreshInfo: Syntax {
  public static let structureName: StaticString = "region_refresh_info"

  /// Whether the following slices belong to the refreshed region.
  public var refreshedRegionFlag = false

  /// All zeros.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("refreshed_region_flag", &refreshedRegionFlag)
  }
}
