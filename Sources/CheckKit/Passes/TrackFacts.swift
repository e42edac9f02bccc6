import AACKit
import BitstreamKit
import MP4Kit
import NALKit
import ProbeKit
import RemuxKit

/// What is known of a track so far.
final class TrackFacts {
  /// The index in the file, from 0.
  let index: Int
  /// The track as all containers have it.
  let media: MediaTrack
  /// Whether it is an image item, which has no times.
  let isItem: Bool
  /// The `trak` box; nil in an FLV file.
  let movieTrack: MovieTrack?
  /// The sample under check.
  fileprivate(set) var sample = MediaSample(
    track: 0, decodeTime: 0, presentationTime: 0, duration: 0, offset: 0, size: 0, isKey: false)
  /// The sample before it; nil for the first.
  fileprivate(set) var previous: MediaSample?

  /// The totals of the samples so far, the one under check excluded.
  fileprivate(set) var sampleCount: UInt64 = 0
  fileprivate(set) var byteCount: UInt64 = 0
  fileprivate(set) var keyCount: UInt64 = 0
  /// The samples that begin with a start code where the length of a unit is expected; their units are not passed to rules.
  fileprivate(set) var startCodes: (count: UInt64, first: MediaSample?) = (0, nil)
  /// The samples of H.264 or H.265 in which no unit is a slice.
  fileprivate(set) var samplesWithoutPicture: (count: UInt64, first: MediaSample?) = (0, nil)
  /// The size of the largest sample in bytes.
  fileprivate(set) var largestSample: UInt64 = 0
  /// The times that they span.
  fileprivate(set) var extent = MediaExtent()
  /// The sample description indices that samples use; at most 64 are kept.
  fileprivate(set) var usedDescriptions: [UInt32] = []

  /// A picture that has not been passed to the rules: a unit completes one at most.
  var picture: TrackPicture?
  /// The order of the pictures so far, by their times and by their order counts.
  fileprivate(set) var orders = OrderComparison()
  /// The last samples with their indices, the oldest of them overwritten first: a picture is known to be complete when units of the next
  /// one have come.
  private var recent: [(sample: MediaSample, index: UInt64)] = []
  private var newest = 0
  private static let maxRecent = 4

  /// The NAL units of the track; nil if it has none or they are encrypted.
  fileprivate(set) var h264: H264Facts?
  fileprivate(set) var hevc: HEVCFacts?
  /// The AAC frames of the track.
  fileprivate(set) var aac: AACFacts?
  /// The lengths of its AAC frames; nil for other codecs.
  fileprivate(set) var soundFrames: SoundFrames?

  /// The first part of the paths of NAL units; nothing in the first track that has some, which `explain` and `nalu` take by themselves.
  let unitPrefix: String

  /// - Parameters:
  ///   - trak: the index of the `trak` box.
  ///   - isFirst: whether no track before has NAL units.
  init(_ media: MediaTrack, _ movieTrack: MovieTrack?, trak: Int, isFirst: Bool) {
    (unitPrefix, isItem) = (isFirst ? "" : "track \(media.index) › ", false)
    index = media.index
    path = "moov/trak[\(trak)]"
    self.media = media
    self.movieTrack = movieTrack
  }

  /// An image item as a track.
  init(item: MediaTrack) {
    (unitPrefix, isItem) = ("item \(item.id) › ", true)
    index = item.index
    path = "meta"
    media = item
    movieTrack = nil
  }

  /// Keeps the streams of a pass, which fills them.
  func note(_ pass: UnitPass) { (h264, hevc) = (pass.h264?.facts, pass.hevc?.facts) }

  /// The time scale in units per second, at least 1.
  var timescale: UInt32 { max(1, media.timescale ?? 1) }
  /// The first sample description.
  var description: SampleDescription? { movieTrack?.descriptions.first }
  /// The path of the track's box, as `mediaprobe mp4` prints it.
  let path: String
  /// Converts a time to seconds.
  func seconds(_ time: Int64) -> Double { Double(time) / Double(timescale) }
  /// The path of the sample table.
  var tablePath: String { path + "/mdia/minf/stbl" }
  /// The path of the first sample entry; of the table of entries if there is none.
  var entryPath: String { tablePath + "/stsd" + (description.map { "/\($0.type)" } ?? "") }

