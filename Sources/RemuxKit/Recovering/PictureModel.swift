import BitstreamKit
import MP4Kit
import NALKit

/// Assumptions about the pictures to recover.
struct PictureModel {
  var track: MediaTrack
  var codec: VideoCodec
  var configuration: MediaConfiguration
  var lengthSize: NALLengthSize
  var blueprint: TrackBlueprint?
  /// The largest size of a unit, in bytes.
  var maxLength: UInt64
  /// Duration of a picture; nil to take it from the parameter sets.
  var duration: UInt32?
  /// Unit kinds in the good file's samples for which `UnitRecognizer` has no rules, such as those of Dolby Vision and of enhancement layers.
  var further: Set<UInt16> = []

  /// Ratio of the largest unit to accept to the largest sample of the good file.
  private static var margin: UInt64 { 8 }
  /// The largest unit to accept without a good file, in bytes.
  private static var farthest: UInt64 { 1 << 24 }

  /// Pictures known only by their parameter sets.
  init(_ units: [[UInt8]], _ codec: VideoCodec) throws(MediaError) {
    configuration = MediaConfiguration(parameterSets: units, of: codec)
    if configuration == .none { throw .unsupported("these parameter sets cannot be read, or some are missing") }
    self.codec = codec
    track = MediaTrack(index: 0, id: 1, kind: .video, codec: codec == .h264 ? .h264 : .hevc, timescale: nil)
    track.configuration = configuration
    (lengthSize, maxLength) = (.four, Self.farthest)
    if let size = configuration.pictureSize {
      (track.width, track.height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
      // Coded pictures are rarely larger than uncompressed ones.
      maxLength = min(maxLength, max(1 << 16, UInt64(track.width) * UInt64(track.height) * 3))
    }
    track.framing = .lengthPrefixed(.four)
  }

  /// Pictures like those of an H.264 or H.265 track of a good file.
  init(_ input: MediaInput, _ model: MediaTrack) throws(MediaError) {
    track = model
    codec = model.codec == .h264 ? .h264 : .hevc
    configuration = model.configuration
    if case .lengthPrefixed(let size) = model.framing { lengthSize = size } else { lengthSize = .four }
    if configuration == .none { throw .unsupported("\(input.name) has no parameter sets") }
    let facts = try SampleStatistics(input, model.index)
    (duration, maxLength) = (facts.duration, min(Self.farthest, max(1 << 16, facts.largest * Self.margin)))
    // A movie whose tables are damaged has no samples.
    if facts.count == 0 { maxLength = Self.farthest }
    if let movie = input.reader.movie {
      blueprint = try .like(movie.tracks[model.index], of: movie)
    }
    track.framing = .lengthPrefixed(lengthSize)
    further = try Self.furtherKinds(input, model.index, codec, lengthSize.rawValue)
  }

  /// The number of samples of the good file to examine.
  private static var maxLooked: Int { 200 }

  private static func furtherKinds(
    _ input: MediaInput, _ track: Int, _ codec: VideoCodec, _ lengthSize: Int
  ) throws(MediaError) -> Set<UInt16> {
    var kinds: Set<UInt16> = []
    var walk = try TrackWalk(input, track)
    var window = ByteWindow(input.source)
    for _ in 0..<maxLooked {
      guard let sample = try walk.next()?.sample else { break }
      var (place, end) = (sample.offset, sample.offset &+ sample.size)
      while place < end, end - place >= UInt64(lengthSize) + 2 {
        let (first, count): (Int, Int)
        do { (first, count) = try window.load(place, lengthSize + 2) } catch { throw .bytes(error) }
        if count < lengthSize + 2 { break }
        let length = window.bytes.bigEndian(at: first, size: lengthSize)
        let (one, two) = (window.bytes[first + lengthSize], window.bytes[first + lengthSize + 1])
        if length >= 2, one & 0x80 == 0, UnitRecognizer.isSlice(codec, one, two, .max) == nil {
          kinds.insert(UnitRecognizer.kind(codec, one, two))
        }
        place += UInt64(lengthSize)
        if length > end - place { end = place } else { place += length }
      }
    }
    return kinds
  }

  /// Determines the duration of a picture.
  /// - Parameters:
  ///   - wanted: frame rate in pictures per second; overrides all other sources.
  ///   - said: frame rate from the parameter sets, used if the good file has none.
  mutating func settle(_ wanted: ExactRatio?, said: ExactRatio?) throws(MediaError) -> UInt32 {
    if let rate = wanted ?? (duration == nil ? said : nil) {
      let reduced = rate.reduced
      guard let scale = UInt32(exactly: reduced.numerator), scale > 0 else {
        throw .unsupported("the frame rate \(rate) is out of range")
      }
      track.timescale = scale
      duration = UInt32(clamping: reduced.denominator)
    }
    guard let duration else { throw .needs(.frameRate, "the frame rate is unknown") }
    return duration
  }
}
