import BitstreamKit

/// Properties of a track in movie fragments; boxes follow.
///
/// ISO/IEC 14496-12:2022, 8.8.15 `TrackExtensionPropertiesBox`.
public struct TrackExtensionPropertiesBox: TypedBox {
  public static let structureName: StaticString = "TrackExtensionPropertiesBox"
  public static var boxType: FourCC { "trep" }
  public static var holdsBoxes: Bool { true }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Track ID.
  public var trackID: UInt32 = 1

  /// Creates a box with default values (track 1).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("track_ID", &trackID, bits: 32)
  }
}