  /// Ends the references of the streams to the track.
  func leaveStreams() {
    h264?.leaveTrack()
    hevc?.leaveTrack()
    aac?.leaveTrack()
  }

  fileprivate func begin(_ sample: MediaSample) {
    self.sample = sample
    if recent.count < Self.maxRecent {
      newest = recent.count
      recent.append((sample, sampleCount))
    } else {
      newest = (newest &+ 1) % Self.maxRecent
      recent[newest] = (sample, sampleCount)
    }
  }

  /// The most recent sample that a picture begins in.
  func place(of offset: UInt64) -> (sample: MediaSample, index: UInt64)? {
    var at = newest
    for _ in 0..<recent.count {
      let sample = recent[at].sample
      if offset >= sample.offset, offset - sample.offset < max(1, sample.size) { return recent[at] }
      at = at == 0 ? recent.count - 1 : at - 1
    }
    return nil
  }

  fileprivate func count() {
    sampleCount += 1
    byteCount &+= sample.size
    largestSample = max(largestSample, sample.size)
    if sample.isKey { keyCount += 1 }
    extent.add(sample)
    if usedDescriptions.last != sample.descriptionIndex, usedDescriptions.count < 64, !usedDescriptions.contains(sample.descriptionIndex) {
      usedDescriptions.append(sample.descriptionIndex)
    }
    previous = sample
  }
}

/// Passes the samples of one track to the rules.
struct TrackPass {
  /// Bytes read of each NAL unit in a sample: enough for any parameter set, SEI and slice header.
  private static let maxKept = 1 << 16
  /// Larger samples are not AAC frames.
  private static let maxFrameSize: UInt64 = 1 << 14

  private let reader: MediaReader
  private let facts: TrackFacts
  private let input: ProbeInput
  private let run: CheckRun
  private let rules: [MovieRule]
  /// The rules that override a hook, once it has been called.
  private var (sampleRules, pictureRules): (HookedRules<MovieRule>, HookedRules<MovieRule>)
  private let file: MovieFacts?

  /// Reads the samples of all tracks of a container.
  static func tracks(of input: ProbeInput, as container: MediaContainer, _ run: CheckRun) throws(ByteError) -> [TrackFacts] {
    let reader: MediaReader
    do { reader = try MediaReader(input, as: container) } catch {
      if let failure = error.failure { throw failure }
      return []
    }
    var all: [TrackFacts] = []
    for track in reader.tracks {
      var pass = TrackPass(reader, track, nil, nil, [], input, run)
      all.append(try pass.check())
    }
    return all
  }

  /// - Parameter reader: a reader of the file, which is opened again for the track.
  init(
    _ reader: MediaReader, _ media: MediaTrack, _ movieTrack: MovieTrack?, _ file: MovieFacts?, _ rules: [MovieRule], _ input: ProbeInput,
    _ run: CheckRun
  ) {
    self.reader = reader
    facts = TrackFacts(
      media, movieTrack, trak: movieTrack.flatMap { file?.trakIndex(of: $0.node) } ?? media.index,
      isFirst: !reader.tracks.contains { $0.hasUnits && $0.index < media.index })
    self.file = file
    self.rules = rules
    (sampleRules, pictureRules) = (HookedRules(.sample, rules), HookedRules(.picture, rules))
    self.input = input
    self.run = run
  }

  /// Reads all samples of the track.
  mutating func check() throws(ByteError) -> TrackFacts {
    run.track = facts.index
    defer { facts.leaveStreams() }
    if let file { for rule in rules { rule.track(facts, file, run) } }
    do {
      let codec = facts.media.codec.unitCodec
      if let codec, !facts.media.isProtected {
        try checkUnits(codec)
      } else if let codec, let recorder = run.recorder {
        try recordUnits(codec, recorder)
      } else {
        try checkSamples()
      }
    } catch {
      if let failure = error.failure { throw failure }
      fault(error.unnamed.description)
    }
    (run.sample, run.seconds) = (nil, nil)
    if let file { for rule in rules { rule.endOfTrack(facts, file, run) } }
    run.leaveTrack()
    return facts
  }

