import BitstreamKit
import RemuxKit

/// The header of an MPEG-1 or MPEG-2 audio frame.
///
/// ISO/IEC 11172-3:1993, 2.4.1.3, and ISO/IEC 13818-3:1998, 2.4.1.3.
struct MPEGAudioHeader {
  /// 1 to 3.
  var layer: Int
  /// Whether ID is 1: MPEG-1.
  var isFirst: Bool
  /// Whether mode is single_channel.
  var isMono: Bool

  /// Reads the header at the start of a sample; nil if there is none.
  init?<Source: ByteSource>(of sample: MediaSample, _ source: Source) {
    var (source, bytes): (Source, [UInt8]) = (source, [])
    guard (try? source.read(at: sample.offset, count: 4, into: &bytes)) != nil, bytes.count == 4, bytes[0] == 0xFF, bytes[1] >= 0xE0,
      bytes[1] & 6 != 0
    else { return nil }
    layer = 4 - Int(bytes[1] >> 1 & 3)
    isFirst = bytes[1] & 0x18 == 0x18
    isMono = bytes[3] >> 6 == 3
  }

  /// The number of samples of a frame.
  var samplesPerFrame: Int { layer == 1 ? 384 : layer == 2 || isFirst ? 1152 : 576 }
}
