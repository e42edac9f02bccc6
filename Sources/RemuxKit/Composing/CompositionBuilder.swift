import BitstreamKit
import MP4Kit

/// Places parts of files on one timeline.
struct CompositionBuilder {
  typealias Stretch = TrackSurvey.Stretch

  /// A part of a source track, its place on the timeline, and the stretches of it that are shown.
  struct Piece {
    var input: Int
    var track: Int
    var selection: SampleSelection
    /// The media times to which the samples are shortened; nil if they are not.
    var trim: Range<Int64>?
    /// The stretches on the composition's timeline.
    var stretches: [Stretch]
    /// End of the shown media, in media time.
    var mediaEnd: Int64
    /// The time by which the picture that is shown at the start is decoded later, in units of the track's time scale; nil if pictures keep
    /// their times.
    var openingDelay: Int64?
    /// The decoding time of the first picture that is shown, in decoding order, where hidden ones precede it.
    var shownDecodeTime: Int64?

    /// Whether it begins with samples that are decoded and not shown.
    var hidesStart: Bool { stretches.first.map { !$0.isDwell && $0.media > selection.keyTime } ?? false }
  }

  /// The groups of pictures that show a wanted time range.
  struct Group {
    /// The wanted range, in units of the clock.
    var wanted: Range<Int64>
    /// What the groups show: more than is wanted, because they begin with a key picture and end before the next.
    var stretch: Stretch
    /// End of the wanted range in media time, which the end of `stretch` does not tell.
    var until: Int64
    /// The first sample, counted from 0.
    var first: UInt64
  }

  private(set) var inputs: [MediaInput]
  /// Whether the target supports edit lists.
  let canHide: Bool
  /// Time scale of the composition's timeline, in units per second.
  let clock: UInt32
  var composition: MediaComposition
  private var surveys: [[TrackSurvey?]]
  var lines: [[Piece]] = []

  /// - Parameter wanted: indices of the tracks to survey, for each input.
  init(_ inputs: [MediaInput], _ wanted: [[Int]], canHide: Bool) throws(MediaError) {
    // A target with edit lists is MP4.
    let inputs = inputs.map { $0.timingSound(canHide) }
    self.inputs = inputs
    self.canHide = canHide
    composition = MediaComposition(inputs)
    composition.isPlain = !canHide
    surveys = inputs.map { Array(repeating: nil, count: $0.reader.tracks.count) }
    var scales: [UInt32] = [1000]
    for (index, input) in inputs.enumerated() {
      if let movie = input.reader.movieTimescale { scales.append(movie) }
      for track in wanted[index] {
        try Self.check(input, track)
        scales.append(input.scale(track))
        let survey: TrackSurvey
        do throws(MediaError) { survey = try TrackSurvey(input, track) } catch { throw input.error(error) }
        for finding in survey.findings {
          let line = inputs.count > 1 ? "\(input.name): \(finding)" : finding
          if !composition.findings.contains(line) { composition.findings.append(line) }
        }
        surveys[index][track] = survey
      }
    }
    clock = scales.reduce(1) { Self.common($0, $1) ?? $0 }
  }

  /// Replaces an input by one with the same samples and other bytes, before anything is appended.
  mutating func setInput(_ index: Int, _ input: MediaInput) {
    inputs[index] = input.timingSound(canHide)
    let findings = composition.findings
    composition = MediaComposition(inputs)
    (composition.findings, composition.isPlain, composition.isPatched) = (findings, !canHide, true)
  }

  private static func check(_ input: MediaInput, _ track: Int) throws(MediaError) {
    do throws(MediaError) { _ = try input.reader.chosen([track]) } catch { throw input.error(error) }
    let found = input.reader.tracks[track]
    if found.isProtected {
      throw input.error(.unsupported("track \(track) is encrypted: encrypted samples cannot be remuxed"))
    }
    if found.timescale == nil { throw input.error(.needs(.frameRate, "the stream has no frame rate")) }
  }

  /// The least common multiple; nil if it exceeds 32 bits.
  static func common(_ a: UInt32, _ b: UInt32) -> UInt32? {
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    let (product, overflow) = (a / max(1, x)).multipliedReportingOverflow(by: b)
    return overflow ? nil : product
  }

