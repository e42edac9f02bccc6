import BitstreamKit

/// How the samples of a track are coded: sample entries follow as boxes.
///
/// ISO/IEC 14496-12:2022, 8.5.2 `SampleDescriptionBox`.
public struct SampleDescriptionBox: TypedBox {
  public static let structureName: StaticString = "SampleDescriptionBox"
  public static var boxType: FourCC { "stsd" }
  public static var holdsBoxes: Bool { true }

  /// 1 where an audio sample entry is an `AudioSampleEntryV1`.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// How many entries follow.
  public var entryCount: UInt32 = 1

  /// One entry.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("entry_count", &entryCount, bits: 32)
  }
}
