import BitstreamKit
import NALKit

/// How NAL units are delimited in a sample.
public enum MediaFraming: Equatable, Sendable {
  /// There are none, or they are not parsed.
  case opaque
  /// By start codes (Annex B byte stream).
  case annexB
  /// By length prefixes of this size.
  case lengthPrefixed(NALLengthSize)
}

/// A track of any container.
public struct MediaTrack: Sendable {
  /// Index in the file's track list, from 0.
  public var index: Int
  /// Track ID in the file.
  public var id: UInt32
  /// Kind of media.
  public var kind: MediaKind
  /// Codec.
  public var codec: MediaCodec
  /// Time scale in units per second; nil for a byte stream without a known frame rate: its times count samples.
  public var timescale: UInt32?
  /// Codec configuration.
  public var configuration = MediaConfiguration.none
  /// How NAL units are delimited in the samples.
  public var framing = MediaFraming.opaque
  /// ISO 639-2 code or BCP 47 tag; nil if absent.
  public var language: String?
  /// Width of the pictures in pixels; 0 if unknown.
  public var width: UInt32 = 0
  /// Height of the pictures in pixels; 0 if unknown.
  public var height: UInt32 = 0
  /// Audio sample rate in Hz; 0 if unknown.
  public var sampleRate: UInt32 = 0
  /// Number of audio channels; 0 if unknown.
  public var channels: UInt32 = 0
  /// The largest amount by which a presentation time precedes its decoding time, in units of the track's time scale; containers that do not
  /// allow this must delay all presentation times by it. Usually 0; nonzero for byte streams, whose decoding and presentation times both
  /// count from 0.
  public var reorderDelay: Int64 = 0
  /// Whether the samples are encrypted.
  public var isProtected = false
  /// The number of samples, if the container states it up front.
  public var sampleCount: Int?

  /// Creates a track with all other properties unset.
  public init(index: Int, id: UInt32, kind: MediaKind, codec: MediaCodec, timescale: UInt32?) {
    self.index = index
    self.id = id
    self.kind = kind
    self.codec = codec
    self.timescale = timescale
  }

  /// The duration of an only sample, which no other one determines, as the configuration states it; 0 if it does not.
  var onlyDuration: UInt32 { timescale.flatMap { configuration.sampleDuration(timescale: $0) } ?? 0 }

  /// Converts a time in units of the track's time scale; zero if the track has no time scale.
  public func time(_ value: Int64) -> MediaTime { timescale.flatMap { MediaTime(value: value, timescale: $0) } ?? .zero }
}

/// A sample of any container: an access unit or audio frame, with its location and times.
public struct MediaSample: Equatable, Sendable {
  /// Index of its track.
  public var track: Int
  /// Decoding time in the media, in units of the track's time scale.
  public var decodeTime: Int64
  /// Presentation time in the media, in units of the track's time scale: in a movie the composition time, before the edit list. When the
  /// sample is shown, `MediaReader.timeline(of:)` tells; `MediaReader.timelineShift(of:)` is the difference at the start of the movie.
  public var presentationTime: Int64
  /// Duration in units of the track's time scale; 0 if the container does not store it.
  public var duration: UInt32
  /// File offset of its first byte.
  public var offset: UInt64
  /// Size in bytes.
  public var size: UInt64
  /// Whether decoding can start at this sample.
  public var isKey: Bool
  /// Its sample description, numbered from 1.
  public var descriptionIndex: UInt32 = 1
  /// Dependency flags as in `MP4Kit.Sample.dependency`; 0 if unknown.
  public var dependency: UInt8 = 0

  /// A sample to be overwritten.
  init() { self.init(track: 0, decodeTime: 0, presentationTime: 0, duration: 0, offset: 0, size: 0, isKey: false) }

  /// Creates a sample.
  @inlinable public init(
    track: Int, decodeTime: Int64, presentationTime: Int64, duration: UInt32, offset: UInt64, size: UInt64, isKey: Bool,
    descriptionIndex: UInt32 = 1, dependency: UInt8 = 0
  ) {
    self.track = track
    self.decodeTime = decodeTime
    self.presentationTime = presentationTime
    self.duration = duration
    self.offset = offset
    self.size = size
    self.isKey = isKey
    self.descriptionIndex = descriptionIndex
    self.dependency = dependency
  }

  /// Whether all its bytes are in a file of `byteCount` bytes.
  @inlinable public func isWhole(in byteCount: UInt64) -> Bool { offset <= byteCount && size <= byteCount - offset }
}
