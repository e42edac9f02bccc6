import AACKit
import BitstreamKit
import MP4Kit
import RemuxKit

/// Audio codecs whose names depend on more than the type of the sample entry.
extension ProbeMovie {
  /// The codec of PCM samples, by size and byte order, or of Windows Media Audio, by the format tag of `wfex`; nil for other entries.
  mutating func linear(_ entry: FourCC, _ description: SampleDescription?, _ bits: Int) -> ProbeCodec? {
    guard let description else { return nil }
    switch entry {
    case "lpcm":
      guard let version2 = description.audio?.version2 else { return nil }
      let flags = version2.formatSpecificFlags
      return Self.linear(Int(version2.constBitsPerChannel), isFloat: flags & 1 != 0, isBig: flags & 2 != 0)
    case "in24", "in32", "fl32", "fl64":
      guard let enda = tree.find("wave/enda", in: description.node).first ?? tree.child("enda", of: description.node),
        let bytes = try? tree.payload(of: enda, limit: 2), bytes.last == 1
      else { return nil }
      return Self.linear(entry == "fl64" ? 64 : entry == "in24" ? 24 : 32, isFloat: entry == "fl32" || entry == "fl64", isBig: false)
    case "twos", "sowt": return bits > 16 ? Self.linear(bits, isFloat: false, isBig: entry == "twos") : nil
    case "ipcm", "fpcm":
      guard let node = tree.child("pcmC", of: description.node), let box = try? tree.read(PCMConfigBox.self, at: node) else {
        return entry == "ipcm" ? Self.linear(bits, isFloat: false, isBig: true) : nil
      }
      return Self.linear(Int(box.pcmSampleSize), isFloat: entry == "fpcm", isBig: box.formatFlags & 1 == 0)
    case "raw ":
      return bits == 16 ? Self.linear(16, isFloat: false, isBig: true) : ProbeCodec("pcm_u8", "PCM unsigned 8-bit")
    case "wma ":
      guard let node = tree.child("wfex", of: description.node), let box = try? tree.read(WaveFormatExBox.self, at: node) else {
        return nil
      }
      switch box.formatTag {
      case 0x160: return ProbeCodec("wmav1", "Windows Media Audio 1")
      case 0x161: return ProbeCodec("wmav2", "Windows Media Audio 2")
      case 0x162: return ProbeCodec("wmapro", "Windows Media Audio 9 Professional")
      case 0x163: return ProbeCodec("wmalossless", "Windows Media Audio Lossless")
      default: return nil
      }
    default: return nil
    }
  }

  /// Sets how many samples the decoder makes of each packet, where that follows from the configuration or the first frame.
  mutating func frames(_ stream: inout ProbeStream, _ description: SampleDescription, _ configuration: MediaConfiguration) {
    switch stream.codec?.name.description {
    case "aac": if case .aac(let config) = configuration { stream.audio?.frameLength = config.samplesPerFrame.map { Int64($0) } }
    case "mp3": stream.audio?.frameLength = tallies[stream.index].first.flatMap { MPEGAudioHeader(of: $0, input) }.map { Int64($0.samples) }
    // A sample has the six blocks of a syncframe, or so many syncframes of fewer blocks (ETSI TS 102 366, F.2).
    case "ac3", "eac3": stream.audio?.frameLength = 1536
    case "opus":
      guard let node = tree.child("dOps", of: description.node), let box = try? tree.read(OpusSpecificBox.self, at: node) else { return }
      stream.audio?.decoderDelay = Int64(box.preSkip)
    default: break
    }
  }

  /// Takes the depth of FLAC from STREAMINFO, and the channel layout from the number of channels (RFC 9639, 9.1.3).
  func flac(_ stream: inout ProbeStream, _ description: SampleDescription) {
    if let depth = description.sound?.bitDepth {
      stream.bitsPerRawSample = depth
      stream.audio?.sampleFormat = depth > 16 ? "s32" : "s16"
    }
    switch stream.audio?.channels {
    case 4: stream.audio?.layout = "quad"
    case 5: stream.audio?.layout = "5.0(side)"
    case 6: stream.audio?.layout = "5.1(side)"
    case 7: stream.audio?.layout = "6.1"
    default: break
    }
  }

  /// The channel layout given by `acmod` and `lfeon` of `dac3` or `dec3`; nil for other codecs.
  mutating func dolbyLayout(_ description: SampleDescription) -> StaticString? {
    var (acmod, hasLFE): (UInt8, Bool) = (0, false)
    if let node = tree.child("dac3", of: description.node), let box = try? tree.read(AC3SpecificBox.self, at: node) {
      (acmod, hasLFE) = (box.acmod, box.lfeon)
    } else if let node = tree.child("dec3", of: description.node), let box = try? tree.read(EC3SpecificBox.self, at: node),
      let first = box.substreams.first, first.numDepSub == 0
    {
      (acmod, hasLFE) = (first.acmod, first.lfeon)
    } else {
      return nil
    }
    switch (acmod, hasLFE) {
    case (1, false): return "mono"
    case (0, false), (2, false): return "stereo"
    case (0, true), (2, true): return "2.1"
    case (3, false): return "3.0"
    case (3, true): return "3.1"
    case (4, false): return "3.0(back)"
    case (5, false): return "4.0"
    case (5, true): return "4.1"
    case (6, false): return "quad(side)"
    case (7, false): return "5.0(side)"
    case (7, true): return "5.1(side)"
    default: return nil
    }
  }

  private static func linear(_ bits: Int, isFloat: Bool, isBig: Bool) -> ProbeCodec? {
    switch (bits, isFloat, isBig) {
    case (16, false, true): ProbeCodec("pcm_s16be", "PCM signed 16-bit big-endian")
    case (16, false, false): ProbeCodec("pcm_s16le", "PCM signed 16-bit little-endian")
    case (24, false, true): ProbeCodec("pcm_s24be", "PCM signed 24-bit big-endian")
    case (24, false, false): ProbeCodec("pcm_s24le", "PCM signed 24-bit little-endian")
    case (32, false, true): ProbeCodec("pcm_s32be", "PCM signed 32-bit big-endian")
    case (32, false, false): ProbeCodec("pcm_s32le", "PCM signed 32-bit little-endian")
    case (32, true, true): ProbeCodec("pcm_f32be", "PCM 32-bit floating point big-endian")
    case (32, true, false): ProbeCodec("pcm_f32le", "PCM 32-bit floating point little-endian")
    case (64, true, true): ProbeCodec("pcm_f64be", "PCM 64-bit floating point big-endian")
    case (64, true, false): ProbeCodec("pcm_f64le", "PCM 64-bit floating point little-endian")
    default: nil
    }
  }
}
