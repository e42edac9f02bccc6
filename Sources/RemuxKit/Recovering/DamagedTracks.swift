import AACKit
import BitstreamKit
import MP4Kit
import NALKit

/// The tracks of a movie that are to be searched in its media data, and what to search for.
struct DamagedTracks: ~Copyable {
  /// The indices of the tracks that are damaged in any way.
  private(set) var indices: [Int]
  /// The track of pictures and that of audio that can be searched; nil if none is damaged.
  private(set) var shown: Int?
  private(set) var heard: Int?
  private(set) var pictures: PictureModel?
  private(set) var sound: SoundModel?
  /// The tracks that are better searched, however many samples their tables locate: these lack what the tables cannot give.
  private(set) var searched: Set<Int> = []
  /// The number of frames that can be read of a track whose tables locate many other bytes.
  private(set) var readable: (track: Int, count: Int)?
  /// The track of pictures whose composition times contradict their order counts.
  private(set) var disordered: Int?
  /// The times of the samples of `shown`; nil if its tables state none that can be used.
  private(set) var stated: StatedTimes?
  /// Those of `heard`.
  private(set) var statedSound: StatedTimes?
  /// Whether a track has the configuration of a good file or of the caller.
  private(set) var usesKnowledge = false
  /// What was found, for people.
  private(set) var notes: [String] = []

  /// - Parameter knowledge: what the tracks without a decoder configuration have; nil if that is not known.
  /// - Throws: `MediaError` if the file or the good file cannot be read.
  init(
    _ input: MediaInput, _ samples: Recovery.LocatedSamples, knowing knowledge: RecoveryKnowledge?, for target: Remuxer.Target
  ) throws(MediaError) {
    indices = samples.damaged
    let tracks = input.reader.tracks
    try takeUnreadable(input)
    func isSearchable(_ index: Int) -> Bool { !tracks[index].isProtected && tracks[index].configuration != .none }
    // The samples of two tracks of a codec cannot be told apart.
    func only(_ codec: MediaCodec) -> Int? {
      let found = indices.filter { tracks[$0].codec == codec }
      return found.count == 1 && isSearchable(found[0]) ? found[0] : nil
    }
    shown = [only(.h264), only(.hevc)].compactMap { $0 }.min()
    if let shown { pictures = try PictureModel(input, tracks[shown]) }
    heard = only(.aac)
    if let heard, let movie = input.reader.movie, case .aac(let config) = tracks[heard].configuration {
      sound = try SoundModel(config)
      sound?.blueprint = try .like(movie.tracks[heard], of: movie)
    }
    if let knowledge { try take(knowledge, input, for: target) }
    if shown == nil { try takeDisordered(input) }
  }

  /// The only track of AAC, if more than a quarter of its samples are no frames: its tables are wrong, although they locate bytes of the file.
  private mutating func takeUnreadable(_ input: MediaInput) throws(MediaError) {
    let heard = input.reader.tracks.filter { $0.codec == .aac }
    guard heard.count == 1, !indices.contains(heard[0].index), input.reader.movie?.isFragmented == false,
      var test = SoundFrameTest(heard[0])
    else { return }
    var (walk, count, held) = (try TrackWalk(input, heard[0].index), 0, 0)
    while let item = try walk.next() {
      count += 1
      do { if try test.holds(item.sample, in: input.source) { held += 1 } } catch { throw .bytes(error) }
    }
    if (count - held) * 4 <= count { return }
    readable = (heard[0].index, held)
    indices.append(heard[0].index)
    indices = indices.ordered()
    notes.append("track \(heard[0].index), audio: \(count - held) of \(counted(count, "sample")) in its tables cannot be read")
  }

  /// The tracks without a decoder configuration have that of a good file or of the caller.
  private mutating func take(
    _ knowledge: RecoveryKnowledge, _ input: MediaInput, for target: Remuxer.Target
  ) throws(MediaError) {
    let model = try RecoveryModel(knowledge, for: target)
    let tracks = input.reader.tracks
    func lacksConfiguration(_ track: MediaTrack, _ kind: MediaKind, _ codec: MediaCodec) -> Bool {
      if track.kind != kind || track.isProtected { return false }
      if kind == .video, track.codec == codec { return track.configuration == .none || track.configuration.isDamaged }
      // Other codecs of sound need none.
      if kind == .audio, track.codec == .aac { return track.configuration == .none }
      // The type of a sample entry that is lost, unless another track has that codec.
      if case .other = track.codec { return !tracks.contains { $0.codec == codec && $0.configuration != .none } }
      return false
    }
    let codec = model.pictures?.track.codec
    if shown == nil, let codec, let track = tracks.first(where: { lacksConfiguration($0, .video, codec) }) {
      pictures = model.pictures
      pictures?.track.timescale = track.timescale
      pictures?.duration = try SampleStatistics(input, track.index).duration
      (shown, stated) = (track.index, try StatedTimes(input, track.index, areWhole: !indices.contains(track.index)))
      take(track, "the good file or the parameter sets give")
    }
    if heard == nil, let codec = model.sound?.track.codec,
      let track = tracks.first(where: { lacksConfiguration($0, .audio, codec) })
    {
      (sound, heard) = (model.sound, track.index)
      statedSound = try StatedTimes(input, track.index, areWhole: !indices.contains(track.index))
      sound?.track.timescale = track.timescale
      // Edit lists say what is hidden, and when sound starts.
      sound?.priming = 0
      sound?.delay = .zero
      take(track, "the good file gives")
    }
  }

  private mutating func take(_ track: MediaTrack, _ source: String) {
    searched.insert(track.index)
    usesKnowledge = true
    if !indices.contains(track.index) { indices.append(track.index) }
    notes.append("track \(track.index), \(track.kind.name), has no valid decoder configuration: \(source) it one")
  }

  /// The first track of pictures, if its composition times contradict their order counts.
  private mutating func takeDisordered(_ input: MediaInput) throws(MediaError) {
    let first = input.reader.tracks.first { track in
      (track.codec == .h264 || track.codec == .hevc) && !track.isProtected && track.configuration.hasUsableSets
    }
    // The pictures of several sample entries have sets of their own.
    guard let track = first, input.reader.descriptionCount(ofTrack: track.index) == 1 else { return }
    let model = try PictureModel(input, track)
    if try !StatedOrder(input, track.index, model).isContradicted { return }
    stated = try StatedTimes(input, track.index, areWhole: false)
    stated?.offsets = nil
    (shown, pictures, disordered) = (track.index, model, track.index)
    searched.insert(track.index)
    indices.append(track.index)
  }
}