  /// Tells the rules of the track, without its samples.
  func checkHeaders() {
    run.track = facts.index
    if let file { for rule in rules { rule.track(facts, file, run) } }
    if let codec = facts.media.codec.unitCodec, !facts.media.isProtected, let own = try? reader.reopened(track: facts.index),
      let units = try? TrackUnits(AnyByteSource(input), own, track: facts.index, limit: Self.maxKept)
    {
      var pass = UnitPass(codec, run, track: facts)
      facts.note(pass)
      for case .configuration(let unit, let bytes) in units.unusedConfigurations().prefix(64) { pass.takeConfiguration(unit, bytes) }
    }
    if case .aac(let configuration) = facts.media.configuration, !facts.media.isProtected {
      facts.aac = AACPass(run, track: facts, configuration: configuration).facts
    }
    defer { facts.leaveStreams() }
    if let file { for rule in rules { rule.endOfTrack(facts, file, run) } }
    run.leaveTrack()
  }

  private func fault(_ why: String) {
    guard let file, file.isNew(.samples(why)) else { return }
    for rule in rules { rule.fault(.samples(why), file, run) }
  }

  private mutating func checkUnits(_ codec: VideoCodec) throws(MediaError) {
    let source = AnyByteSource(input)
    let own = try reader.reopened(track: facts.index)
    var units = try TrackUnits(source, own, track: facts.index, limit: Self.maxKept)
    var pass = UnitPass(codec, run, track: facts)
    facts.note(pass)
    var state = SampleState()
    while let event = try units.next() {
      switch event {
      case .sample(let sample):
        end(state)
        state = SampleState(isInSample: true, isWhole: true)
        take(sample)
        pass.beginSample()
      case .unit(let unit):
        if state.isFirst, unit.beginsWithStartCode(sampleSize: facts.sample.size) { state.hasStartCodes = true }
        state.isFirst = false
        if state.hasStartCodes { continue }
        if unit.position.headByte(0).map({ codec.isSlice($0) }) == true { state.hasSlice = true }
        pass.take(unit, units.bytes)
        if facts.picture != nil { givePicture() }
      case .configuration(let unit, let bytes): pass.takeConfiguration(unit, bytes)
      case .finding(let why):
        state.isWhole = false
        if !state.hasStartCodes { fault(why) }
      case .blank(_, let zeros):
        state.isWhole = false
        blank(zeros)
      }
    }
    end(state)
    (run.sample, run.seconds) = (nil, nil)
    pass.finish()
    givePicture()
    run.recorder?.flush()
    for why in units.findings.prefix(64) { fault(why) }
  }

  /// What the units of a sample are.
  private struct SampleState {
    var isInSample = false
    var isFirst = true
    /// Whether nothing of it is unreadable.
    var isWhole = false
    var hasStartCodes = false
    var hasSlice = false
  }

  /// Counts a sample whose units have been read.
  private func end(_ state: SampleState) {
    guard state.isInSample else { return }
    if state.hasStartCodes {
      facts.startCodes = (facts.startCodes.count + 1, facts.startCodes.first ?? facts.sample)
    } else if !state.hasSlice, state.isWhole, facts.sample.size > 0 {
      facts.samplesWithoutPicture = (facts.samplesWithoutPicture.count + 1, facts.samplesWithoutPicture.first ?? facts.sample)
    }
    facts.count()
  }

  /// Passes the samples of an encrypted track to the rules, and its pictures to the recorder alone.
  private mutating func recordUnits(_ codec: VideoCodec, _ recorder: SampleRecorder) throws(MediaError) {
    let own = try reader.reopened(track: facts.index)
    var units = try TrackUnits(AnyByteSource(input), own, track: facts.index, limit: Self.maxKept)
    var pictures = EncryptedPictures(codec, recorder)
    var isInSample = false
    while let event = try units.next() {
      if case .sample(let sample) = event {
        if isInSample { facts.count() }
        isInSample = true
        take(sample)
      }
      pictures.take(event, units.bytes)
    }
    if isInSample { facts.count() }
    (run.sample, run.seconds) = (nil, nil)
    pictures.finish()
    recorder.flush()
    for why in units.findings.prefix(64) { fault(why) }
  }

