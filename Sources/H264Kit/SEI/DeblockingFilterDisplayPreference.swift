import BitstreamKit
import SEIKit

/// Whether pictures look better before deblocking.
///
/// ITU-T H.264 (08/2021) D.1.22 `deblocking_filter_display_preference( )`, semantics D.2.22.
public struct DeblockingFilterDisplayPreference: Syntax {
  public static let structureName: StaticString = "deblocking_filter_display_preference"

  /// What stands behind the cancel flag.
  public struct Content: Equatable, Sendable {
    /// Whether pictures shall be shown as they are before deblocking.
    public var displayPriorToDeblockingPreferredFlag = false
    /// Whether no frame buffers beyond those of the sequence may be used for it.
    public var decFrameBufferingConstraintFlag = false
    /// 0 for this picture, 1 until further notice, else the pictures it holds for: 0 to 16384.
    public var deblockingDisplayPreferenceRepetitionPeriod: UInt32 = 0

    /// No.
    public init() {}
  }

  /// nil with deblocking_display_preference_cancel_flag: what was said before is off.
  public var content: Content?

  /// Cancels.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.unlessCancelled("deblocking_display_preference_cancel_flag", &content, .init()) { (c, v) throws(SyntaxError) in
      try c.flag("display_prior_to_deblocking_preferred_flag", &v.displayPriorToDeblockingPreferredFlag)
      try c.flag("dec_frame_buffering_constraint_flag", &v.decFrameBufferingConstraintFlag)
      try c.ue("deblocking_display_preference_repetition_period", &v.deblockingDisplayPreferenceRepetitionPeriod, in: 0...16384)
    }
  }
}

extension DeblockingFilterDisplayPreference: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .deblockingFilterDisplayPreference(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .deblockingFilterDisplayPreference(self) }
}
