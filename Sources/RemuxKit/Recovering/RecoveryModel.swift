import BitstreamKit
import MP4Kit

/// Assumptions about the media data of a movie without a `moov`.
struct RecoveryModel: ~Copyable {
  var pictures: PictureModel?
  var sound: SoundModel?
  /// Further audio tracks, whose frames look like those of the first; `rounds` tells them apart.
  private(set) var furtherSound: [SoundModel] = []
  private(set) var rounds: SoundRounds?
  /// All audio tracks.
  var allSound: [SoundModel] { (sound.map { [$0] } ?? []) + furtherSound }
  /// Whether sample descriptions are in QuickTime format.
  private(set) var isQuickTime = false
  /// Whether the file is known to have other tracks.
  private(set) var hasOthers = false
  /// Whether the samples of other tracks are known, so that they are not among the bytes that are lost.
  private var knowsOthers = false
  /// Why the good file's audio is not recovered.
  private var whyNoSound: String?

  init(_ knowledge: RecoveryKnowledge, for target: Remuxer.Target) throws(MediaError) {
    switch knowledge {
    case .parameterSets(let units, let codec, let sound):
      pictures = try PictureModel(units, codec)
      if let sound { self.sound = try SoundModel(sound) }
    case .sound(let config): sound = try SoundModel(config)
    case .like(let input):
      isQuickTime = input.reader.isQuickTime
      let tracks = input.reader.tracks
      let shown = tracks.first { $0.codec == .h264 || $0.codec == .hevc }
      let alike = tracks.count { $0.codec == shown?.codec }
      if alike > 1 {
        throw .unsupported(
          "\(input.name) has \(alike) tracks of \(tracks[shown?.index ?? 0].codec.name), whose pictures cannot be distinguished")
      }
      if let shown { pictures = try PictureModel(input, shown) }
      do throws(MediaError) { try takeSound(input, tracks.filter { $0.kind == .audio }, shown: shown?.index) } catch {
        guard case .unsupported(let why) = error else { throw error }
        (whyNoSound, rounds) = (why, nil)
      }
      if pictures == nil, sound == nil {
        throw .unsupported("\(input.name) has no track of H.264 or H.265" + (whyNoSound.map { "; its audio: \($0)" } ?? ""))
      }
      hasOthers = tracks.count > (pictures == nil ? 0 : 1) + (sound == nil ? 0 : 1) + furtherSound.count
    }
    if target == .flv, let codec = sound?.track.codec, codec != .aac, codec != .mp3, pictures != nil {
      (sound, furtherSound, rounds) = (nil, [], nil)
      (whyNoSound, hasOthers) = ("FLV with \(codec.name) is not written", true)
    }
  }

  /// The tracks of a movie whose tables are damaged: their sample descriptions are there.
  init(damaged pictures: PictureModel?, _ sound: SoundModel?, isQuickTime: Bool) {
    (self.pictures, self.sound, self.isQuickTime) = (pictures, sound, isQuickTime)
    hasOthers = false
    knowsOthers = true
  }

  /// Takes the audio tracks of the good file: several, if their frames can be told apart by their order.
  /// - Throws: `MediaError.unsupported` if audio cannot be recognized.
  private mutating func takeSound(_ input: MediaInput, _ heard: [MediaTrack], shown: Int?) throws(MediaError) {
    var models: [SoundModel] = []
    for track in heard { models.append(try SoundModel(input, track.index)) }
    guard var first = models.first else { return }
    if case .constant = first.form, shown == nil, input.reader.tracks.count > 1 {
      throw .unsupported("\(first.track.codec.name) cannot be distinguished from the samples of other tracks")
    }
    if heard.count > 1 {
      let areAlike = models.dropFirst().allSatisfy { first.merge($0) }
      rounds = areAlike ? try SoundRounds(input, heard.map { $0.index }, shown: shown) : nil
      if rounds == nil { throw .unsupported("frames of \(heard.count) tracks cannot be distinguished") }
      models[0] = first
    }
    for (index, track) in heard.enumerated() { try Self.place(input, shown: shown, track.index, &models[index]) }
    sound = models.removeFirst()
    furtherSound = models
  }

