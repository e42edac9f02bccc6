import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// The samples of an MP4 file.
struct MovieInput {
  let movie: Movie<AnyByteSource>
  private var samples: MovieSamples
  /// Why there are no tracks; nil if there are tracks.
  let missingIndex: MissingIndex?
  private var stray: StraySamples
  private let fragments: KnownFragments

  /// Locations of the fragments, found once and shared by all readers of a movie.
  private final class KnownFragments {
    var places: FragmentPlaces?
  }

  /// Above this number of tracks, the fragments are located once instead of reading the whole movie for each track.
  private static var maxPasses: Int { 4 }

  init(_ source: AnyByteSource, track: Int? = nil) throws(MediaError) {
    do { movie = try Movie(expanding: source) } catch { throw .bytes(error) }
    samples = movie.samples(ofTrack: track)
    do { missingIndex = movie.tracks.isEmpty ? try MissingIndex(source) : nil } catch { throw .bytes(error) }
    stray = StraySamples(source)
    fragments = KnownFragments()
  }

  /// Reads the same movie from its first sample, all tracks or one, without parsing its boxes again.
  init(_ other: MovieInput, track: Int?) throws(MediaError) {
    movie = other.movie
    missingIndex = other.missingIndex
    stray = StraySamples(sharing: other.stray)
    fragments = other.fragments
    if track != nil, fragments.places == nil, movie.tracks.count > Self.maxPasses, movie.isFragmented || movie.firstFragmentOffset != nil {
      do { fragments.places = try FragmentPlaces(movie) } catch { throw .bytes(error) }
    }
    samples = movie.samples(ofTrack: track, places: fragments.places)
  }

  var findings: [String] {
    let missing = missingIndex.flatMap { $0.isFault ? [$0.why] : nil } ?? []
    return missing + (movie.findings + samples.findings).map { $0.description } + stray.findings
  }

  var tracks: [MediaTrack] { movie.tracks.indices.map { MediaTrack(movie.tracks[$0], at: $0) } }

  @inline(__always) mutating func next() throws(ByteError) -> MediaSample? {
    guard let item = try samples.next() else { return nil }
    let sample = item.sample
    try stray.look(at: sample, ofTrack: item.track, in: movie)
    return MediaSample(
      track: item.track, decodeTime: sample.decodeTime, presentationTime: sample.compositionTime, duration: sample.duration,
      offset: sample.offset, size: UInt64(sample.size), isKey: sample.isSync, descriptionIndex: sample.descriptionIndex,
      dependency: sample.dependency)
  }
}

extension MediaTrack {
  /// Describes a movie track by its first sample description.
  public init(_ track: MovieTrack, at index: Int) {
    let description = track.descriptions.first
    self.init(
      index: index, id: track.trackID, kind: Self.kind(track.handlerType, description),
      codec: description.map { MediaCodec(sampleEntry: $0.codec, objectType: $0.stream?.decoderConfig?.objectTypeIndication) }
        ?? .other(track.handlerType),
      timescale: track.timescale)
    language = track.language
    sampleCount = track.table?.sampleCount
    guard let description else { return }
    isProtected = description.originalFormat != nil
    if let visual = description.visual { (width, height) = (UInt32(visual.width), UInt32(visual.height)) }
    if let sound = description.sound { (sampleRate, channels) = (sound.sampleRate, sound.channelCount) }
    if let avc = description.avc {
      configuration = .avc(avc)
      framing = .lengthPrefixed(avc.lengthSize)
    } else if let hevc = description.hevc {
      configuration = .hevc(hevc)
      framing = .lengthPrefixed(hevc.lengthSize)
    } else if let aac = description.audioSpecificConfig {
      configuration = .aac(aac)
    }
  }

  private static func kind(_ handler: FourCC, _ description: SampleDescription?) -> MediaKind {
    switch handler {
    // Without `hdlr`, the sample entry determines the kind.
    case FourCC(rawValue: 0): description?.visual != nil ? .video : description?.sound != nil ? .audio : .data
    case "vide", "auxv", "pict": .video
    case "soun": .audio
    case "text", "sbtl", "subt", "clcp", "subp": .text
    default: .data
    }
  }
}
