import BitstreamKit

/// The header of an MPEG-1, MPEG-2 or MPEG 2.5 audio frame, of layers I to III. Frames of free format, whose size is not in the header, are not
/// read.
///
/// ISO/IEC 11172-3:1993, 2.4.1.3, and ISO/IEC 13818-3:1998, 2.4.1.3.
package struct MPEGAudioHeader {
  /// 1 to 3.
  package var layer: Int
  /// The sampling frequency in hertz.
  package var sampleRate: UInt32
  /// 1 for single_channel, else 2.
  package var channels: UInt32
  /// The number of samples of each channel in a frame.
  package var samples: Int
  /// The bits of a second.
  package var bitRate: Int
  /// The number of bytes of the frame with its header.
  package var size: Int
  /// The bits that all frames of a stream share: from the syncword to protection_bit, and the sampling frequency.
  var fixed: UInt32

  /// The number of bytes of a header.
  package static let byteCount = 4

  /// Parses the header at `place`; nil if there is none.
  package init?(_ bytes: [UInt8], _ place: Int = 0) {
    guard place >= 0, place <= bytes.count - Self.byteCount else { return nil }
    let word = UInt32(unpacking: bytes, at: place)
    let (version, rate, frequency) = (Int(word >> 19 & 3), Int(word >> 12 & 15), Int(word >> 10 & 3))
    layer = 4 - Int(word >> 17 & 3)
    // Reserved versions, layers, frequencies and emphases, and bit rates that are forbidden or free.
    guard word >> 21 == 0x7FF, version != 1, layer < 4, 1...14 ~= rate, frequency < 3, word & 3 != 2 else { return nil }
    let isFirst = version == 3
    let rates: [Int] =
      switch (isFirst, layer) {
      case (true, 1): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
      case (true, 2): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
      case (true, _): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      case (false, 1): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
      case (false, _): [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
      }
    let hertz = [44100, 48000, 32000][frequency] / (isFirst ? 1 : version == 2 ? 2 : 4)
    let (bits, padding) = (rates[rate - 1] * 1000, Int(word >> 9 & 1))
    bitRate = bits
    samples = layer == 1 ? 384 : layer == 2 || isFirst ? 1152 : 576
    // Slots of layer I have four bytes.
    size = layer == 1 ? (12 * bits / hertz + padding) * 4 : samples / 8 * bits / hertz + padding
    (sampleRate, channels, fixed) = (UInt32(hertz), word >> 6 & 3 == 3 ? 1 : 2, word & 0xFFFE_0C00)
  }

  /// Reads the header at the start of a sample; nil if there is none.
  package init?<Source: ByteSource>(of sample: MediaSample, _ source: Source) {
    var (source, bytes): (Source, [UInt8]) = (source, [])
    guard (try? source.read(at: sample.offset, count: Self.byteCount, into: &bytes)) != nil else { return nil }
    self.init(bytes)
  }
}
