import BitstreamKit

/// How a player should load a track.
///
/// QuickTime File Format, "Track Load Settings Atoms".
public struct TrackLoadBox: TypedBox {
  public static let structureName: StaticString = "TrackLoadBox"
  public static var boxType: FourCC { "load" }

  /// Where loading starts, in units of the movie's time scale.
  public var preloadStartTime: Int32 = 0
  /// How much is loaded; −1 for all to the end.
  public var preloadDuration: Int32 = -1
  /// 1: loaded in any case; 2: loaded only where the track is on.
  public var preloadFlags: UInt32 = 0
  /// 0x20 double buffer, 0x100 high quality.
  public var defaultHints: UInt32 = 0

  /// All of the track.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("preload_start_time", &preloadStartTime, bits: 32)
    try c.i("preload_duration", &preloadDuration, bits: 32)
    try c.u("preload_flags", &preloadFlags, bits: 32)
    try c.u("default_hints", &defaultHints, bits: 32)
  }
}
