import BitstreamKit
import SEIKit

/// Parts of the picture for displays of another shape.
///
/// ITU-T H.265 (08/2021) D.2 `pan_scan_rect( )`, semantics D.3.
public struct PanScanRect: Syntax {
  public static let structureName: StaticString = "pan_scan_rect"

  /// What stands behind the cancel flag.
  public struct Content: Equatable, Sendable {
    /// 1 to 3.
    public var rectangles: [PanScanRectangle] = [PanScanRectangle()]
    /// Whether it holds until further notice, and not for this picture alone.
    public var panScanRectPersistenceFlag = false

    /// The whole picture, once.
    public init() {}
  }

  /// What the rectangles are for.
  public var panScanRectId: UInt32 = 0
  /// nil with pan_scan_rect_cancel_flag: what was said before is off.
  public var content: Content?

  /// Cancels.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("pan_scan_rect_id", &panScanRectId)
    try c.unlessCancelled("pan_scan_rect_cancel_flag", &content, .init()) { (c, v) throws(SyntaxError) in
      try c.panScanRectangles(&v.rectangles)
      try c.flag("pan_scan_rect_persistence_flag", &v.panScanRectPersistenceFlag)
    }
  }
}

extension PanScanRect: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .panScanRect(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .panScanRect(self) }
}
