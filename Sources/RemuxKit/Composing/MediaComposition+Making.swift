import BitstreamKit
import MP4Kit

extension MediaComposition {
  /// - Parameters:
  ///   - lost: what is left out of a damaged track; empty for nothing.
  ///   - omitsLeading: whether other samples that are left out are leading pictures.
  static func note(_ index: Int, _ track: MediaTrack, _ selection: SampleSelection?, lost: String = "", omitsLeading: Bool = true)
    -> String
  {
    guard let selection else { return "track \(index), \(track.kind.name): nothing" + lost }
    var text = "track \(index), \(track.kind.name): \(selection.count) samples"
    if selection.hidden > 0 { text += ", \(selection.hidden) of them decoded but not shown" }
    if !lost.isEmpty { return text + lost }
    if omitsLeading, !selection.leftOut.isEmpty {
      text += "; \(selection.leftOut.count) leading pictures dropped: their references were cut off"
    }
    return text
  }

  /// Says which times of a track have no samples: fragments may be lost there.
  private static func gap(_ input: MediaInput, _ track: Int, _ survey: TrackSurvey) -> String? {
    if survey.gaps.count == 0 { return nil }
    let (scale, kind) = (input.scale(track), input.reader.tracks[track].kind.name)
    let place = survey.gaps.count == 1 ? "at" : "in \(survey.gaps.count) places, the first at"
    return
      "track \(track), \(kind): there are no samples for \(seconds(survey.gaps.sum, scale)) \(place) \(seconds(survey.gaps.first, scale))"
  }

  /// A time of the clock in seconds with three decimals, such as `1.500s`.
  static func seconds(_ time: Int64, _ clock: UInt32) -> String {
    let thousandths = CompositionInput.converted(time, clock, 1000)
    let fraction = String(thousandths.magnitude % 1000)
    let sign = thousandths < 0 ? "-" : ""
    return "\(sign)\(thousandths.magnitude / 1000)." + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction + "s"
  }

