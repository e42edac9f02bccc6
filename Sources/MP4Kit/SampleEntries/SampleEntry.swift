import BitstreamKit

/// How samples are coded, where boxes say all of it: `wvtt`, `c608`, `mp4s`, `mebx`, `encs` and their like.
///
/// ISO/IEC 14496-12:2022, 8.5.2.2 `SampleEntry`, and what is derived from it without fields of its own.
public struct SampleEntry: Box {
  public static let structureName: StaticString = "SampleEntry"
  public static var holdsBoxes: Bool { true }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()

  /// Samples at the first place.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
  }
}
