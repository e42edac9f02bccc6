import BitstreamKit

/// How samples of video are coded: `avc1`, `hvc1`, `av01` and their like. Configurations follow as boxes.
///
/// ISO/IEC 14496-12:2022, 12.1.3 `VisualSampleEntry`; the QuickTime File Format's names for what ISO calls pre_defined.
public struct VisualSampleEntry: Box {
  public static let structureName: StaticString = "VisualSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// 0; QuickTime's version, revision and vendor, temporal and spatial quality.
  public var preDefined: [UInt32] = [0, 0, 0, 0]
  /// In pixels.
  public var width: UInt16 = 0
  /// In pixels.
  public var height: UInt16 = 0
  /// Pixels in an inch, with 16 bits behind the point: 72.
  public var horizresolution: UInt32 = 0x48_0000
  /// Pixels in an inch, with 16 bits behind the point: 72.
  public var vertresolution: UInt32 = 0x48_0000
  /// 0.
  public var reserved: UInt32 = 0
  /// Pictures in a sample: 1.
  public var frameCount: UInt16 = 1
  /// A length in the first of 32 bytes, and a name for people.
  public var compressorname = [UInt8](repeating: 0, count: 32)
  /// 0x18 for colour without alpha.
  public var depth: UInt16 = 0x18
  /// −1; in QuickTime the number of a colour table.
  public var preDefined3: Int16 = -1

  /// A picture of no size.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.list("pre_defined", &preDefined, count: 4, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("pre_defined", &v, bits: 32, at: i)
    }
    try c.u("width", &width, bits: 16)
    try c.u("height", &height, bits: 16)
    try c.fixedPoint("horizresolution", &horizresolution, bits: 32, fraction: 16)
    try c.fixedPoint("vertresolution", &vertresolution, bits: 32, fraction: 16)
    try c.u("reserved", &reserved, bits: 32)
    try c.u("frame_count", &frameCount, bits: 16)
    try c.characters("compressorname", &compressorname, count: 32)
    try c.u("depth", &depth, bits: 16)
    try c.i("pre_defined", &preDefined3, bits: 16)
  }

  /// The compressor's name for people.
  public var readableCompressorName: String {
    String(decoding: compressorname.dropFirst().prefix(min(31, Int(compressorname.first ?? 0))), as: UTF8.self)
  }
}
