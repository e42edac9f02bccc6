import BitstreamKit

/// Sample descriptions of a track; sample entries follow as boxes.
///
/// ISO/IEC 14496-12:2022, 8.5.2 `SampleDescriptionBox`.
public struct SampleDescriptionBox: TypedBox {
  public static let structureName: StaticString = "SampleDescriptionBox"
  public static var boxType: FourCC { "stsd" }
  public static var holdsBoxes: Bool { true }

  /// FullBox version: 1 if an audio sample entry is an `AudioSampleEntryV1`.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Number of entries that follow.
  public var entryCount: UInt32 = 1

  /// Creates a box with default values (one entry).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("entry_count", &entryCount, bits: 32)
  }
}
