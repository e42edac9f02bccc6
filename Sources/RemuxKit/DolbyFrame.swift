import BitstreamKit
import MP4Kit

/// Derives the configuration box of AC-3 and E-AC-3 from the frames, for containers without such a box.
///
/// ETSI TS 102 366, 4.3 `syncinfo` and `bsi`; E.1.2 for E-AC-3.
enum DolbyFrame {
  /// The box that describes the first of these frames; nil if they cannot be parsed or include dependent substreams, whose description
  /// needs more than the frame header.
  static func box(ofFrames bytes: [UInt8], _ codec: MediaCodec) -> MediaConfiguration? {
    do {
      switch codec {
      case .ac3: return .box("dac3", try ac3(bytes).encoded())
      case .eac3: return .box("dec3", try eac3(bytes).encoded())
      default: return nil
      }
    } catch { return nil }
  }

  /// Sample rate in Hz and number of channels.
  static func sound(_ fscod: UInt8, _ acmod: UInt8, _ lfeon: Bool) -> (rate: UInt32, channels: UInt32) {
    (DolbyCoding.sampleRate(fscod: fscod), DolbyCoding.channelCount(acmod: acmod, lfeon: lfeon))
  }

  private static func ac3(_ bytes: [UInt8]) throws(SyntaxError) -> AC3SpecificBox {
    var reader = BitReader(bytes, 0..<bytes.count)
    var (box, size, mix): (AC3SpecificBox, UInt8, UInt8) = (AC3SpecificBox(), 0, 0)
    var checksum: UInt16 = 0
    try reader.fixed("syncword", 0x0B77, bits: 16)
    try reader.u("crc1", &checksum, bits: 16)
    try reader.u("fscod", &box.fscod, bits: 2, in: 0...2)
    try reader.u("frmsizecod", &size, bits: 6, in: 0...37)
    try reader.u("bsid", &box.bsid, bits: 5, in: 0...10)
    try reader.u("bsmod", &box.bsmod, bits: 3)
    try reader.u("acmod", &box.acmod, bits: 3)
    if box.acmod & 1 != 0, box.acmod != 1 { try reader.u("cmixlev", &mix, bits: 2) }
    if box.acmod & 4 != 0 { try reader.u("surmixlev", &mix, bits: 2) }
    if box.acmod == 2 { try reader.u("dsurmod", &mix, bits: 2) }
    try reader.flag("lfeon", &box.lfeon)
    box.bitRateCode = size >> 1
    return box
  }

  private static func eac3(_ bytes: [UInt8]) throws(SyntaxError) -> EC3SpecificBox {
    var box = EC3SpecificBox()
    box.substreams = []
    var (place, rate): (Int, Int) = (0, 0)
    while place < bytes.count {
      var reader = BitReader(bytes, place..<bytes.count)
      var stream = EC3SpecificBox.Substream()
      var (type, number, size, blocks): (UInt8, UInt8, UInt16, UInt8) = (0, 0, 0, 3)
      try reader.fixed("syncword", 0x0B77, bits: 16)
      try reader.u("strmtyp", &type, bits: 2, in: 0...0)
      try reader.u("substreamid", &number, bits: 3)
      try reader.u("frmsiz", &size, bits: 11)
      try reader.u("fscod", &stream.fscod, bits: 2, in: 0...2)
      try reader.u("numblkscod", &blocks, bits: 2)
      try reader.u("acmod", &stream.acmod, bits: 3)
      try reader.flag("lfeon", &stream.lfeon)
      try reader.u("bsid", &stream.bsid, bits: 5, in: 11...16)
      let length = (Int(size) + 1) * 2
      // A sample has six blocks, in one frame or in several frames of the same substream.
      if Int(number) == box.substreams.count { box.substreams.append(stream) }
      let samples = blocks == 3 ? 1536 : (Int(blocks) + 1) * 256
      if place == 0 { rate = length * 8 * Int(sound(stream.fscod, stream.acmod, stream.lfeon).rate) / samples / 1000 }
      place += length
    }
    box.dataRate = UInt16(clamping: min(rate, 0x1FFF))
    return box
  }
}
