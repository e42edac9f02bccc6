import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// The samples of a file of the MP4 family.
struct MovieInput {
  let movie: Movie<AnyByteSource>
  private var samples: MovieSamples

  init(_ source: AnyByteSource, track: Int? = nil) throws(MediaError) {
    do { movie = try Movie(expanding: source) } catch { throw .bytes(error) }
    samples = movie.samples(ofTrack: track)
  }

  var findings: [String] { (movie.findings + samples.findings).map { $0.description } }

  var tracks: [MediaTrack] { movie.tracks.indices.map { MediaTrack(movie.tracks[$0], at: $0) } }

  @inline(__always) mutating func next() throws(ByteError) -> MediaSample? {
    guard let item = try samples.next() else { return nil }
    let sample = item.sample
    return MediaSample(
      track: item.track, decodeTime: sample.decodeTime, presentationTime: sample.compositionTime, duration: sample.duration,
      offset: sample.offset, size: UInt64(sample.size), isKey: sample.isSync, descriptionIndex: sample.descriptionIndex,
      dependency: sample.dependency)
  }
}

extension MediaTrack {
  /// A track of a movie, by its first sample description.
  public init(_ track: MovieTrack, at index: Int) {
    let description = track.descriptions.first
    self.init(
      index: index, id: track.trackID, kind: Self.kind(track.handlerType),
      codec: description.map { MediaCodec(sampleEntry: $0.codec, objectType: $0.stream?.decoderConfig?.objectTypeIndication) }
        ?? .other(track.handlerType),
      timescale: track.timescale)
    language = track.language
    sampleCount = track.table?.sampleCount
    guard let description else { return }
    isProtected = description.originalFormat != nil
    if let visual = description.visual { (width, height) = (UInt32(visual.width), UInt32(visual.height)) }
    if let audio = description.audio {
      channels = audio.channels
      sampleRate = audio.sampleRate > 0 && audio.sampleRate < 4e9 ? UInt32(audio.sampleRate) : 0
    }
    if let audio = description.audioV1 { (channels, sampleRate) = (UInt32(audio.channelcount), audio.samplerate >> 16) }
    if let avc = description.avc {
      configuration = .avc(avc)
      framing = .lengthPrefixed(avc.lengthSize)
    } else if let hevc = description.hevc {
      configuration = .hevc(hevc)
      framing = .lengthPrefixed(hevc.lengthSize)
    } else if let aac = description.audioSpecificConfig {
      configuration = .aac(aac)
      sampleRate = aac.sampleRate ?? sampleRate
      channels = aac.channelCount.map { UInt32($0) } ?? channels
    }
  }

  private static func kind(_ handler: FourCC) -> MediaKind {
    switch handler {
    case "vide", "auxv", "pict": .video
    case "soun": .audio
    case "text", "sbtl", "subt", "clcp", "subp": .text
    default: .data
    }
  }
}
