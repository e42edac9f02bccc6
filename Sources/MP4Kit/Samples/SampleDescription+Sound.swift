import AACKit
import BitstreamKit

extension SoundDescription {
  /// Reads the fields of an entry and its child boxes. A malformed box counts as absent.
  /// - Parameter parts: the entry's child boxes and those in its `wave`.
  init<S: ByteSource>(_ description: SampleDescription, _ tree: inout BoxTree<S>, _ parts: [Int]) throws(ByteError) {
    if let audio = description.audio {
      channelCount = audio.channels
      sampleRate = audio.sampleRate > 0 && audio.sampleRate < 4e9 ? UInt32(saturating: audio.sampleRate) : 0
    }
    if let audio = description.audioV1 { (channelCount, sampleRate) = (UInt32(audio.channelcount), audio.samplerate >> 16) }
    switch description.codec {
    // 3GPP TS 26.244, 6.5: the fields are always 2 and the time scale, so they are replaced.
    case "samr": (sampleRate, channelCount) = (8000, 1)
    case "sawb": (sampleRate, channelCount) = (16000, 1)
    case "Opus": sampleRate = 48000
    // The QuickTime File Format, "Sound Sample Descriptions": the entry has 16 bits for the others.
    case "in24": bitDepth = 24
    case "in32", "fl32": bitDepth = 32
    case "fl64": bitDepth = 64
    case "sowt", "twos", "raw ", "NONE": bitDepth = description.audio.map { Int($0.samplesize) }
    case "lpcm": bitDepth = description.audio?.version2.flatMap { Int(exactly: $0.constBitsPerChannel) }
    default: break
    }
    for part in parts where tree.nodes[part].place.payloadSize <= 1 << 20 {
      let type = tree.nodes[part].place.header.type
      switch type {
      case "dac3", "dec3", "dac4", "dmlp", "ddts", "mhaC", "iacb", "alac", "dfLa", "dOps", "pcmC", "srat", "wfex":
        apply(type, try tree.payload(of: part))
      default: break
      }
    }
    if let aac = description.audioSpecificConfig {
      sampleRate = aac.sampleRate ?? sampleRate
      channelCount = aac.channelCount.map { UInt32($0) } ?? channelCount
    }
  }
}
