import BitstreamKit

/// From which picture on the pictures are right for a decoder that begins here.
///
/// ITU-T H.265 (08/2021) D.2 `recovery_point( )`, semantics D.3.
public struct RecoveryPoint: Syntax {
  public static let structureName: StaticString = "recovery_point"

  /// Distance to the first right picture in picture order count.
  public var recoveryPocCnt: Int32 = 0
  /// Whether the pictures are exactly those of a decoder that began earlier.
  public var exactMatchFlag = false
  /// Whether pictures before that may show something else.
  public var brokenLinkFlag = false

  /// All zeros.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.se("recovery_poc_cnt", &recoveryPocCnt, in: -32768...32767)
    try c.flag("exact_match_flag", &exactMatchFlag)
    try c.flag("broken_link_flag", &brokenLinkFlag)
  }
}

extension RecoveryPoint: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .recoveryPoint(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .recoveryPoint(self) }
}
