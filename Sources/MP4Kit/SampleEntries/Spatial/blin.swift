import BitstreamKit

/// Baseline (distance) of the stereo cameras.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `StereoCameraSystemBaselineBox`.
public struct StereoCameraSystemBaselineBox: TypedBox {
  public static let structureName: StaticString = "StereoCameraSystemBaselineBox"
  public static var boxType: FourCC { "blin" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Baseline in micrometres.
  public var baselineValue: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("baseline_value", &baselineValue, bits: 32)
  }
}