  // MARK: - The files' own timelines

  func survey(_ input: Int, _ track: Int) throws(MediaError) -> TrackSurvey {
    guard let survey = surveys[input][track] else { throw .malformed("there is no track \(track)") }
    return survey
  }

  func stretches(_ input: Int, _ track: Int) throws(MediaError) -> [Stretch] {
    try survey(input, track).stretches(inputs[input], track, clock: clock)
  }

  func ticks(_ time: Int64, _ scale: UInt32) -> Int64 { TrackSurvey.ticks(time, scale, clock) }

  /// Whether a time between two units of a track's time scale is kept: those of pictures may be as long as a picture is shown.
  func isCoarse(_ input: Int, _ track: Int) -> Bool {
    inputs[input].reader.tracks[track].kind == .video && inputs[input].scale(track) < Self.fineScale
  }

  /// The lowest time scale of video whose units are exact enough for a cut.
  static let fineScale: UInt32 = 10_000

  /// Clips stretches to a range and adjusts their media times.
  /// - Parameter isCoarse: whether times between two units of the time scale are kept, in `fraction`.
  static func cut(
    _ stretches: [Stretch], to range: Range<Int64>, _ scale: UInt32, _ clock: UInt32, isCoarse: Bool
  ) -> [Stretch] {
    stretches.compactMap { old in
      var new = old
      new.start = max(old.start, range.lowerBound)
      new.end = min(old.end, range.upperBound)
      if new.start >= new.end { return nil }
      if old.isDwell { return new }
      let late = MediaTime(value: new.start - old.start, timescale: clock)?.value(in: scale, rounding: isCoarse ? .down : .nearest) ?? 0
      new.media = old.media &+ late
      if isCoarse { new.fraction = max(0, new.start - old.start - TrackSurvey.ticks(late, scale, clock)) }
      return new
    }
  }

  /// Clips stretches to the media that is left, in units of the track's time scale.
  private static func clip(_ stretches: [Stretch], to media: Range<Int64>, _ scale: UInt32, _ clock: UInt32) -> [Stretch] {
    stretches.compactMap { old in
      var new = old
      let late = TrackSurvey.ticks(max(0, media.lowerBound &- old.media), scale, clock)
      if !old.isDwell {
        if late > 0 {
          new.start = old.start &+ max(0, late &- old.fraction)
          (new.media, new.fraction) = (media.lowerBound, 0)
        }
        new.end = min(old.end, new.start &+ TrackSurvey.ticks(media.upperBound &- new.media, scale, clock))
      }
      return new.start < new.end ? new : nil
    }
  }

  // MARK: - Pieces

  /// Adds a track.
  /// - Returns: its index.
  mutating func addTrack() -> Int {
    lines.append([])
    return lines.count - 1
  }

  /// Which samples of a source track to take.
  enum Extent {
    case whole
    /// All but the last sample.
    case butLast
    /// All but these samples, in ascending order.
    case without([UInt64])
    /// The samples that a range of the file's timeline needs.
    case part(Range<Int64>)
    /// Whole groups of pictures that show a stretch.
    case groups(Group)
  }

