import BitstreamKit

/// QuickTime audio channel layout.
///
/// QuickTime File Format, "Audio Channel Layout Atom"; Core Audio's `AudioChannelLayout`.
public struct AudioChannelLayoutBox: TypedBox {
  public static let structureName: StaticString = "AudioChannelLayoutAtom"
  public static var boxType: FourCC { "chan" }

  /// Description of one channel.
  public struct Channel: PackedRow {
    /// Channel label, e.g. 1 left, 2 right, 3 centre, 4 LFE; 100 uses the coordinates.
    public var channelLabel: UInt32 = 0
    /// 1 rectangular coordinates, 2 spherical coordinates, 4 metres.
    public var channelFlags: UInt32 = 0
    /// Left to right or azimuth, back to front or elevation, down to up or distance; bit patterns of 32-bit floats.
    public var coordinates: [UInt32] = [0, 0, 0]

    /// Creates an instance with default values.
    public init() {}

    /// 20 bytes.
    public static func byteCount(layout: UInt32) -> Int { 20 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("mChannelLabel", &channelLabel, bits: 32, at: index)
      try c.u("mChannelFlags", &channelFlags, bits: 32, at: index)
      try c.list("mCoordinates", &coordinates, count: 3, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
        try c.u("mCoordinates", &v, bits: 32, at: index, i)
      }
    }
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Layout tag with the channel count in the lower 16 bits, e.g. 0x650002 stereo; 0 uses the descriptions, 0x10000 the bitmap.
  public var channelLayoutTag: UInt32 = 0x65_0002
  /// One bit for each channel present.
  public var channelBitmap: UInt32 = 0
  /// Channel descriptions.
  public var channelDescriptions = PackedTable<Channel>()

  /// Creates a box with default values (stereo).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("mChannelLayoutTag", &channelLayoutTag, bits: 32)
    try c.u("mChannelBitmap", &channelBitmap, bits: 32)
    let count = try c.count("mNumberChannelDescriptions", channelDescriptions.codedCount, bits: 32)
    try c.table("mChannelDescriptions", &channelDescriptions, count: count)
  }
}
