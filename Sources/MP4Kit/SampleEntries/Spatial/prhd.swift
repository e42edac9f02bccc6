import BitstreamKit

/// Where a spherical picture looks.
///
/// Google, Spherical Video V2 RFC, `prhd`. All in degrees, with 16 bits behind the point.
public struct ProjectionHeaderBox: TypedBox {
  public static let structureName: StaticString = "ProjectionHeaderBox"
  public static var boxType: FourCC { "prhd" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// To the left about the upright axis, −180 to 180.
  public var poseYawDegrees: Int32 = 0
  /// Up, −90 to 90.
  public var posePitchDegrees: Int32 = 0
  /// To the right about the axis of sight, −180 to 180.
  public var poseRollDegrees: Int32 = 0

  /// Straight on.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fixedPoint("pose_yaw_degrees", &poseYawDegrees, bits: 32, fraction: 16)
    try c.fixedPoint("pose_pitch_degrees", &posePitchDegrees, bits: 32, fraction: 16)
    try c.fixedPoint("pose_roll_degrees", &poseRollDegrees, bits: 32, fraction: 16)
  }
}
