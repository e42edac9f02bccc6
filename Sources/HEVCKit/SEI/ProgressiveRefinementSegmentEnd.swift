import BitstreamKit

/// The last of pictures that show one image better and better.
///
/// ITU-T H.265 (08/2021) D.2 `progressive_refinement_segment_end( )`, semantics D.3.
public struct ProgressiveRefinementSegmentEnd: Syntax {
  public static let structureName: StaticString = "progressive_refinement_segment_end"

  /// Tells segments apart.
  public var progressiveRefinementId: UInt32 = 0

  /// All zeros.
  public init() {}

  @inlinable public mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {
    try c.ue("progressive_refinement_id", &progressiveRefinementId)
  }
}

extension ProgressiveRefinementSegmentEnd: SEIPayloadStructure {
  @inlinable public init?(_ payload: SEIPayload) {
    guard case .progressiveRefinementSegmentEnd(let value) = payload else { return nil }
    self = value
  }

  @inlinable public var payload: SEIPayload { .progressiveRefinementSegmentEnd(self) }
}
