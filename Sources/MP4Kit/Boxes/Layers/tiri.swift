import BitstreamKit

/// Profile, level, size and frame rate of a tier.
///
/// ISO/IEC 14496-15:2022, `TierInfoBox`.
public struct TierInfoBox: TypedBox {
  public static let structureName: StaticString = "TierInfoBox"
  public static var boxType: FourCC { "tiri" }

  /// Tier ID.
  public var tierID: UInt16 = 0
  /// profile_idc.
  public var profileIndication: UInt8 = 0
  /// Constraint flags.
  public var profileCompatibility: UInt8 = 0
  /// level_idc.
  public var levelIndication: UInt8 = 0
  /// Reserved: 0.
  public var reserved1: UInt8 = 0
  /// Width in pixels.
  public var visualWidth: UInt16 = 0
  /// Height in pixels.
  public var visualHeight: UInt16 = 0
  /// Whether other tiers do not depend on this one.
  public var discardable: UInt8 = 0
  /// 0 unknown, 1 constant, 2 constant in each temporal layer.
  public var constantFrameRate: UInt8 = 0
  /// Reserved: 0.
  public var reserved2: UInt8 = 0
  /// Frame rate in frames per 256 seconds.
  public var frameRate: UInt16 = 0

  /// Creates a box with size 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("tierID", &tierID, bits: 16)
    try c.u("profileIndication", &profileIndication, bits: 8)
    try c.u("profile_compatibility", &profileCompatibility, bits: 8)
    try c.u("levelIndication", &levelIndication, bits: 8)
    try c.u("reserved", &reserved1, bits: 8)
    try c.u("visualWidth", &visualWidth, bits: 16)
    try c.u("visualHeight", &visualHeight, bits: 16)
    try c.u("discardable", &discardable, bits: 2)
    try c.u("constantFrameRate", &constantFrameRate, bits: 2)
    try c.u("reserved", &reserved2, bits: 4)
    try c.u("frameRate", &frameRate, bits: 16)
  }
}
