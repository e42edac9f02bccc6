import AACKit
import BitstreamKit
import MP4Kit
import RemuxKit

/// Sampling rate, channels, bit depth and frame size of a track.
/// - Parameter implied: the configuration with what the frames have and the configuration of the track does not name.
func infoSound(_ track: MediaTrack, _ codec: CodecDescription, bitDepth: Int? = nil, implied: AudioSpecificConfig? = nil) -> InfoItem? {
  if track.sampleRate == 0, track.channels == 0 { return nil }
  var items: [InfoItem] = [InfoItem("sample_rate", .number(Int64(track.sampleRate))), InfoItem("channels", .number(Int64(track.channels)))]
  var words: [String] = []
  if track.sampleRate > 0 { words.append("\(track.sampleRate) Hz") }
  switch track.channels {
  case 0: break
  case 1: words.append("mono")
  case 2: words.append("stereo")
  default: words.append("\(track.channels) channels")
  }
  if let bitDepth {
    items.append(InfoItem("bit_depth", .number(Int64(bitDepth))))
    words.append("\(bitDepth) bits")
  }
  if let sound = codec.sound {
    items.append(InfoItem("audio_object_type", .number(Int64(sound.overallAudioObjectType.rawValue))))
    if let samples = sound.samplesPerFrame {
      items.append(InfoItem("samples_per_frame", .number(Int64(samples))))
      words.append("\(samples) samples per frame")
    }
  }
  if let rate = implied?.sampleRate {
    items.append(InfoItem("implicit_sbr_sample_rate", .number(Int64(rate))))
    words.append("implicit SBR (HE-AAC) at \(rate) Hz")
  }
  return InfoItem("sound", .object(items), "Sound", words.joined(separator: ", "))
}
