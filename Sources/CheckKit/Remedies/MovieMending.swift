import AACKit
import BitstreamKit
import MP4Kit
import RemuxKit

/// The corrections of a movie that its findings ask for.
struct MovieMending {
  /// The file, with the chunk offsets of moved media data, and with the time scales that are lost.
  let source: AnyByteSource
  let reader: MediaReader
  let movie: Movie<AnyByteSource>
  /// Whether the chunk offsets were.
  let hasMoved: Bool
  let remedies: [Remedy]
  /// The rules to mend.
  let rules: Set<String>
  let preferred: FixOptions.Side
  /// Changes that keep all bytes in their places.
  var patches: [BytePatch] = []
  /// Changes that do not.
  var corrections: [Int: TrackCorrection] = [:]
  /// The number of fragments.
  var fragmentCount = 0

  /// Whether the file states that it conforms to CMAF.
  var hasCMAFBrand: Bool {
    guard let type = movie.fileType else { return false }
    return type.majorBrand == "cmfc" || type.compatibleBrands.contains("cmfc")
  }

  /// What is changed beyond the container's tables, for the report.
  var changes: [String] = []
  /// Why a remedy was not applied.
  var refusals: [(remedy: Remedy, why: String)] = []

  /// Nil if the file has no movie that can be read.
  init?(_ source: AnyByteSource, _ remedies: [Remedy], _ rules: Set<String>, _ preferred: FixOptions.Side) throws(MediaError) {
    self.remedies = remedies
    self.rules = rules
    self.preferred = preferred
    var (source, found) = (source, try MediaReader(source, as: .mp4))
    if rules.contains("mp4.zero-timescale"), let lost = try LostTimescales(found, frameRate: nil), !lost.patches.isEmpty {
      patches = lost.patches
      changes += lost.notes
      source = AnyByteSource(PatchedSource(source, lost.patches))
      found = try MediaReader(source, as: .mp4)
    }
    if rules.contains("mp4.sample-description-index"), let lost = try LostDescriptions(found) {
      patches += lost.patches
      changes += lost.notes
      source = AnyByteSource(PatchedSource(source, lost.patches))
      found = try MediaReader(source, as: .mp4)
    }
    if rules.contains("mp4.rows-left"), let lost = try LostRows(found) {
      patches += lost.patches
      changes += lost.notes
      source = AnyByteSource(PatchedSource(source, lost.patches))
      found = try MediaReader(source, as: .mp4)
    }
    let moved = remedies.contains(.offsets) ? try MovedMediaData(found, source) : nil
    hasMoved = moved != nil
    if let moved {
      patches += moved.patches
      changes.append("chunk offsets\(moved.track.map { " of track \($0)" } ?? "") moved by \(moved.text)")
      self.source = AnyByteSource(PatchedSource(source, moved.patches))
      reader = try MediaReader(self.source, as: .mp4)
    } else {
      self.source = source
      reader = found
    }
    guard let movie = reader.movie else { return nil }
    self.movie = movie
    if remedies.contains(.offsets), !hasMoved {
      refuse(.offsets, "the media data was not moved as a whole; 'mediaprobe recover' searches the samples")
    }
  }

  mutating func run() throws(MediaError) {
    if remedies.contains(.durations), rules.contains("mp4.media-duration") { try refuseDoubtfulTimes() }
    if remedies.contains(.headers) || remedies.contains(.durations) { try mendHeaders() }
    if remedies.contains(.trackIDs) { numberTracks() }
    for (index, track) in movie.tracks.enumerated() {
      if remedies.contains(.handler) { try mendHandler(index, track) }
      if remedies.contains(.mediaHeader) { mendMediaHeader(index, track) }
      if reader.tracks[index].isProtected { continue }
      switch reader.tracks[index].codec {
      case .h264, .hevc: try mendPictures(index, track)
      default:
        if remedies.contains(.sampleEntry) { try mendSound(index, track) }
        if remedies.contains(.priming) { try mendPriming(index, track) }
        if remedies.contains(.trackSize), track.descriptions.count == 1 { mendSize(track.descriptions[0], index) }
      }
    }
  }

  /// Whether a quarter of the samples of a track is not what its codec says, and are thus other bytes than those of the track: what is derived
  /// from them is wrong, and a new file would lack those that belong there.
  /// - Parameter tracksOverlap: whether samples share bytes; otherwise, sound that cannot be read may have a wrong configuration.
  func hasUnreadableTrack(tracksOverlap: Bool) throws(MediaError) -> Bool {
    for track in reader.tracks where !track.isProtected {
      let found = try UnusableSamples(MediaInput(source, name: "", reader: reader), track.index, hasMissing: false)
      if (found.broken + (tracksOverlap ? found.doubtful : 0)) * 4 > found.seen { return true }
    }
    return false
  }

