import BitstreamKit

/// The segment of refinement is over.
///
/// ITU-T H.264 (08/2021) D.1.19 `progressive_refinement_segment_end( )`, semantics D.2.19; ITU-T H.265 (08/2021) D.2, semantics D.3.
public struct ProgressiveRefinementSegmentEnd: Syntax {
  public static let structureName: StaticString = "progressive_refinement_segment_end"

  /// Tells segments apart.
  public var progressiveRefinementId: UInt32 = 0

  /// The first.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("progressive_refinement_id", &progressiveRefinementId)
  }
}
