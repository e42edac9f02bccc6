import BitstreamKit
import NALKit

extension MediaReader {
  /// How NAL units are delimited in the samples of a description; those of the track as a whole if there is no such description.
  package func framing(ofTrack track: Int, description index: UInt32) -> MediaFraming {
    if tracks[track].framing == .annexB { return .annexB }
    return description(ofTrack: track, index: index)?.framing ?? tracks[track].framing
  }

  /// The configuration of a description of a track, numbered from 1; nil if there is none, or none was read so far.
  package func configuration(ofTrack track: Int, description index: UInt32) -> MediaConfiguration? {
    description(ofTrack: track, index: index)?.configuration
  }

  /// The configurations of a track: of an MP4 file those of all sample descriptions, of other files those read so far.
  package func configurations(ofTrack track: Int) -> [MediaConfiguration] {
    let count = descriptionCount(ofTrack: track)
    var all: [MediaConfiguration] = []
    for index in 0..<count {
      if let found = description(ofTrack: track, index: UInt32(clamping: index + 1)) { all.append(found.configuration) }
    }
    if all.isEmpty { all.append(tracks[track].configuration) }
    return all
  }
}