  mutating func refuse(_ remedy: Remedy, _ why: String) {
    if !refusals.contains(where: { $0.remedy == remedy && $0.why == why }) { refusals.append((remedy, why)) }
  }

  /// The duration of new fragments: three quarters of that of the source's, so that rounding joins none; two seconds without any.
  func fragmentInterval() throws(MediaError) -> MediaTime {
    guard fragmentCount > 0, let first = movie.tracks.indices.first else { return MediaTime(milliseconds: 2000) }
    var own = try reader.reopened(track: first)
    var duration: UInt64 = 0
    while let sample = try own.next() { duration &+= UInt64(sample.duration) }
    let seconds = Double(duration) / Double(max(1, movie.tracks[first].timescale)) / Double(fragmentCount)
    return MediaTime(milliseconds: min(10_000, max(100, Int64(saturating: seconds * 750))))
  }

  // MARK: - Headers

  private mutating func mendHeaders() throws(MediaError) {
    // Boxes of a compressed movie have no places in the file; a new file has correct headers.
    if movie.isCompressed { return }
    let longest = try mendTracks()
    if let node = movie.tree["moov/mvhd"] {
      let (largestID, rules) = (movie.tracks.map { $0.trackID }.max() ?? 0, rules)
      try patch(MovieHeaderBox.self, node) { (box: inout MovieHeaderBox) in
        if rules.contains("mp4.movie-rate") { box.rate = 0x10000 }
        if let longest { box.duration = longest }
        if rules.contains("mp4.next-track-id"), largestID < .max { box.nextTrackID = max(box.nextTrackID, largestID + 1) }
      }
    }
  }

  /// Corrects the headers of tracks.
  /// - Returns: the new duration of the longest track in the movie's time scale; nil if no duration is corrected.
  private mutating func mendTracks() throws(MediaError) -> UInt64? {
    var longest: UInt64 = 0
    let rules = rules
    for (index, track) in movie.tracks.enumerated() {
      let media = rules.contains("mp4.media-duration") || rules.contains("mp4.track-duration") ? try mediaDuration(index) : nil
      if let node = movie.tree.find("mdia/mdhd", in: track.node).first {
        let hasLanguage = rules.contains("mp4.language") && !movie.isQuickTime
        try patch(MediaHeaderBox.self, node) { (box: inout MediaHeaderBox) in
          if hasLanguage, box.language.letters == nil { box.language = PackedLanguage() }
          if rules.contains("mp4.media-duration"), let media { box.duration = media }
        }
      }
      var duration = track.header?.duration
      if rules.contains("mp4.track-duration"), let new = presentedDuration(track, media),
        let node = movie.tree.find("tkhd", in: track.node).first
      {
        duration = new
        try patch(TrackHeaderBox.self, node) { (box: inout TrackHeaderBox) in box.duration = new }
      }
      // All ones: a duration that is not known.
      if let duration, duration != UInt64(UInt32.max), duration != .max { longest = max(longest, duration) }
    }
    let isCorrected = rules.contains("mp4.track-duration") || rules.contains("mp4.movie-duration")
    return isCorrected && longest > 0 ? longest : nil
  }

  /// Refuses a file in which the durations of a track's samples are what is wrong: headers and edits agree on another length, as does the
  /// sound or picture beside it, or the order of pictures shows that their steps are others. Every new file would state the wrong length
  /// throughout.
  private func refuseDoubtfulTimes() throws(MediaError) {
    // Each track is read once, however many others it is compared with.
    var lengths: [Double?] = []
    for (index, track) in movie.tracks.enumerated() {
      lengths.append(try mediaDuration(index).map { Double($0) / Double(track.timescale) })
    }
    for (index, track) in movie.tracks.enumerated() {
      guard let header = track.mediaHeader, header.duration > 0, let real = lengths[index] else { continue }
      let stated = Double(header.duration) / Double(track.timescale)
      let tolerance = max(0.1, stated * 0.01)
      func isClose(_ length: Double) -> Bool { abs(length - stated) <= tolerance }
      if abs(real - stated) <= 2 * tolerance || !isClose(Self.shownLength(track, in: movie)) { continue }
      let text = "the durations of the samples of track \(index) add up to \(decimal(real)) s, but mdhd and the edit list or tkhd"
      for other in movie.tracks.indices where other != index && ["vide", "soun"].contains(movie.tracks[other].handlerType) {
        guard let length = lengths[other], isClose(length) else { continue }
        throw .unsupported(text + ", and track \(other), have \(decimal(stated)) s: stts is wrong")
      }
      let ofSteps = ["across.composition-order", "mp4.duplicate-presentation-time", "mp4.uneven-presentation", "across.frame-rate"]
      if track.handlerType == "vide", ofSteps.contains(where: { rules.contains($0) }) {
        throw .unsupported(text + " have \(decimal(stated)) s, and the times of the pictures do not fit: stts is wrong")
      }
    }
  }

