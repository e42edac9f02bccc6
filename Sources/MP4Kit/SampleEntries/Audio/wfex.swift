import BitstreamKit

/// Windows audio format description, in PIFF files.
///
/// Protected Interoperable File Format 1.1; Windows `WAVEFORMATEX`, with little-endian values.
public struct WaveFormatExBox: TypedBox {
  public static let structureName: StaticString = "WAVEFORMATEX"
  public static var boxType: FourCC { "wfex" }

  /// The 18 bytes common to all formats.
  public var format = [UInt8](repeating: 0, count: 18)
  /// Format-specific data; for WMA 8 and later, the decoder configuration.
  public var extra: [UInt8] = []

  /// Creates a box with no format.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.bytes("WAVEFORMATEX", &format, count: 18)
    try c.restBytes("extra", &extra)
  }

  /// Format: 1 PCM, 0x161 WMA 8 and 9, 0x162 WMA Professional, 0x163 WMA Lossless.
  public var formatTag: UInt16 { number(at: 0) }
  /// Number of channels.
  public var channels: UInt16 { number(at: 2) }
  /// Sample rate in Hz.
  public var samplesPerSec: UInt32 { UInt32(number(at: 4)) | UInt32(number(at: 6)) << 16 }
  /// Average byte rate in bytes per second.
  public var avgBytesPerSec: UInt32 { UInt32(number(at: 8)) | UInt32(number(at: 10)) << 16 }
  /// Packet size in bytes.
  public var blockAlign: UInt16 { number(at: 12) }
  /// Bits per sample.
  public var bitsPerSample: UInt16 { number(at: 14) }

  private func number(at index: Int) -> UInt16 {
    index + 1 < format.count ? UInt16(format[index]) | UInt16(format[index + 1]) << 8 : 0
  }
}