  /// Concatenates files. Each starts at the end of the longest track of the preceding file.
  /// - Parameters:
  ///   - tracks: indices of the first file's tracks; tracks of other files are matched by kind, then by codec and language, then in order. A file
  ///     need not have a match for tracks other than video and audio.
  /// - Throws: `MediaError` if the files cannot be joined.
  public static func joining(
    _ inputs: [MediaInput], tracks: [Int], for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition {
    var lines: [[Int?]] = []
    var (notes, findings): ([String], [String]) = ([], [])
    guard let first = inputs.first else { throw .malformed("there is no file to join") }
    do throws(MediaError) { _ = try first.reader.chosen(tracks) } catch { throw first.error(error) }
    var (inputs, isPatched) = (inputs, false)
    for index in inputs.indices.dropFirst() {
      guard let spliced = try Self.spliced(inputs[index]) else { continue }
      (inputs[index], isPatched) = (spliced, true)
      notes.append("\(spliced.name): its first picture, CRA, is written as BLA, which starts a sequence after other pictures")
    }
    for input in inputs {
      let found = try matching(input, tracks, inputs[0])
      lines.append(found)
      for (track, match) in zip(tracks, found) where match == nil {
        notes.append("\(input.name): there is no track of \(inputs[0].reader.tracks[track].kind.name) to join to track \(track)")
      }
      // Those like a track of the first file that is not wanted are not wanted either.
      let (wanted, used) = (Set(tracks), Set(found))
      let unwanted = Set(first.reader.tracks.filter { !wanted.contains($0.index) }.map { $0.kind })
      let further = input.reader.tracks.filter { lines.count > 1 && !used.contains($0.index) && !unwanted.contains($0.kind) }
      for track in further { notes.append("\(input.name): track \(track.index), \(track.codec.name), has no match in the first file") }
    }
    let wanted = lines.map { $0.compactMap { $0 } }
    var builder = try CompositionBuilder(inputs, wanted, canHide: target == .mp4)
    for _ in tracks { _ = builder.addTrack() }
    var place: Int64 = 0
    var sources: [ChapterSource] = []
    for (index, input) in inputs.enumerated() {
      let span = try builder.wholeSpan(index, wanted[index])
      for (line, track) in lines[index].enumerated() {
        guard let track else { continue }
        // Sound that is hidden, such as priming, would overlap the end of the part before where nothing can be hidden.
        let isHeard = index > 0 && target != .mp4 && input.reader.tracks[track].kind == .audio
        let extent: CompositionBuilder.Extent = isHeard ? .part(span) : .whole
        let selection = try builder.append(index, track, to: line, extent, from: span.lowerBound, at: place)
        if let left = selection?.leftOut.count, left > 0 {
          notes.append("\(input.name): \(left) leading pictures dropped: their references are missing")
        }
        if index > 0, target == .mp4, builder.isDisplaced(line) {
          notes.append(
            "\(input.name): it begins with hidden pictures, after which FFmpeg may show the others late or early; 'cut --keyframes' makes parts without them"
          )
        }
      }
      if index > 0, let finding = try joint(input, wanted[index]) { findings.append(finding) }
      if target == .mp4 { findings += zip(tracks, lines[index]).compactMap { rotation(input, $1, inputs[0], $0) } }
      notes += zip(tracks, lines[index]).compactMap { languageNote(input, $1, inputs[0].reader.tracks[$0]) }
      notes += wanted[index].compactMap { rateNote(input, $0) }
      if index > 0, wanted[index].contains(where: { input.reader.tracks[$0].configuration.hasHRD }) {
        notes.append("\(input.name): its picture timing goes on from its own beginning: the joint does not conform to the HRD")
      }
      notes.append("\(input.name): starts at \(seconds(place, builder.clock))")
      sources.append(ChapterSource(input: input, range: span, place: place))
      place += span.upperBound - span.lowerBound
      if place >= TrackSurvey.farthest { throw .unsupported("the joined files exceed the supported duration") }
    }
    var composition = try builder.finish()
    (composition.notes, composition.isPatched) = (notes, isPatched)
    composition.findings += findings
    if target == .mp4 {
      try composition.setChapters(sources, builder.clock)
    }
    try composition.checkDescriptions(for: target)
    return composition
  }

  /// Reports pictures that are shown with the rotation of another file's: a track has only one.
  private static func rotation(_ input: MediaInput, _ track: Int?, _ first: MediaInput, _ firstTrack: Int) -> String? {
    guard let track, first.reader.tracks[firstTrack].kind == .video else { return nil }
    let (own, used) = (input.reader.displayMatrix(of: track), first.reader.displayMatrix(of: firstTrack))
    if own.rotation == used.rotation, own.isMirrored == used.isMirrored { return nil }
    return "\(input.name): its pictures are to be rotated by \(own.words) and are shown with the rotation of \(first.name), \(used.words)"
  }

  /// nal_unit_type CRA_NUT and BLA_W_LP (Table 7-1).
  private static let (craNUT, blaWLP): (UInt8, UInt8) = (21, 16)

  /// A file of H.265 in which samples that are CRA pictures are BLA pictures instead: after other pictures a CRA picture does not start a
  /// coded video sequence, so that its order counts and references go on from those before it (ITU-T H.265 (08/2021) 8.1.3). Nil if none is.
  /// - Parameters:
  ///   - track: a track; nil for all.
  ///   - ordinals: the samples, counted from 0, in ascending order.
  static func spliced(_ input: MediaInput, track: Int? = nil, at ordinals: [UInt64] = [0]) throws(MediaError) -> MediaInput? {
    var patches: [BytePatch] = []
    for found in input.reader.tracks where found.codec == .hevc && !found.isProtected && found.index == track ?? found.index {
      var (walk, next) = (try TrackWalk(input, found.index), 0)
      var finder = SliceTypeFinder(input.source, found)
      while next < ordinals.count, let item = try walk.next() {
        if item.ordinal < ordinals[next] { continue }
        next += 1
        for unit in try finder.units(of: Self.craNUT, in: item.sample) {
          patches.append(BytePatch(offset: unit.offset, old: [unit.first], new: [unit.first & 0x81 | Self.blaWLP << 1]))
        }
      }
    }
    if patches.isEmpty { return nil }
    return try MediaInput(
      PatchedSource(input.source, patches), name: input.name, as: input.reader.container, frameRate: input.frameRate)
  }

  /// Reports a file whose first picture does not start a new coded video sequence, which may confuse decoders after another file.
  private static func joint(_ input: MediaInput, _ tracks: [Int]) throws(MediaError) -> String? {
    for index in tracks {
      let track = input.reader.tracks[index]
      guard track.codec == .h264 || track.codec == .hevc else { continue }
      var walk = try TrackWalk(input, index)
      guard let first = try walk.next() else { continue }
      var finder = SliceTypeFinder(input.source, track)
      let type = try finder.firstSliceType(of: first.sample)
      if track.codec == .h264, type != 5 {
        return "\(input.name) does not begin with an IDR picture: after another file its first pictures may refer to that file's pictures"
      }
    }
    return nil
  }

  private func checkDescriptions(for target: Remuxer.Target) throws(MediaError) {
    for track in tracks where descriptions[track.index].count > 1 {
      if target == .adts {
        throw .unsupported("the files' AAC configurations differ, and an ADTS stream cannot change its configuration")
      }
    }
  }

  /// Composes all complete samples of a damaged file.
  /// - Parameter leavesOutLast: whether to drop the last sample of each track because it may be incomplete.
  public static func recovering(
    _ input: MediaInput, leavesOutLast: Bool, for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition {
    // Sound whose sequence header is lost does not keep the pictures from being recovered.
    let lacksHeader =
      input.reader.container != .flv
      ? [] : input.reader.tracks.filter { $0.configuration == .none && $0.codec.hasSequenceHeader && $0.codec != .aac && $0.kind == .audio }
    let left = input.reader.tracks.count > lacksHeader.count ? lacksHeader : []
    let tracks = input.reader.tracks.indices.filter { index in !left.contains { $0.index == index } }
    var input = input.reader.container == .flv ? input.repairingTimes() : input
    input.skipsMissing = true
    var builder = try CompositionBuilder([input], [tracks], canHide: target == .mp4)
    let start = try builder.origin(0, tracks)
    var notes = left.map { "track \($0.index), \($0.kind.name): left out: \($0.codec.name) without a sequence header cannot be decoded" }
    for track in tracks {
      let line = builder.addTrack()
      let unusable = try UnusableSamples(input, track, hasMissing: try builder.survey(0, track).missing > 0)
      let selection = try builder.append(0, track, to: line, leavesOutLast ? .butLast : .without(unusable.ordinals), from: start, at: 0)
      notes.append(note(track, input.reader.tracks[track], selection, lost: unusable.text, omitsLeading: unusable.missing == 0))
      if input.reader.movie?.isFragmented == true, let gap = gap(input, track, try builder.survey(0, track)) { notes.append(gap) }
    }
    if leavesOutLast { notes.append("the last picture is dropped: it may be incomplete") }
    var composition = try builder.finish()
    composition.notes = notes
    return composition
  }

  /// Turns findings into notes: in a file known to be damaged they are expected. A track without the configuration that its decoder needs
  /// stays a finding, because what is recovered of it cannot be played.
  public mutating func tellFindingsAsNotes() {
    notes += findings
    findings = tracks.compactMap { track in
      switch track.codec {
      case .h264, .hevc, .aac: break
      default: return nil
      }
      if track.configuration != .none, !track.configuration.isDamaged { return nil }
      return "track \(track.index), \(track.kind.name): there is no valid decoder configuration: players cannot decode it"
    }
    isRecovery = true
  }

  /// Composes tracks of several files in parallel.
  /// - Parameters:
  ///   - tracks: indices of the wanted tracks, for each input.
  ///   - endsWithShortest: whether all tracks end with the shortest one.
  public static func merging(
    _ inputs: [MediaInput], tracks: [[Int]], endsWithShortest: Bool = false, for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition {
    if tracks.count != inputs.count || tracks.allSatisfy({ $0.isEmpty }) { throw .malformed("there is no track") }
    var builder = try CompositionBuilder(inputs, tracks, canHide: target == .mp4)
    let places = try builder.parallelPlaces(tracks)
    var shortest = Int64.max
    for index in inputs.indices {
      for track in tracks[index] {
        guard let end = try builder.stretches(index, track).map({ $0.end }).max() else { continue }
        shortest = min(shortest, end - places[index].start + places[index].place)
      }
    }
    for index in inputs.indices {
      let (start, place) = places[index]
      for track in tracks[index] {
        let line = builder.addTrack()
        let extent = endsWithShortest ? CompositionBuilder.Extent.part(start..<max(start, start + shortest - place)) : .whole
        try builder.append(index, track, to: line, extent, from: start, at: place)
      }
    }
    var composition = try builder.finish()
    try composition.adoptReferences(inputs, tracks)
    // The first file of which there is a track determines where the others start.
    let lead = tracks.firstIndex { !$0.isEmpty } ?? 0
    for (input, (_, place)) in zip(inputs, places) where place > 0 {
      composition.notes.append("\(input.name): starts at \(seconds(place, builder.clock)), as \(inputs[lead].name) does")
    }
    if endsWithShortest { composition.notes += ["ends at \(seconds(shortest, builder.clock)) with the shortest track"] }
    return composition
  }

  /// Chapters and timecodes that pictures or sound of their file refer to, none of which is taken, are referred to by the first track of
  /// pictures: players ignore them otherwise.
  private mutating func adoptReferences(_ inputs: [MediaInput], _ taken: [[Int]]) throws(MediaError) {
    guard let lead = tracks.firstIndex(where: { $0.kind == .video }) ?? tracks.firstIndex(where: { $0.kind == .audio }),
      blueprints.count == tracks.count
    else { return }
    var line = 0
    for (input, chosen) in zip(inputs, taken) {
      let first = line
      line += chosen.count
      guard let movie = input.reader.movie else { continue }
      var lines: [UInt32: Int] = [:]
      for (place, track) in chosen.enumerated().reversed() { lines[movie.tracks[track].trackID] = first + place }
      // Players follow the references of what they play.
      let isPlayed = Set(chosen.filter { input.reader.tracks[$0].kind == .video || input.reader.tracks[$0].kind == .audio })
      var (tree, wanted, kept) = (movie.tree, [(line: Int, type: FourCC)](), Set<Int>())
      for (other, track) in movie.tracks.enumerated() {
        let references: [TrackReference]
        do { references = try TrackReference.all(of: track.node, in: &tree) } catch { throw .bytes(error) }
        for reference in references where reference.type == "chap" || reference.type == "tmcd" {
          for line in reference.trackIDs.compactMap({ lines[$0] }) where line != lead {
            if isPlayed.contains(other) { kept.insert(line) } else { wanted.append((line, reference.type)) }
          }
        }
      }
      for (line, type) in wanted where kept.insert(line).inserted {
        blueprints[lead].references.append(TrackReference(type: type, trackIDs: [tracks[line].id]))
      }
    }
  }
}
