import BitstreamKit

/// How NAL units stand in a sample.
public enum MediaFraming: Equatable, Sendable {
  /// There are none, or nobody looks at them.
  case opaque
  /// Behind start codes.
  case annexB
  /// Behind lengths.
  case lengthPrefixed(NALLengthSize)
}

/// A track of any container: what it carries and how.
public struct MediaTrack: Sendable {
  /// Its place among the tracks of the file, from 0.
  public var index: Int
  /// Its number in the file.
  public var id: UInt32
  /// What it carries.
  public var kind: MediaKind
  /// How that is coded.
  public var codec: MediaCodec
  /// Units in a second of its samples' times; nil for a stream that has none and whose rate nobody knows: its samples are counted.
  public var timescale: UInt32?
  /// What a decoder has to know.
  public var configuration = MediaConfiguration.none
  /// How NAL units stand in the samples.
  public var framing = MediaFraming.opaque
  /// Three letters or a tag of BCP 47; nil where nothing is said.
  public var language: String?
  /// Of the pictures, in pixels; 0 where nobody knows.
  public var width: UInt32 = 0
  /// Of the pictures, in pixels; 0 where nobody knows.
  public var height: UInt32 = 0
  /// Samples of sound in a second; 0 where nobody knows.
  public var sampleRate: UInt32 = 0
  /// Channels of sound; 0 where nobody knows.
  public var channels: UInt32 = 0
  /// How far at most a sample is presented before its decoding time, in units of the track's time scale: a container that does not
  /// allow that has to move all times by so much. 0 as a rule; a bare stream's pictures are counted in both orders from 0.
  public var reorderDelay: Int64 = 0
  /// True where the samples are encrypted.
  public var isProtected = false
  /// How many samples there are, where the container says so in front.
  public var sampleCount: Int?

  /// A track of which nothing else is known.
  public init(index: Int, id: UInt32, kind: MediaKind, codec: MediaCodec, timescale: UInt32?) {
    self.index = index
    self.id = id
    self.kind = kind
    self.codec = codec
    self.timescale = timescale
  }

  /// A time of the track's samples; no time at all where the track has no time scale.
  public func time(_ value: Int64) -> MediaTime { timescale.flatMap { MediaTime(value: value, timescale: $0) } ?? .zero }
}

/// A sample of any container: an access unit or a frame of sound, where it lies and when it is due.
public struct MediaSample: Equatable, Sendable {
  /// The index of its track.
  public var track: Int
  /// When it is decoded, in units of the track's time scale.
  public var decodeTime: Int64
  /// When it is shown, in units of the track's time scale.
  public var presentationTime: Int64
  /// In units of the track's time scale; 0 where the container does not say.
  public var duration: UInt32
  /// Where its bytes start in the file.
  public var offset: UInt64
  /// In bytes.
  public var size: UInt64
  /// Whether decoding can start here.
  public var isKey: Bool
  /// Which of the track's sample descriptions it goes by, counted from 1.
  public var descriptionIndex: UInt32 = 1
  /// What it depends on, as `MP4Kit.Sample.dependency` has it; 0 where nothing is said.
  public var dependency: UInt8 = 0

  /// A sample at its place.
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
}
