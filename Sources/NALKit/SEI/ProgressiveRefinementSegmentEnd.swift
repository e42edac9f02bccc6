import BitstreamKit

/// The end of a progressive refinement segment.
///
/// ITU-T H.264 (08/2021) D.1.19 `progressive_refinement_segment_end( )`, semantics D.2.19; ITU-T H.265 (08/2021) D.2, semantics D.3.
public struct ProgressiveRefinementSegmentEnd: Syntax {
  public static let structureName: StaticString = "progressive_refinement_segment_end"

  /// The identifier of the segment.
  public var progressiveRefinementId: UInt32 = 0

  /// Segment 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("progressive_refinement_id", &progressiveRefinementId)
  }
}
