import BitstreamKit

/// From where on pictures are right after decoding was begun here.
///
/// ITU-T H.264 (08/2021) D.1.8 `recovery_point( )`, semantics D.2.8.
public struct RecoveryPoint: Syntax {
  public static let structureName: StaticString = "recovery_point"

  /// Frames until then, 0 to 65535.
  public var recoveryFrameCnt: UInt32 = 0
  /// Whether they are exactly right.
  public var exactMatchFlag = false
  /// Whether pictures up to then may be badly wrong.
  public var brokenLinkFlag = false
  /// 0 to 2.
  public var changingSliceGroupIdc: UInt8 = 0

  /// At once.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("recovery_frame_cnt", &recoveryFrameCnt, in: 0...65535)
    try c.flag("exact_match_flag", &exactMatchFlag)
    try c.flag("broken_link_flag", &brokenLinkFlag)
    try c.u("changing_slice_group_idc", &changingSliceGroupIdc, bits: 2, in: 0...2)
  }
}

extension RecoveryPoint: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .recoveryPoint(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .recoveryPoint(self) }
}
