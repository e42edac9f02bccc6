import AACKit
import NALKit

/// What to look for in a movie that lost its `moov`.
public enum RecoveryKnowledge {
  /// The same as in a good file from the same recorder.
  case like(MediaInput)
  /// Video with these parameter sets, given as whole NAL units, and optionally AAC with this configuration.
  case parameterSets([[UInt8]], VideoCodec, sound: AudioSpecificConfig?)
  /// Only AAC with this configuration.
  case sound(AudioSpecificConfig)
}
