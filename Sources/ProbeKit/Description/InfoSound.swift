import AACKit
import BitstreamKit
import MP4Kit
import RemuxKit

/// Sampling rate, channels, bit depth and frame size of a track.
func infoSound(_ track: MediaTrack, _ codec: CodecDescription, bitDepth: Int? = nil) -> InfoItem? {
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
  return InfoItem("sound", .object(items), "Sound", words.joined(separator: ", "))
}
