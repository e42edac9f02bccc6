import BitstreamKit
import SEIKit

/// How pictures are to be turned for display.
///
/// ITU-T H.264 (08/2021) D.1.27 `display_orientation( )`, semantics D.2.27.
public struct DisplayOrientation: Syntax {
  public static let structureName: StaticString = "display_orientation"

  /// What stands behind the cancel flag.
  public struct Content: Equatable, Sendable {
    /// Whether left and right are swapped.
    public var horFlip = false
    /// Whether top and bottom are swapped.
    public var verFlip = false
    /// Units of 1/65536 of a turn.
    public var anticlockwiseRotation: UInt16 = 0
    /// 0 for this picture, 1 until further notice, else the pictures it holds for: 0 to 16384.
    public var displayOrientationRepetitionPeriod: UInt32 = 0
    /// False.
    public var displayOrientationExtensionFlag = false

    /// As they are.
    public init() {}
  }

  /// nil with display_orientation_cancel_flag: what was said before is off.
  public var content: Content?

  /// Cancels.
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

extension DisplayOrientation: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .displayOrientation(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .displayOrientation(self) }
}
