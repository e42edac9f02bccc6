import BitstreamKit
import SEIKit

/// Parts of the picture for displays of another shape.
///
/// ITU-T H.264 (08/2021) D.1.4 `pan_scan_rect( )`, semantics D.2.4.
public struct PanScanRect: Syntax {
  public static let structureName: StaticString = "pan_scan_rect"

  /// What stands behind the cancel flag.
  public struct Content: Equatable, Sendable {
    /// 1 to 3.
    public var rectangles: [PanScanRectangle] = [PanScanRectangle()]
    /// 0 for this picture, 1 until further notice, else the pictures it holds for: 0 to 16384.
    public var panScanRectRepetitionPeriod: UInt32 = 0

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
      try c.ue("pan_scan_rect_repetition_period", &v.panScanRectRepetitionPeriod, in: 0...16384)
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
