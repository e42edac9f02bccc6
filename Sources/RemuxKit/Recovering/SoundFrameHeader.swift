import BitstreamKit

/// The header of an audio frame that contains the frame's length.
struct SoundFrameHeader {
  /// Frame size in bytes, including the header.
  var size: Int
  /// Number of samples per channel.
  var samples: Int
  /// Sample rate in Hz.
  var sampleRate: UInt32
  /// Whether the frame starts a sample, rather than belonging to the preceding frame.
  var isFirst = true

  /// The number of header bytes to parse.
  static var length: Int { 6 }

  /// `syncinfo( )` of AC-3 (ETSI TS 102 366, 4.3.1 and 4.4.1); needs at least `length` bytes from `place`.
  static func ac3(_ bytes: [UInt8], _ place: Int) -> SoundFrameHeader? {
    let (rate, code) = (Int(bytes[place + 4] >> 6), Int(bytes[place + 4] & 63))
    guard bytes[place] == 0x0B, bytes[place + 1] == 0x77, rate < 3, code < 38, bytes[place + 5] >> 3 <= 8 else { return nil }
    let rates: [UInt32] = [48000, 44100, 32000]
    let kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
    // 1536 samples in 16-bit words; at 44.1 kHz the size is fractional, and every other frame may have one word more.
    let words = kilobits[code / 2] * 96_000 / Int(rates[rate]) + (rate == 1 ? code & 1 : 0)
    return SoundFrameHeader(size: words * 2, samples: 1536, sampleRate: rates[rate])
  }

  /// `syncinfo( )` and the start of `bsi( )` of E-AC-3 (ETSI TS 102 366, E.1.2 and E.1.3).
  static func eac3(_ bytes: [UInt8], _ place: Int) -> SoundFrameHeader? {
    guard bytes[place] == 0x0B, bytes[place + 1] == 0x77, 11...16 ~= bytes[place + 5] >> 3 else { return nil }
    let (type, substream) = (bytes[place + 2] >> 6, bytes[place + 2] >> 3 & 7)
    if type == 3 { return nil }
    let size = 2 * ((Int(bytes[place + 2] & 7) << 8 | Int(bytes[place + 3])) + 1)
    let (rate, second) = (Int(bytes[place + 4] >> 6), Int(bytes[place + 4] >> 4 & 3))
    if rate == 3, second == 3 { return nil }
    let rates: [UInt32] = rate == 3 ? [24000, 22050, 16000] : [48000, 44100, 32000]
    let blocks = rate == 3 ? 6 : [1, 2, 3, 6][second]
    return SoundFrameHeader(
      size: size, samples: blocks * 256, sampleRate: rates[rate == 3 ? second : rate], isFirst: type != 1 && substream == 0)
  }

  /// The header of MPEG audio of layer III.
  static func mp3(_ bytes: [UInt8], _ place: Int) -> SoundFrameHeader? {
    guard let header = MPEGAudioHeader(bytes, place), header.layer == 3 else { return nil }
    return SoundFrameHeader(size: header.size, samples: header.samples, sampleRate: header.sampleRate)
  }
}
