import BitstreamKit

/// Sample entry without fields of its own: `wvtt`, `c608`, `mp4s`, `mebx`, `encs` and others.
///
/// ISO/IEC 14496-12:2022, 8.5.2.2 `SampleEntry`, and classes derived from it without additional fields.
public struct SampleEntry: Box {
  public static let structureName: StaticString = "SampleEntry"
  public static var holdsBoxes: Bool { true }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
  }
}