  /// The seconds of a track that its edit list shows, or that `tkhd` states without one; infinite if neither says.
  private static func shownLength(_ track: MovieTrack, in movie: Movie<AnyByteSource>) -> Double {
    var length = track.header?.duration ?? 0
    if let list = track.editList {
      length = 0
      for row in 0..<list.entries.count where list.entries[row].mediaTime >= 0 { length &+= list.entries[row].editDuration }
    }
    return length > 0 ? Double(length) / Double(movie.timescale) : .infinity
  }

  /// The sum of a track's sample durations; nil for a track without samples.
  private func mediaDuration(_ index: Int) throws(MediaError) -> UInt64? {
    var own = try reader.reopened(track: index)
    var sum: UInt64 = 0
    while let sample = try own.next() { sum &+= UInt64(sample.duration) }
    return sum > 0 ? sum : nil
  }

  /// The duration of a track in the movie's time scale: the sum of its edits, or that of its samples.
  private func presentedDuration(_ track: MovieTrack, _ media: UInt64?) -> UInt64? {
    var sum: UInt64 = 0
    if let list = track.editList { for row in 0..<list.entries.count { sum &+= list.entries[row].editDuration } }
    if sum > 0 { return sum }
    guard let media, let time = MediaTime(value: Int64(clamping: media), timescale: track.timescale) else { return nil }
    return time.value(in: movie.timescale).flatMap { UInt64(exactly: $0) }
  }

  private mutating func patch<B: Box>(_ type: B.Type, _ node: Int, _ change: (inout B) -> Void) throws(MediaError) {
    var tree = movie.tree
    let place = tree.nodes[node].place
    guard var box = try? tree.read(type, at: node) else { return }
    change(&box)
    guard let new = try? box.encoded() else { return }
    do { try patch(place.payloadOffset, place.end, new, &tree) } catch { throw .bytes(error) }
  }

  /// Patches bytes if the new ones are as many and different.
  /// - Returns: whether they are as many.
  @discardableResult
  mutating func patch(
    _ start: UInt64, _ end: UInt64, _ new: [UInt8], _ tree: inout BoxTree<AnyByteSource>
  ) throws(ByteError) -> Bool {
    if UInt64(new.count) != end - start || movie.isCompressed { return false }
    let old = try EntryEdit.bytes(start, end, &tree)
    if old != new { patches.append(BytePatch(offset: start, old: old, new: new)) }
    return true
  }

  private mutating func numberTracks() {
    if movie.isFragmented { return refuse(.trackIDs, "fragments refer to tracks by their IDs") }
    var used: Set<UInt32> = []
    var next = (movie.tracks.map { $0.trackID }.max() ?? 0)
    for (index, track) in movie.tracks.enumerated() where track.trackID == 0 || !used.insert(track.trackID).inserted {
      if next == .max { return refuse(.trackIDs, "no higher track ID is left") }
      next += 1
      corrections[index, default: TrackCorrection()].trackID = next
      changes.append("track \(index) has track_ID \(next)")
    }
  }

  private mutating func mendMediaHeader(_ index: Int, _ track: MovieTrack) {
    guard let header = TrackBlueprint.mediaHeader(of: track.mediaHandlerType) else { return }
    let wanted: FourCC = track.mediaHandlerType == "vide" ? "vmhd" : "smhd"
    if movie.tree.find("mdia/minf/\(wanted)", in: track.node).isEmpty {
      corrections[index, default: TrackCorrection()].mediaHeader = header
    }
  }

  /// Sets the handler to that of the sample entry; a new file has it anyway.
  private mutating func mendHandler(_ index: Int, _ track: MovieTrack) throws(MediaError) {
    guard track.mediaHandlerType != track.handlerType, let node = movie.tree.find("mdia/hdlr", in: track.node).first else { return }
    try patch(HandlerBox.self, node) { $0.handlerType = track.mediaHandlerType }
    changes.append("the handler of track \(index) is \(track.mediaHandlerType)")
  }

  // MARK: - Tracks

