import BitstreamKit

/// Video sample entry: `avc1`, `hvc1`, `av01` and others. Decoder configuration boxes follow.
///
/// ISO/IEC 14496-12:2022, 12.1.3 `VisualSampleEntry`; QuickTime defines the fields that are pre_defined in ISO.
public struct VisualSampleEntry: Box {
  public static let structureName: StaticString = "VisualSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// Pre-defined: 0; in QuickTime version, revision, vendor, temporal and spatial quality.
  public var preDefined: [UInt32] = [0, 0, 0, 0]
  /// Width in pixels.
  public var width: UInt16 = 0
  /// Height in pixels.
  public var height: UInt16 = 0
  /// Horizontal resolution in pixels per inch as 16.16 fixed point: 72.
  public var horizresolution: UInt32 = 0x48_0000
  /// Vertical resolution in pixels per inch as 16.16 fixed point: 72.
  public var vertresolution: UInt32 = 0x48_0000
  /// Reserved: 0.
  public var reserved: UInt32 = 0
  /// Frames per sample: 1.
  public var frameCount: UInt16 = 1
  /// Number of bytes of the name in `compressorname`.
  public var compressornameLength: UInt8 = 0
  /// The 31 bytes of a Pascal string after its length: the name, padded with zeros.
  public var compressorname = [UInt8](repeating: 0, count: 31)
  /// Depth: 0x18 for colour without alpha.
  public var depth: UInt16 = 0x18
  /// Pre-defined: −1; in QuickTime the ID of a colour table, 0 if the table follows.
  public var preDefined3: Int16 = -1
  /// Colour table of a QuickTime picture with 1, 2, 4 or 8 bits per pixel; only if `preDefined3` is 0.
  public var colourTable: ColourTable?

  /// Creates an entry with default values.
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
    try c.u("compressorname_length", &compressornameLength, bits: 8)
    try c.characters("compressorname", &compressorname, count: 31)
    try c.u("depth", &depth, bits: 16)
    try c.i("pre_defined", &preDefined3, bits: 16)
    let bitsPerPixel = depth & 0x1F
    let isIndexed = bitsPerPixel == 1 || bitsPerPixel == 2 || bitsPerPixel == 4 || bitsPerPixel == 8
    let hasTable = isIndexed && preDefined3 == 0 && c.moreBytes(colourTable != nil)
    try c.when(hasTable, &colourTable, ColourTable()) { (c, v) throws(SyntaxError) in
      try c.u("seed", &v.seed, bits: 32)
      try c.u("flags", &v.flags, bits: 16)
      let count = try c.count("size", v.colours.count, minus: 1, bits: 16)
      try c.list("colours", &v.colours, count: count, atLeast: 64, ColourTable.Colour()) { (c, v, i) throws(SyntaxError) in
        try c.u("value", &v.value, bits: 16, at: i)
        try c.u("red", &v.red, bits: 16, at: i)
        try c.u("green", &v.green, bits: 16, at: i)
        try c.u("blue", &v.blue, bits: 16, at: i)
      }
    }
  }

  /// Human-readable compressor name.
  public var readableCompressorName: String {
    String(decoding: compressorname.prefix(min(31, Int(compressornameLength))), as: UTF8.self)
  }

  /// Palette of a QuickTime picture.
  ///
  /// QuickTime File Format, "Color Table Atoms".
  public struct ColourTable: Equatable, Sendable {
    /// Seed: 0.
    public var seed: UInt32 = 0
    /// Flags: 0x8000.
    public var flags: UInt16 = 0x8000
    /// Colours, at least one.
    public var colours = [Colour()]

    /// A colour with 16 bits per component.
    public struct Colour: Equatable, Sendable {
      /// 0; the index of the colour if `flags` is 0.
      public var value: UInt16 = 0
      /// Red component, 0 to 65535.
      public var red: UInt16 = 0
      /// Green component, 0 to 65535.
      public var green: UInt16 = 0
      /// Blue component, 0 to 65535.
      public var blue: UInt16 = 0

      /// Creates an instance with default values (black).
      public init() {}
    }

    /// Creates an instance with default values.
    public init() {}
  }
}
