import BitstreamKit

/// Start of a progressive refinement segment: the following pictures refine the quality of this one.
///
/// ITU-T H.265 (08/2021) D.2 `progressive_refinement_segment_start( )`, semantics D.3.
public struct ProgressiveRefinementSegmentStart: Syntax {
  public static let structureName: StaticString = "progressive_refinement_segment_start"

  /// Identifies the segment.
  public var progressiveRefinementId: UInt32 = 0
  /// The picture order count distance to the end of the segment, 0 if unknown.
  public var picOrderCntDelta: UInt32 = 0

  /// All zeros.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("progressive_refinement_id", &progressiveRefinementId)
    try c.ue("pic_order_cnt_delta", &picOrderCntDelta)
  }
}
