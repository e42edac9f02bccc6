import BitstreamKit

/// Recovery point: when output is correct after decoding starts here.
///
/// ITU-T H.264 (08/2021) D.1.8 `recovery_point( )`, semantics D.2.8.
public struct RecoveryPoint: Syntax {
  public static let structureName: StaticString = "recovery_point"

  /// The number of frames up to the recovery point, 0 to 65535.
  public var recoveryFrameCnt: UInt32 = 0
  /// Whether pictures match exactly from the recovery point on.
  public var exactMatchFlag = false
  /// Whether pictures before the recovery point may contain severe visual artefacts.
  public var brokenLinkFlag = false
  /// 0 to 2.
  public var changingSliceGroupIdc: UInt8 = 0

  /// Creates zero delays.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("recovery_frame_cnt", &recoveryFrameCnt, in: 0...65535)
    try c.flag("exact_match_flag", &exactMatchFlag)
    try c.flag("broken_link_flag", &brokenLinkFlag)
    try c.u("changing_slice_group_idc", &changingSliceGroupIdc, bits: 2, in: 0...2)
  }
}
