import BitstreamKit

/// Preload settings of a track.
///
/// QuickTime File Format, "Track Load Settings Atoms".
public struct TrackLoadBox: TypedBox {
  public static let structureName: StaticString = "TrackLoadBox"
  public static var boxType: FourCC { "load" }

  /// Start of the preloaded segment in units of the movie time scale.
  public var preloadStartTime: Int32 = 0
  /// Duration of the preloaded segment; −1 to the end.
  public var preloadDuration: Int32 = -1
  /// 1: always preload; 2: preload only if the track is enabled.
  public var preloadFlags: UInt32 = 0
  /// 0x20 double buffering, 0x100 high quality.
  public var defaultHints: UInt32 = 0

  /// Creates a box with default values (the whole track).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("preload_start_time", &preloadStartTime, bits: 32)
    try c.i("preload_duration", &preloadDuration, bits: 32)
    try c.u("preload_flags", &preloadFlags, bits: 32)
    try c.u("default_hints", &defaultHints, bits: 32)
  }
}
