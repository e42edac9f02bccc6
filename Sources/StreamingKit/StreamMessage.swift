import BitstreamKit
import RTMPKit

/// What happens to a stream while it is recorded or published.
public enum StreamMessage: Sendable {
  /// Media that the recording lacks, or that cannot be decoded.
  case recording(String)
  /// The recording failed; publishing goes on.
  case recordingStopped(MediaError)
  /// The connection is lost; recording goes on. The reason is nil if it is not known.
  case connectionLost(RTMPError?)
  /// The stream has H.265, and the server does not name the codecs that it takes: it may drop H.265.
  case unnamedHEVC
  /// The metadata names a track, video or audio, of which nothing came.
  case missingTrack(RTMPMessageType)
  /// The times of the stream started anew this many times; the recording goes on after them.
  case restartedTimes(Int)
}
