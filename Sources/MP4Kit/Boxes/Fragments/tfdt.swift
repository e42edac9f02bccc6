import BitstreamKit

/// Decoding time of the first sample of a track fragment.
///
/// ISO/IEC 14496-12:2022, 8.8.12 `TrackFragmentBaseMediaDecodeTimeBox`.
public struct TrackFragmentBaseMediaDecodeTimeBox: TypedBox {
  public static let structureName: StaticString = "TrackFragmentBaseMediaDecodeTimeBox"
  public static var boxType: FourCC { "tfdt" }

  /// FullBox version: 1 for a 64-bit time.
  public var version: UInt8 = 1
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Sum of the durations of all preceding samples, in units of the track time scale.
  public var baseMediaDecodeTime: UInt64 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.sizedByVersion("baseMediaDecodeTime", &baseMediaDecodeTime, version)
  }
}
