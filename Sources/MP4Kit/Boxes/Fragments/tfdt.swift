import BitstreamKit

/// When the first sample of a track's fragment is decoded.
///
/// ISO/IEC 14496-12:2022, 8.8.12 `TrackFragmentBaseMediaDecodeTimeBox`.
public struct TrackFragmentBaseMediaDecodeTimeBox: TypedBox {
  public static let structureName: StaticString = "TrackFragmentBaseMediaDecodeTimeBox"
  public static var boxType: FourCC { "tfdt" }

  /// 1 for a time of 64 bits.
  public var version: UInt8 = 1
  /// 0.
  public var flags: UInt32 = 0
  /// The sum of the durations of all samples before, in units of the track's time scale.
  public var baseMediaDecodeTime: UInt64 = 0

  /// At the start.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.sizedByVersion("baseMediaDecodeTime", &baseMediaDecodeTime, version)
  }
}
