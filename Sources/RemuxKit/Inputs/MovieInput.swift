import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// The samples of an MP4 file.
struct MovieInput: ContainerInput {
  private let file: Movie<AnyByteSource>
  let tracks: [MediaTrack]
  private var samples: MovieSamples
  /// The last sample read, kept to be overwritten by the next.
  private var item = MovieSamples.Item()
  private var protection: MovieProtection?
  /// Why there are no tracks; nil if there are tracks.
  private let missingIndex: MissingIndex?
  private var stray: StraySamples
  private let fragments: KnownFragments

  /// Locations of the fragments, found once and shared by all readers of a movie.
  private final class KnownFragments {
    var places: FragmentPlaces?
  }

  /// Above this number of tracks, the fragments are located once instead of reading the whole movie for each track.
  private static var maxPasses: Int { 4 }

  /// - Throws: `MediaError` if reading fails, or if the file has none of the boxes of a movie.
  init(_ source: AnyByteSource) throws(MediaError) {
    do { file = try Movie(expanding: source) } catch { throw .bytes(error) }
    var tracks = file.tracks.indices.map { [file] in MediaTrack(file.tracks[$0], at: $0) }
    Self.correctChannels(&tracks, file)
    // Tables do not count the samples of fragments.
    if file.isFragmented { for index in tracks.indices { tracks[index].sampleCount = nil } }
    self.tracks = tracks
    samples = file.samples(ofTrack: nil)
    do { missingIndex = file.tracks.isEmpty ? try MissingIndex(source) : nil } catch { throw .bytes(error) }
    stray = StraySamples(source)
    fragments = KnownFragments()
    if file.moovOffset == nil, file.firstFragmentOffset == nil, file.fileType == nil {
      throw .malformed(findings.first ?? "no boxes that hold media")
    }
  }

  /// Sets one channel where the first MPEG audio frame is mono: writers such as FFmpeg state two channels in the sample entry.
  private static func correctChannels(_ tracks: inout [MediaTrack], _ file: Movie<AnyByteSource>) {
    var wanted = Set(tracks.indices.filter { tracks[$0].codec == .mp3 })
    var (source, bytes) = (file.tree.source, [UInt8]())
    func isMono(_ sample: Sample) -> Bool {
      (try? source.read(at: sample.offset, count: MPEGAudioHeader.byteCount, into: &bytes)) != nil
        && MPEGAudioHeader(bytes)?.channels == 1
    }
    if !file.isFragmented {
      for index in wanted {
        var samples = file.samples(ofTrack: index)
        if let item = try? samples.next(), isMono(item.sample) { tracks[index].channels = 1 }
      }
      return
    }
    // Fragments are read once for all tracks, and not to the end for a track that begins late.
    var (samples, looked) = (file.samples(ofTrack: nil), 0)
    while !wanted.isEmpty, looked < 4096, let item = try? samples.next() {
      looked += 1
      if wanted.remove(item.track) != nil, isMono(item.sample) { tracks[item.track].channels = 1 }
    }
  }

  func restarted(track: Int?) throws(MediaError) -> MovieInput {
    var input = self
    input.protection = nil
    input.stray = StraySamples(sharing: stray)
    if track != nil, fragments.places == nil, file.tracks.count > Self.maxPasses, file.isFragmented {
      do { fragments.places = try FragmentPlaces(file) } catch { throw .bytes(error) }
    }
    input.samples = file.samples(ofTrack: track, places: fragments.places)
    return input
  }

  var findings: [String] {
    let missing = missingIndex.flatMap { $0.isFault ? [$0.why] : nil } ?? []
    return missing + (file.findings + samples.findings).map { $0.description } + stray.findings
  }

  mutating func next() throws(MediaError) -> MediaSample? {
    var sample = MediaSample()
    return try next(&sample) ? sample : nil
  }

  mutating func next(_ sample: inout MediaSample) throws(MediaError) -> Bool {
    do {
      if try !samples.next(&item) { return false }
      try stray.look(at: item.sample.offset, UInt64(item.sample.size), ofTrack: item.track, in: file)
    } catch { throw .bytes(error) }
    sample.take(item.sample, ofTrack: item.track)
    return true
  }

  mutating func encryptedBytes() throws(MediaError) -> EncryptedBytes {
    var own = protection ?? MovieProtection(file)
    defer { protection = own }
    do { return try own.bytes(of: item, in: samples) } catch { throw .bytes(error) }
  }