  private mutating func mendSound(_ index: Int, _ track: MovieTrack) throws(MediaError) {
    var edits: [EntryEdit] = []
    for description in track.descriptions {
      var edit = EntryEdit()
      if rules.contains("across.sound-rate"), let entry = description.audio, let config = description.audioSpecificConfig {
        if let rate = config.coreSampleRate, rate < 65_536, entry.sampleRate > 0 { edit.fields.append((24, Self.bytes(rate << 16))) }
        if let channels = config.coreChannelCount, let short = UInt8(exactly: channels) { edit.fields.append((16, [0, short])) }
      }
      if rules.contains("across.bit-rate"), let box = description.bitRate, let rate = try soundRate(index) {
        edit.boxes.append(("btrt", Self.payload(box, rate)))
      }
      if rules.contains("aac.sbr-implicit"), track.descriptions.count == 1, let payload = signallingReplication(index, description) {
        edit.boxes.append(("esds", payload))
      }
      edits.append(edit)
    }
    try apply(DescriptionsEdit(entries: edits), index, track)
  }

  /// The `esds` of a track whose frames have SBR that it does not name, with SBR named; nil where it says whether there is any.
  private func signallingReplication(_ index: Int, _ description: SampleDescription) -> [UInt8]? {
    guard let config = reader.impliedConfiguration(ofTrack: index, source), let bytes = try? config.encoded(),
      let node = movie.tree.child("esds", of: description.node)
    else { return nil }
    var tree = movie.tree
    guard var box = try? tree.read(ESDBox.self, at: node) else { return nil }
    box.es.decoderConfig?.decoderSpecificInfo = bytes
    return try? box.encoded()
  }

  /// Begins the first edit of an AAC track after the samples that iTunSMPB states.
  private mutating func mendPriming(_ index: Int, _ track: MovieTrack) throws(MediaError) {
    guard case .aac(let configuration) = reader.tracks[index].configuration, let rate = configuration.sampleRate, rate > 0,
      let timescale = reader.tracks[index].timescale, track.editList != nil, let priming = SoundPriming.samples(in: movie.tree)
    else { return }
    var own = try reader.reopened(track: index)
    var (first, duration): (Int64?, Int64) = (nil, 0)
    while let sample = try own.next() {
      first = first ?? sample.presentationTime
      duration &+= Int64(sample.duration)
    }
    guard let first, let skipped = MediaTime(value: Int64(clamping: priming), timescale: rate)?.value(in: timescale), skipped < duration
    else {
      return refuse(.priming, "iTunSMPB states \(priming) samples, more than track \(index) has")
    }
    corrections[index, default: TrackCorrection()].editStart = first &+ skipped
    changes.append("the edit list of track \(index) begins after \(priming) samples")
  }

  /// The average rate of a track's samples in bits per second; nil if it has no duration.
  private func soundRate(_ index: Int) throws(MediaError) -> UInt32? {
    var own = try reader.reopened(track: index)
    var (bytes, extent): (UInt64, MediaExtent) = (0, MediaExtent())
    while let sample = try own.next() {
      bytes &+= sample.size
      extent.add(sample)
    }
    return Self.rate(bytes, extent.decodingSpan, reader.tracks[index].timescale ?? 1)
  }

  /// Bits per second.
  static func rate(_ bytes: UInt64, _ duration: UInt64, _ timescale: UInt32) -> UInt32? {
    if duration == 0 { return nil }
    return UInt32(exactly: Int64(saturating: Double(bytes) * 8 * Double(timescale) / Double(duration)))
  }

  static func payload(_ box: BitRateBox, _ rate: UInt32) -> [UInt8] {
    bytes(box.bufferSizeDB) + bytes(max(box.maxBitrate, rate)) + bytes(rate)
  }

  static func bytes(_ value: UInt32) -> [UInt8] { Array(bigEndian: UInt64(value), size: 4) }

  /// Applies changes to the sample entries of a track: in their places if they keep their size.
  mutating func apply(_ edit: DescriptionsEdit, _ index: Int, _ track: MovieTrack) throws(MediaError) {
    if edit.isEmpty { return }
    var tree = movie.tree
    do {
      let new = try edit.applied(to: track, in: &tree)
      guard let stsd = tree.find("mdia/minf/stbl/stsd", in: track.node).first, !new.isEmpty else { return }
      let place = tree.nodes[stsd].place
      if corrections[index]?.removedSets == nil, try patch(place.offset, place.end, new, &tree) { return }
      corrections[index, default: TrackCorrection()].sampleDescriptions = new
    } catch { throw .bytes(error) }
  }
}
