import BitstreamKit
import MP4Kit

/// What the pictures are taken to be.
struct PictureModel {
  var track: MediaTrack
  var codec: VideoCodec
  var configuration: MediaConfiguration
  var lengthSize: NALLengthSize
  var blueprint: TrackBlueprint?
  /// No unit is larger, in bytes.
  var most: UInt64
  /// How long a picture lasts; nil where the parameter sets have to say it.
  var duration: UInt32?
  /// Kinds of units in the good file's samples that `UnitJudge` has no rules for, such as those of Dolby Vision and of further layers.
  var further: Set<UInt16> = []

  /// A unit is at most so much larger than the largest sample of the good file.
  private static var margin: UInt64 { 8 }
  /// No unit is larger where there is no good file.
  private static var farthest: UInt64 { 1 << 24 }

  /// Pictures of which only the parameter sets are known.
  init(_ units: [[UInt8]], _ codec: VideoCodec) throws(MediaError) {
    configuration = MediaConfiguration(parameterSets: units, of: codec)
    if configuration == .none { throw .unsupported("these parameter sets cannot be read, or some are missing") }
    self.codec = codec
    track = MediaTrack(index: 0, id: 1, kind: .video, codec: codec == .h264 ? .h264 : .hevc, timescale: nil)
    track.configuration = configuration
    (lengthSize, most) = (.four, Self.farthest)
    if let size = configuration.pictureSize {
      (track.width, track.height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
      // Coded pictures are hardly larger than what they show.
      most = min(most, max(1 << 16, UInt64(track.width) * UInt64(track.height) * 3))
    }
    track.framing = .lengthPrefixed(.four)
  }

  /// The pictures of a good file's track of H.264 or H.265.
  init(_ input: MediaInput, _ model: MediaTrack) throws(MediaError) {
    track = model
    codec = model.codec == .h264 ? .h264 : .hevc
    configuration = model.configuration
    if case .lengthPrefixed(let size) = model.framing { lengthSize = size } else { lengthSize = .four }
    if configuration == .none { throw .unsupported("\(input.name) says nothing of its parameter sets") }
    let facts = try TrackFacts(input, model.index)
    (duration, most) = (facts.duration, min(Self.farthest, max(1 << 16, facts.largest * Self.margin)))
    if let movie = input.reader.movie {
      blueprint = try .copy(movie.tracks[model.index], of: movie, isWhole: false)
      blueprint?.editList = nil
    }
    track.framing = .lengthPrefixed(lengthSize)
    further = try Self.furtherKinds(input, model.index, codec, lengthSize.rawValue)
  }

  /// So many samples of a good file are looked at.
  private static var mostLooked: Int { 200 }

  private static func furtherKinds(
    _ input: MediaInput, _ track: Int, _ codec: VideoCodec, _ lengthSize: Int
  ) throws(MediaError) -> Set<UInt16> {
    var kinds: Set<UInt16> = []
    var walk = try TrackWalk(input, track)
    var window = ByteWindow(input.source)
    for _ in 0..<mostLooked {
      guard let sample = try walk.next()?.sample else { break }
      var (place, end) = (sample.offset, sample.offset &+ sample.size)
      while place < end, end - place >= UInt64(lengthSize) + 2 {
        let (first, count): (Int, Int)
        do { (first, count) = try window.load(place, lengthSize + 2) } catch { throw .bytes(error) }
        if count < lengthSize + 2 { break }
        var length: UInt64 = 0
        for index in 0..<lengthSize { length = length << 8 | UInt64(window.bytes[first + index]) }
        let (one, two) = (window.bytes[first + lengthSize], window.bytes[first + lengthSize + 1])
        if length >= 2, one & 0x80 == 0, UnitJudge.isSlice(codec, one, two, .max) == nil { kinds.insert(UnitJudge.kind(codec, one, two)) }
        place += UInt64(lengthSize)
        if length > end - place { end = place } else { place += length }
      }
    }
    return kinds
  }

  /// Settles how long a picture lasts.
  /// - Parameters:
  ///   - wanted: pictures in a second, whatever anybody else says.
  ///   - said: pictures in a second, as the parameter sets say.
  mutating func settle(_ wanted: ExactRatio?, said: ExactRatio?) throws(MediaError) -> UInt32 {
    if let rate = wanted ?? (duration == nil ? said : nil) {
      let reduced = rate.reduced
      guard let scale = UInt32(exactly: reduced.numerator), scale > 0 else {
        throw .unsupported("a rate of \(rate) pictures in a second")
      }
      track.timescale = scale
      duration = UInt32(clamping: reduced.denominator)
    }
    guard let duration else { throw .unsupported("nobody says how many pictures there are in a second: --fps says it") }
    return duration
  }
}
