import BitstreamKit

/// GoPro's timed metadata, `gpmd`.
///
/// GoPro's GPMF specification.
public struct GoProMetadataSampleEntry: Box {
  public static let structureName: StaticString = "GoProMetadataSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// 0.
  public var reserved: UInt32 = 0

  /// Metadata.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.u("reserved", &reserved, bits: 32)
  }
}
