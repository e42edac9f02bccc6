import BitstreamKit

/// How samples of volumetric video are coded, where they are protected or restricted: `enc3`, `res3`.
///
/// ISO/IEC 14496-12:2022, 12.10.3 `VolumetricVisualSampleEntry`.
public struct VolumetricVisualSampleEntry: Box {
  public static let structureName: StaticString = "VolumetricVisualSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// A length in the first of 32 bytes, and a name for people.
  public var compressorname = [UInt8](repeating: 0, count: 32)

  /// Samples without a name.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.characters("compressorname", &compressorname, count: 32)
  }
}
