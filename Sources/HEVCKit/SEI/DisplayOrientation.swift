import BitstreamKit
import NALKit

/// Display orientation: rotation and flips to apply before display.
///
/// ITU-T H.265 (08/2021) D.2 `display_orientation( )`, semantics D.3.
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
    /// Whether it applies until cancelled or replaced, or only to this picture.
    public var displayOrientationPersistenceFlag = false

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
      try c.flag("display_orientation_persistence_flag", &v.displayOrientationPersistenceFlag)
    }
  }
}
