import BitstreamKit

/// Where the loudspeakers of a track's channels stand, in QuickTime.
///
/// QuickTime File Format, "Audio Channel Layout Atom"; Core Audio's `AudioChannelLayout`.
public struct AudioChannelLayoutBox: TypedBox {
  public static let structureName: StaticString = "AudioChannelLayoutAtom"
  public static var boxType: FourCC { "chan" }

  /// A channel.
  public struct Channel: PackedRow {
    /// 1 left, 2 right, 3 centre, 4 low frequencies, 100 as the coordinates say.
    public var channelLabel: UInt32 = 0
    /// 1 for coordinates of a box, 2 for those of a sphere, 4 for metres.
    public var channelFlags: UInt32 = 0
    /// Left to right or azimuth, back to front or elevation, down to up or distance: the bits of 32-bit floating-point numbers.
    public var coordinates: [UInt32] = [0, 0, 0]

    /// A channel of unknown place.
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

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// A layout with a number, its channels in the lower 16 bits: 0x650002 stereo; 0 for channels one by one, 0x10000 for the bitmap.
  public var channelLayoutTag: UInt32 = 0x65_0002
  /// A bit for each channel that is there.
  public var channelBitmap: UInt32 = 0
  /// The channels one by one.
  public var channelDescriptions = PackedTable<Channel>()

  /// Stereo.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("mChannelLayoutTag", &channelLayoutTag, bits: 32)
    try c.u("mChannelBitmap", &channelBitmap, bits: 32)
    let count = try c.count("mNumberChannelDescriptions", channelDescriptions.codedCount, bits: 32)
    try c.table("mChannelDescriptions", &channelDescriptions, count: count)
  }
}