  /// Appends a part of a source track to a track.
  /// - Parameters:
  ///   - start: the time on the file's timeline that moves to `place`, in units of the clock.
  ///   - place: a time on the composition's timeline, in units of the clock.
  /// - Returns: the selected samples; nil if there are none.
  @discardableResult mutating func append(
    _ input: Int, _ track: Int, to line: Int, _ extent: Extent, from start: Int64, at place: Int64
  ) throws(MediaError) -> SampleSelection? {
    let (file, survey) = (inputs[input], try survey(input, track))
    if survey.count == 0 { return nil }
    let scale = file.scale(track)
    var shown = try stretches(input, track)
    var request = SampleSelection.Request.whole
    // Text is shortened instead of hidden: several players ignore the edit lists of text tracks.
    var trim = file.reader.tracks[track].codec.isStillText && shown.count == 1 && !shown[0].isDwell ? media(shown, scale) : nil
    switch extent {
    case .whole:
      if let trim, trim.lowerBound > survey.firstComposition || trim.upperBound < survey.end {
        request = .shown(from: trim.lowerBound, to: trim.upperBound)
      }
    case .butLast: request = .first(survey.count - 1)
    case .without(let unwanted): if !unwanted.isEmpty { request = .without(unwanted) }
    case .part(let range):
      let all = shown
      shown = Self.cut(shown, to: range, scale, clock, isCoarse: canHide && isCoarse(input, track))
      guard let media = media(shown, scale) else { return nil }
      if trim != nil { trim = media }
      if shown != all || hasMore(survey, media) {
        let (from, to) = (media.lowerBound, media.upperBound)
        let isBetween = shown.count == 1 && shown[0].fraction > 0
        request = canHide ? .shown(from: from, to: to, isBetween: isBetween) : .nearest(from: from, to: to)
      }
    case .groups(let group):
      shown = [group.stretch]
      request = .groups(from: group.stretch.media, to: group.until)
    }
    if !canHide, shown.count > 1, case .part = extent {
      // What lies between the stretches cannot be hidden.
      var last: SampleSelection?
      for stretch in shown {
        let selection = try append(input, track, to: line, .part(stretch.start..<stretch.end), from: start, at: place)
        last = selection?.counting(last) ?? last
      }
      return last
    }
    let isJoined = lines[line].last != nil
    var selection = try SampleSelection(file, track, survey, request, canHide: canHide, isJoined: isJoined)
    if selection.count == 0 { return nil }
    if let trim { selection.trim(to: trim) }
    if case .without = request {
      // Times near the limits of 64 bits wrap.
      shown = Self.clip(shown, to: selection.keyTime..<max(selection.keyTime, selection.shownEnd), scale, clock)
    }
    for index in shown.indices {
      // Video before the first key picture cannot be shown.
      if shown[index].media < selection.keyTime, case .shown = request, !shown[index].isDwell, selection.keyTime > survey.firstComposition {
        let late = ticks(selection.keyTime &- shown[index].media, scale) - shown[index].fraction
        if file.reader.tracks[track].kind == .video, late < shown[index].end - shown[index].start {
          shown[index].start += late
          (shown[index].media, shown[index].fraction) = (selection.keyTime, 0)
        }
      }
      shown[index].start += place - start
      shown[index].end += place - start
    }
    var piece = Piece(input: input, track: track, selection: selection, trim: trim, stretches: shown, mediaEnd: selection.shownEnd)
    if file.reader.tracks[track].kind == .video {
      composition.hiddenCount += selection.hidden
      if shown.count == 1, !shown[0].isDwell {
        piece.openingDelay = piece.selection.presentOpening(at: shown[0].media)
      }
      if canHide, piece.hidesStart {
        let range = shown[0].media..<max(shown[0].media &+ 1, mediaEnd(shown[0], scale))
        piece.shownDecodeTime = try piece.selection.decodeTime(ofFirstIn: range, file, track, late: piece.openingDelay)
      }
    }
    lines[line].append(piece)
    return selection
  }

  /// The media range that stretches show, from the first to the last.
  private func media(_ stretches: [Stretch], _ scale: UInt32) -> Range<Int64>? {
    guard let from = stretches.map({ $0.media }).min() else { return nil }
    let ends = stretches.map { $0.isDwell ? $0.media &+ 1 : mediaEnd($0, scale) }
    return from..<max(from &+ 1, ends.max() ?? from)
  }

  /// The end of the media that a stretch shows, in units of the track's time scale.
  func mediaEnd(_ stretch: Stretch, _ scale: UInt32) -> Int64 {
    let length = stretch.fraction &+ stretch.end - stretch.start
    let units = CompositionInput.converted(length, clock, scale)
    // A millisecond may come from rounding: of a movie's time scale, and of times that users write.
    let isLonger = canHide && length - ticks(units, scale) > Int64(clock / 1000)
    return stretch.media &+ units &+ (isLonger ? 1 : 0)
  }

  /// Whether the track has media outside the range that would be shown without an edit list.
  private func hasMore(_ survey: TrackSurvey, _ media: Range<Int64>) -> Bool {
    !canHide && (survey.firstComposition < media.lowerBound || survey.end > media.upperBound)
  }
}
