import BitstreamKit
import SEIKit

/// How pictures are to be turned for display.
///
/// ITU-T H.265 (08/2021) D.2 `display_orientation( )`, semantics D.3.
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
    /// Whether it holds until further notice, and not for this picture alone.
    public var displayOrientationPersistenceFlag = false

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
      try c.flag("display_orientation_persistence_flag", &v.displayOrientationPersistenceFlag)
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
