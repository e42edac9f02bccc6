import BitstreamKit
import NALKit

/// Display orientation: rotation and flips to apply before display.
///
/// ITU-T H.264 (08/2021) D.1.27 `display_orientation( )`, semantics D.2.27.
public struct DisplayOrientation: Syntax {
  public static let structureName: StaticString = "display_orientation"

  /// Elements present if the cancel flag is 0.
  public struct Content: Equatable, Sendable {
    /// Whether to flip horizontally.
    public var horFlip = false
    /// Whether to flip vertically.
    public var verFlip = false
    /// Anticlockwise rotation in units of 1/65536 turn.
    public var anticlockwiseRotation: UInt16 = 0
    /// 0: this picture only; 1: until cancelled or replaced; otherwise the number of pictures it applies to; 0 to 16384.
    public var displayOrientationRepetitionPeriod: UInt32 = 0
    /// False.
    public var displayOrientationExtensionFlag = false

    /// Creates content without rotation or flips.
    public init() {}
  }

  /// nil if display_orientation_cancel_flag: cancels the previous message.
  public var content: Content?

  /// Creates a cancelling message.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.unlessCancelled("display_orientation_cancel_flag", &content, .init()) { (c, v) throws(SyntaxError) in
      try c.flag("hor_flip", &v.horFlip)
      try c.flag("ver_flip", &v.verFlip)
      try c.u("anticlockwise_rotation", &v.anticlockwiseRotation, bits: 16)
      try c.ue("display_orientation_repetition_period", &v.displayOrientationRepetitionPeriod, in: 0...16384)
      try c.flag("display_orientation_extension_flag", &v.displayOrientationExtensionFlag)
    }
  }
}
