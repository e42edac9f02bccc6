import BitstreamKit

/// Sample entry of protected or restricted volumetric video: `enc3`, `res3`.
///
/// ISO/IEC 14496-12:2022, 12.10.3 `VolumetricVisualSampleEntry`.
public struct VolumetricVisualSampleEntry: Box {
  public static let structureName: StaticString = "VolumetricVisualSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// Human-readable name in 32 bytes; the first is the length.
  public var compressorname = [UInt8](repeating: 0, count: 32)

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.characters("compressorname", &compressorname, count: 32)
  }
}