  /// Takes the priming of the good file's audio, and its delay relative to the pictures.
  private static func place(_ input: MediaInput, shown: Int?, _ heard: Int, _ sound: inout SoundModel) throws(MediaError) {
    let scale = input.scale(heard)
    var clock = shown.flatMap { CompositionBuilder.common(input.scale($0), scale) } ?? scale
    if let movie = input.reader.movieTimescale { clock = CompositionBuilder.common(clock, movie) ?? clock }
    let own = try TrackSurvey(input, heard)
    guard let start = own.first?.decodeTime, let stretch = own.stretches(input, heard, clock: clock).first else { return }
    let (media, overflow) = stretch.media.subtractingReportingOverflow(start)
    guard let shown else {
      // More than a few frames are not priming: the good file was cut.
      if !overflow, 0...4 * Int64(sound.duration) ~= media { sound.priming = media }
      return
    }
    let pictures = try TrackSurvey(input, shown)
    guard let picture = pictures.stretches(input, shown, clock: clock).first else { return }
    // A good file that was cut hides pictures, and as much of the audio in addition to its priming.
    let (hidden, isFar) = picture.media.subtractingReportingOverflow(pictures.firstComposition)
    let cut = isFar || hidden < 0 ? 0 : CompositionInput.converted(hidden, input.scale(shown), scale)
    let priming = media &- cut
    if !overflow, priming >= 0, priming < 1 << 32 { sound.priming = priming }
    let delay = MediaTime(value: stretch.start - picture.start, timescale: clock) ?? .zero
    // A delay of minutes or more is not typical of the recorder.
    if abs(delay.seconds) < 60 { sound.delay = delay }
  }

  /// Describes what was found and what is missing.
  func notes(_ scan: borrowing MediaDataScan, _ timeline: RecoveredTimeline) -> [String] {
    var notes: [String] = []
    if pictures != nil {
      let entries = timeline.entries[0]
      notes.append("\(counted(entries.count, "picture")) found, \(counted(entries.count { $0.isKey }, "key picture")) among them")
    }
    for offset in scan.pictures?.torn ?? [] {
      notes.append("the picture at byte \(offset) is left out: the media data ends before its last slices")
    }
    if timeline.undecodable > 0 { notes.append("\(counted(timeline.undecodable, "picture")) before the first key picture: skipped") }
    if let sound {
      let tracks = timeline.entries.dropFirst(pictures == nil ? 0 : 1)
      let count = tracks.joined().reduce(0) { $0 + Int($1.count) }
      let place = tracks.count > 1 ? " in \(tracks.count) tracks" : ""
      notes.append("\(count) \(isConstant ? "samples" : "frames") of audio found\(place), \(sound.track.codec.name)")
      if isConstant, hasOthers { notes.append("samples of other tracks may be among those of the audio: they cannot be distinguished") }
    }
    if timeline.undealt > 0 {
      notes.append(
        "\(counted(timeline.undealt, "frame")) of audio skipped: their track is not known, beside lost bytes or where a track ended")
    }
    if let whyNoSound { notes.append("the audio is skipped: \(whyNoSound)") }
    if scan.unknown > 0 { notes.append("\(counted(scan.unknown, "byte between them is", "bytes between them are")) lost: \(what)") }
    if timeline.missing.pictures > 0 {
      notes.append("\(tenths(timeline.missing.pictures))s without pictures, according to the audio")
    }
    if timeline.missing.sound > 0 { notes.append("\(tenths(timeline.missing.sound))s without sound, according to the pictures") }
    if timeline.drift > 0 {
      notes.append("picture times follow the audio: a constant frame rate would be off by \(tenths(timeline.drift))s")
    } else if pictures != nil, timeline.stated == nil {
      notes.append("picture times assume a constant frame rate: the original times are lost with the index")
    }
    return notes
  }

  private var isConstant: Bool {
    if case .constant? = sound?.form { return true }
    return false
  }

  /// What unrecognized bytes may be.
  private var what: String {
    if knowsOthers { return "damage" }
    if sound != nil { return hasOthers ? "damage or other tracks, which cannot be recognized without the index" : "damage" }
    return hasOthers
      ? "audio and other tracks, which cannot be recognized without the index"
      : "damage, or audio that cannot be recognized without the index"
  }

  private func tenths(_ seconds: Double) -> String {
    let tenths = Int64(saturating: min(seconds * 10, 1e15).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
