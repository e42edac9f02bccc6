import BitstreamKit
import NALKit

/// Deblocking filter display preference: whether pictures should be displayed before deblocking.
///
/// ITU-T H.264 (08/2021) D.1.22 `deblocking_filter_display_preference( )`, semantics D.2.22.
public struct DeblockingFilterDisplayPreference: Syntax {
  public static let structureName: StaticString = "deblocking_filter_display_preference"

  /// Elements present if the cancel flag is 0.
  public struct Content: Equatable, Sendable {
    /// Whether display before deblocking is preferred.
    public var displayPriorToDeblockingPreferredFlag = false
    /// Whether this must not require more frame buffers than the sequence specifies.
    public var decFrameBufferingConstraintFlag = false
    /// 0: this picture only; 1: until cancelled or replaced; otherwise the number of pictures it applies to; 0 to 16384.
    public var deblockingDisplayPreferenceRepetitionPeriod: UInt32 = 0

    /// Creates content with no preference.
    public init() {}
  }

  /// nil if deblocking_display_preference_cancel_flag: cancels the previous message.
  public var content: Content?

  /// Creates a cancelling message.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.unlessCancelled("deblocking_display_preference_cancel_flag", &content, .init()) { (c, v) throws(SyntaxError) in
      try c.flag("display_prior_to_deblocking_preferred_flag", &v.displayPriorToDeblockingPreferredFlag)
      try c.flag("dec_frame_buffering_constraint_flag", &v.decFrameBufferingConstraintFlag)
      try c.ue("deblocking_display_preference_repetition_period", &v.deblockingDisplayPreferenceRepetitionPeriod, in: 0...16384)
    }
  }
}