  private mutating func givePicture() {
    guard let picture = facts.picture else { return }
    facts.picture = nil
    facts.orders.take(
      picture.sample, index: picture.index, order: picture.pictureOrderCount, startsOrder: picture.startsOrder)
    guard let file else { return }
    let (facts, run) = (facts, run)
    let (sample, seconds) = (run.sample, run.seconds)
    (run.sample, run.seconds) = (Int(clamping: picture.index), facts.seconds(picture.sample.presentationTime))
    pictureRules.forEach { $0.picture(picture, facts, file, run) }
    (run.sample, run.seconds) = (sample, seconds)
  }

  private mutating func checkSamples() throws(MediaError) {
    let source = AnyByteSource(input)
    var reader = try reader.reopened(track: facts.index)
    var aac: AACPass?
    var window = SampleWindow(source)
    var description: UInt32 = 1
    if case .aac(let configuration) = facts.media.configuration {
      facts.soundFrames = SoundFrames(configuration)
      if !facts.media.isProtected { aac = AACPass(run, track: facts, configuration: configuration) }
      facts.aac = aac?.facts
    }
    var bytes: [UInt8] = []
    while let sample = try reader.next() {
      if sample.descriptionIndex != description, facts.soundFrames != nil {
        description = sample.descriptionIndex
        let configuration = configuration(of: description, reader)
        facts.soundFrames?.change(to: configuration)
        aac?.change(to: configuration)
      }
      facts.soundFrames?.count()
      take(sample)
      if aac != nil, sample.size <= Self.maxFrameSize {
        let loaded: (first: Int, count: Int)
        do { loaded = try window.load(sample.offset, Int(sample.size)) } catch { throw .bytes(error) }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: window.bytes[loaded.first..<loaded.first + loaded.count])
        if UInt64(loaded.count) == sample.size {
          if let zeros = sample.blankBytes(bytes) { blank(zeros) } else { aac?.take(sample: bytes, at: sample.offset) }
        }
      }
      facts.count()
    }
    (run.sample, run.seconds) = (nil, nil)
    aac?.finish()
    run.recorder?.flush()
    for why in reader.findings.prefix(64) { fault(why) }
  }

  /// The AAC configuration of a sample description, numbered from 1; nil if it has none.
  /// - Parameter reader: the reader of the samples: that of an FLV file knows the sequence headers so far.
  private func configuration(of index: UInt32, _ reader: MediaReader) -> AudioSpecificConfig? {
    if case .aac(let configuration)? = reader.configuration(ofTrack: facts.index, description: index) { return configuration }
    return nil
  }

  /// Tells that the current sample begins with zero bytes.
  private func blank(_ zeros: UInt64) {
    guard let file else { return }
    for rule in rules { rule.blankSample(zeros, facts, file, run) }
  }

  private mutating func take(_ sample: MediaSample) {
    let (facts, run) = (facts, run)
    facts.begin(sample)
    run.recorder?.note(sample)
    run.sample = Int(clamping: facts.sampleCount)
    run.seconds = facts.seconds(sample.presentationTime)
    guard let file else { return }
    sampleRules.forEach { $0.sample(facts, file, run) }
  }
}

extension AnnexBUnitCollector.Unit {
  /// Whether the first unit of a sample is one byte long by its length 00 00 00 01, which is a start code: no unit at the beginning of a
  /// sample has one byte.
  fileprivate func beginsWithStartCode(sampleSize: UInt64) -> Bool {
    position.startCodeLength == 4 && position.length == 1 && sampleSize > 32
  }
}

extension VideoCodec {
  /// Whether a unit with this first byte has slice data, of any view or layer.
  func isSlice(_ firstByte: UInt8) -> Bool {
    let type = unitType(firstByte)
    return self == .hevc ? type < 32 : (1...5).contains(type) || (19...21).contains(type)
  }
}
