import BitstreamKit

/// A rectangle of `pan_scan_rect( )`, in sixteenths of a sample relative to the edges of the cropped picture.
///
/// ITU-T H.264 (08/2021) D.1.4, semantics D.2.4; ITU-T H.265 (08/2021) D.2, semantics D.3. The other elements of the message differ.
public struct PanScanRectangle: Equatable, Sendable {
  /// In sixteenths of a sample.
  public var panScanRectLeftOffset: Int32 = 0, panScanRectRightOffset: Int32 = 0
  /// In sixteenths of a sample.
  public var panScanRectTopOffset: Int32 = 0, panScanRectBottomOffset: Int32 = 0

  /// The whole picture.
  public init() {}
}

extension SyntaxCoder {
  /// Codes one to three rectangles, preceded by their count.
  public mutating func panScanRectangles(_ rectangles: inout [PanScanRectangle]) throws(SyntaxError) {
    let count = try ueCount("pan_scan_cnt_minus1", rectangles.count, minus: 1, in: 0...2)
    try list("pan_scan_rect_left_offset", &rectangles, count: count, atLeast: 4, .init()) { (c, r, i) throws(SyntaxError) in
      try c.se("pan_scan_rect_left_offset", &r.panScanRectLeftOffset, at: i)
      try c.se("pan_scan_rect_right_offset", &r.panScanRectRightOffset, at: i)
      try c.se("pan_scan_rect_top_offset", &r.panScanRectTopOffset, at: i)
      try c.se("pan_scan_rect_bottom_offset", &r.panScanRectBottomOffset, at: i)
    }
  }
}
