import BitstreamKit

/// NAL unit header extension of multiview video with depth: the view, and whether it is texture or depth.
///
/// ITU-T H.264 (08/2021) I.7.3.1.1 `nal_unit_header_3davc_extension( )`.
public struct NALUnitHeader3DAVCExtension: FastSyntax {
  public static let structureName: StaticString = "nal_unit_header_3davc_extension"

  /// The index of the view in coding order, 0 to 255.
  public var viewIdx: UInt8 = 0
  /// Whether the unit belongs to a depth view component.
  public var depthFlag = false
  /// False for a view component of an IDR picture.
  public var nonIdrFlag = false
  /// The temporal layer, 0 to 7.
  public var temporalId: UInt8 = 0
  /// Whether the view component belongs to an anchor picture.
  public var anchorPicFlag = false
  /// Whether the view component is used for inter-view prediction.
  public var interViewFlag = false

  /// Creates a header of the base view's texture.
  public init() {}

  public mutating func syntax<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
    try c.u("view_idx", &viewIdx, bits: 8)
    try c.flag("depth_flag", &depthFlag)
    try c.flag("non_idr_flag", &nonIdrFlag)
    try c.u("temporal_id", &temporalId, bits: 3)
    try c.flag("anchor_pic_flag", &anchorPicFlag)
    try c.flag("inter_view_flag", &interViewFlag)
  }
}
