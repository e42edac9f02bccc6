import BitstreamKit

/// GoPro timed metadata sample entry, `gpmd`.
///
/// GoPro's GPMF specification.
public struct GoProMetadataSampleEntry: Box {
  public static let structureName: StaticString = "GoProMetadataSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// Reserved: 0.
  public var reserved: UInt32 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.u("reserved", &reserved, bits: 32)
  }
}
