import BitstreamKit

/// Start of a progressive refinement segment: the following pictures refine the quality of this one.
///
/// ITU-T H.264 (08/2021) D.1.18 `progressive_refinement_segment_start( )`, semantics D.2.18.
public struct ProgressiveRefinementSegmentStart: Syntax {
  public static let structureName: StaticString = "progressive_refinement_segment_start"

  /// Identifies the segment.
  public var progressiveRefinementId: UInt32 = 0
  /// The number of pictures in the segment, minus 1.
  public var numRefinementStepsMinus1: UInt32 = 0

  /// Creates a message with one picture.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("progressive_refinement_id", &progressiveRefinementId)
    try c.ue("num_refinement_steps_minus1", &numRefinementStepsMinus1)
  }
}
