import BitstreamKit

/// Windows' description of a format of sound, in a file of PIFF.
///
/// Protected Interoperable File Format 1.1; Windows' `WAVEFORMATEX`, whose numbers have their lowest byte first.
public struct WaveFormatExBox: TypedBox {
  public static let structureName: StaticString = "WAVEFORMATEX"
  public static var boxType: FourCC { "wfex" }

  /// The eighteen bytes that all formats have.
  public var format = [UInt8](repeating: 0, count: 18)
  /// What the format adds; for WMA 8 and later, what a decoder needs.
  public var extra: [UInt8] = []

  /// No format.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.bytes("WAVEFORMATEX", &format, count: 18)
    try c.restBytes("extra", &extra)
  }

  /// The format: 1 PCM, 0x161 WMA 8 and 9, 0x162 WMA Professional, 0x163 WMA lossless.
  public var formatTag: UInt16 { number(at: 0) }
  /// How many channels.
  public var channels: UInt16 { number(at: 2) }
  /// Samples in a second.
  public var samplesPerSec: UInt32 { UInt32(number(at: 4)) | UInt32(number(at: 6)) << 16 }
  /// Bytes in a second on average.
  public var avgBytesPerSec: UInt32 { UInt32(number(at: 8)) | UInt32(number(at: 10)) << 16 }
  /// Bytes of a packet.
  public var blockAlign: UInt16 { number(at: 12) }
  /// Bits of a sample.
  public var bitsPerSample: UInt16 { number(at: 14) }

  private func number(at index: Int) -> UInt16 {
    index + 1 < format.count ? UInt16(format[index]) | UInt16(format[index + 1]) << 8 : 0
  }
}