  // MARK: - Properties

  var traits: InputTraits {
    InputTraits(
      isIndexed: true, derivesDurations: file.isFragmented, knowsDescriptions: true, hasSampleEntries: true, placement: .edits)
  }

  var movie: Movie<AnyByteSource>? { file }
  var timescale: UInt32? { file.timescale }
  var isQuickTime: Bool { file.isQuickTime }
  var whyNoTracks: String? { missingIndex?.why }

  func userData() throws(MediaError) -> MovieUserData {
    var tree = file.tree
    do { return try MovieUserData(of: &tree) } catch { throw .bytes(error) }
  }

  func timeline(of track: Int) -> EditTimeline? {
    file.tracks[track].editList == nil ? nil : file.tracks[track].timeline(movieTimescale: file.timescale)
  }

  func blueprint(of track: Int) throws(MediaError) -> TrackBlueprint? {
    try .copy(file.tracks[track], of: file)
  }

  // MARK: - Descriptions

  func descriptionCount(ofTrack track: Int) -> Int { file.tracks.indices.contains(track) ? file.tracks[track].descriptions.count : 1 }

  func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? {
    described(track, index).map { MediaSampleDescription($0, in: file.tree) }
  }

  func sampleEntry(ofTrack track: Int, index: UInt32, keepsRates: Bool) throws(MediaError) -> [UInt8]? {
    guard let found = described(track, index) else { return nil }
    var tree = file.tree
    do {
      var entry = try tree.whole(found.node)
      if !keepsRates { try Self.removeRates(&entry, found.node, &tree) }
      return entry
    } catch { throw .bytes(error) }
  }

  /// Removes the `btrt` from a sample entry, and sets the rates of an `esds` to 0, for not known.
  private static func removeRates(_ entry: inout [UInt8], _ node: Int, _ tree: inout BoxTree<AnyByteSource>) throws(ByteError) {
    let start = tree.nodes[node].place.offset
    for child in tree.children(of: node).reversed() {
      let place = tree.nodes[child].place
      let range = Int(place.offset - start)..<Int(place.end - start)
      switch place.header.type {
      case "btrt":
        entry.removeSubrange(range)
        let size = UInt32(clamping: entry.count)
        for index in 0..<4 { entry[index] = UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * index)) }
      case "esds":
        guard var box = try? tree.read(ESDBox.self, at: child), var config = box.es.decoderConfig else { continue }
        (config.bufferSizeDB, config.maxBitrate, config.avgBitrate) = (0, 0, 0)
        box.es.decoderConfig = config
        var builder = BoxBuilder()
        try? builder.box(box)
        if builder.bytes.count == range.count { entry.replaceSubrange(range, with: builder.bytes) }
      default: break
      }
    }
  }

  private func described(_ track: Int, _ index: UInt32) -> SampleDescription? {
    guard file.tracks.indices.contains(track) else { return nil }
    let all = file.tracks[track].descriptions
    guard index > 0, let place = Int(exactly: index - 1), all.indices.contains(place) else { return nil }
    return all[place]
  }

  func sampleEntries(
    ofTrack track: Int, _ found: [MediaSampleDescription], loose: Set<UInt32>, setsInSamples: Bool
  ) throws(MediaError) -> [[UInt8]]? { nil }
}

extension MediaTrack {
  /// Describes a movie track by its first sample description.
  public init(_ track: MovieTrack, at index: Int) {
    let description = track.descriptions.first
    self.init(
      index: index, id: track.trackID, kind: Self.kind(track.mediaHandlerType, description),
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
    } else if let hevc = description.layeredHEVC {
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

extension MediaSample {
  /// A sample that the tables of a movie list.
  package init(_ sample: Sample, ofTrack track: Int) {
    self.init()
    take(sample, ofTrack: track)
  }

  /// Takes the properties of a sample of a movie.
  @inline(__always) fileprivate mutating func take(_ sample: Sample, ofTrack track: Int) {
    (self.track, decodeTime, presentationTime) = (track, sample.decodeTime, sample.compositionTime)
    (duration, offset, size) = (sample.duration, sample.offset, UInt64(sample.size))
    (isKey, descriptionIndex, dependency) = (sample.isSync, sample.descriptionIndex, sample.dependency)
  }
}
