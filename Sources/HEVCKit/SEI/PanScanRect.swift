import BitstreamKit
import NALKit

/// Pan-scan rectangles for displays with a different aspect ratio.
///
/// ITU-T H.265 (08/2021) D.2 `pan_scan_rect( )`, semantics D.3.
public struct PanScanRect: Syntax {
  public static let structureName: StaticString = "pan_scan_rect"

  /// Elements present if the cancel flag is 0.
  public struct Content: Equatable, Sendable {
    /// 1 to 3.
    public var rectangles: [PanScanRectangle] = [PanScanRectangle()]
    /// Whether it applies until cancelled or replaced, or only to this picture.
    public var panScanRectPersistenceFlag = false

    /// Creates one rectangle of the whole picture, for this picture only.
    public init() {}
  }

  /// Identifies the usage of the rectangles.
  public var panScanRectId: UInt32 = 0
  /// nil if pan_scan_rect_cancel_flag: cancels the previous message.
  public var content: Content?

  /// Creates a cancelling message.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("pan_scan_rect_id", &panScanRectId)
    try c.unlessCancelled("pan_scan_rect_cancel_flag", &content, .init()) { (c, v) throws(SyntaxError) in
      try c.panScanRectangles(&v.rectangles)
      try c.flag("pan_scan_rect_persistence_flag", &v.panScanRectPersistenceFlag)
    }
  }
}
