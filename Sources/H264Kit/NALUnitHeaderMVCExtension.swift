import BitstreamKit

/// NAL unit header extension of multiview video: the view.
///
/// ITU-T H.264 (08/2021) G.7.3.1.1 `nal_unit_header_mvc_extension( )`.
public struct NALUnitHeaderMVCExtension: FastSyntax {
  public static let structureName: StaticString = "nal_unit_header_mvc_extension"

  /// False for a view component of an IDR picture.
  public var nonIdrFlag = false
  /// 0 to 63; a smaller value is a higher priority.
  public var priorityId: UInt8 = 0
  /// The view identifier, 0 to 1023.
  public var viewId: UInt16 = 0
  /// The temporal layer, 0 to 7.
  public var temporalId: UInt8 = 0
  /// Whether the view component belongs to an anchor picture.
  public var anchorPicFlag = false
  /// Whether the view component is used for inter-view prediction.
  public var interViewFlag = false
  /// 1.
  public var reservedOneBit: UInt8 = 1

  /// Creates a header of the base view.
  public init() {}

  public mutating func syntax<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
    try c.flag("non_idr_flag", &nonIdrFlag)
    try c.u("priority_id", &priorityId, bits: 6)
    try c.u("view_id", &viewId, bits: 10)
    try c.u("temporal_id", &temporalId, bits: 3)
    try c.flag("anchor_pic_flag", &anchorPicFlag)
    try c.flag("inter_view_flag", &interViewFlag)
    try c.u("reserved_one_bit", &reservedOneBit, bits: 1)
  }
}
