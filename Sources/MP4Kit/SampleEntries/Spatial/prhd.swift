import BitstreamKit

/// Orientation of a spherical picture.
///
/// Google, Spherical Video V2 RFC, `prhd`. Angles are in degrees as 16.16 fixed point.
public struct ProjectionHeaderBox: TypedBox {
  public static let structureName: StaticString = "ProjectionHeaderBox"
  public static var boxType: FourCC { "prhd" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Yaw: anticlockwise rotation around the up axis, −180 to 180.
  public var poseYawDegrees: Int32 = 0
  /// Pitch: upward rotation, −90 to 90.
  public var posePitchDegrees: Int32 = 0
  /// Roll: clockwise rotation around the forward axis, −180 to 180.
  public var poseRollDegrees: Int32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fixedPoint("pose_yaw_degrees", &poseYawDegrees, bits: 32, fraction: 16)
    try c.fixedPoint("pose_pitch_degrees", &posePitchDegrees, bits: 32, fraction: 16)
    try c.fixedPoint("pose_roll_degrees", &poseRollDegrees, bits: 32, fraction: 16)
  }
}
