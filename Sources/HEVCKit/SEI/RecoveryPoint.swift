import BitstreamKit

/// Recovery point: when output is correct after decoding starts here.
///
/// ITU-T H.265 (08/2021) D.2 `recovery_point( )`, semantics D.3.
public struct RecoveryPoint: Syntax {
  public static let structureName: StaticString = "recovery_point"

  /// The picture order count distance to the recovery point.
  public var recoveryPocCnt: Int32 = 0
  /// Whether pictures match exactly from the recovery point on.
  public var exactMatchFlag = false
  /// Whether pictures before the recovery point may contain severe visual artefacts.
  public var brokenLinkFlag = false

  /// All zeros.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.se("recovery_poc_cnt", &recoveryPocCnt, in: -32768...32767)
    try c.flag("exact_match_flag", &exactMatchFlag)
    try c.flag("broken_link_flag", &brokenLinkFlag)
  }
}
