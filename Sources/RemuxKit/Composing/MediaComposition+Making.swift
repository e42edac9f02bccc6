import BitstreamKit

extension MediaComposition {
  /// A part of a file.
  ///
  /// An MP4 shows exactly what lies between `from` and `to`, by edit lists, unless `onKeyPictures` is asked for. Other targets hold whole
  /// groups of pictures of the first track of video: nothing can be hidden there.
  /// - Parameters:
  ///   - tracks: the indices of the tracks; what is shown first in any of them is time 0.
  ///   - from: nil for the beginning.
  ///   - to: nil for the end.
  /// - Throws: where there is nothing between the two, or the file cannot be read.
  public static func cutting(
    _ input: MediaInput, tracks: [Int], from: MediaTime?, to: MediaTime?, onKeyPictures: Bool, for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition {
    let canHide = target == .mp4
    var builder = try CompositionBuilder([input], [tracks], canHide: canHide)
    let span = try builder.span(0, tracks)
    let wanted = try range(from, to, of: span, builder.clock)
    var shown = wanted
    var group: CompositionBuilder.Stretch?
    let lead = tracks.first { input.reader.tracks[$0].kind == .video }
    if let lead, onKeyPictures || !canHide {
      guard let found = try builder.groups(0, lead, wanted) else { throw .unsupported("there is no picture in that part") }
      (shown, group) = (found.shown, found.stretch)
    }
    var notes: [String] = []
    for track in tracks {
      let line = builder.addTrack()
      let isLead = track == lead && group != nil
      let manner = isLead ? group.map { CompositionBuilder.Manner.groups($0) } ?? .part(shown) : .part(shown)
      let selection = try builder.append(0, track, to: line, manner, from: shown.lowerBound, at: 0)
      notes.append(note(track, input.reader.tracks[track], selection))
    }
    var composition = try builder.finish()
    let clock = builder.clock
    composition.notes = [
      "kept \(seconds(shown.lowerBound - span.lowerBound, clock)) to \(seconds(shown.upperBound - span.lowerBound, clock))"
        + (shown == wanted ? "" : ", which are whole groups of pictures")
    ]
    composition.notes += notes
    return composition
  }

  private static func range(
    _ from: MediaTime?, _ to: MediaTime?, of span: Range<Int64>, _ clock: UInt32
  ) throws(MediaError) -> Range<Int64> {
    func place(_ time: MediaTime?) -> Int64? {
      time?.value(in: clock).flatMap { value in
        let (sum, overflow) = span.lowerBound.addingReportingOverflow(value)
        return overflow ? nil : sum
      }
    }
    let start = max(span.lowerBound, place(from) ?? span.lowerBound)
    let end = min(span.upperBound, place(to) ?? span.upperBound)
    if start >= span.upperBound {
      throw .unsupported("the file has \(seconds(span.upperBound - span.lowerBound, clock)), and nothing behind that")
    }
    if start >= end { throw .unsupported("there is nothing between the two times") }
    return start..<end
  }

  private static func note(_ index: Int, _ track: MediaTrack, _ selection: SampleSelection?) -> String {
    guard let selection else { return "track \(index), \(track.kind.name): nothing" }
    var text = "track \(index), \(track.kind.name): \(selection.count) samples"
    if selection.hidden > 0 { text += ", \(selection.hidden) of them decoded and not shown" }
    if !selection.leftOut.isEmpty { text += "; \(selection.leftOut.count) leading pictures left out, which refer to what was cut off" }
    return text
  }

  /// A time of the clock as people write it.
  static func seconds(_ time: Int64, _ clock: UInt32) -> String {
    let thousandths = CompositionInput.converted(time, clock, 1000)
    let fraction = String(thousandths.magnitude % 1000)
    let sign = thousandths < 0 ? "-" : ""
    return "\(sign)\(thousandths.magnitude / 1000)." + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction + "s"
  }

  /// Files one behind the other. Each begins when the longest track of the one before has ended.
  /// - Parameters:
  ///   - tracks: the indices of the first file's tracks; of other files the tracks of the same kind go there, in their order.
  /// - Throws: where files do not go together, with the reason.
  public static func joining(
    _ inputs: [MediaInput], tracks: [Int], for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition {
    var lines: [[Int]] = []
    var (notes, findings): ([String], [String]) = ([], [])
    for input in inputs {
      let found = try matching(input, tracks, inputs[0])
      lines.append(found)
      let further = input.reader.tracks.filter { !found.contains($0.index) && lines.count > 1 }
      for track in further { notes.append("\(input.name): track \(track.index), \(track.codec.name), has no track to go to") }
    }
    var builder = try CompositionBuilder(inputs, lines, canHide: target == .mp4)
    for _ in tracks { _ = builder.addTrack() }
    var place: Int64 = 0
    for (index, input) in inputs.enumerated() {
      let span = try builder.span(index, lines[index])
      for (line, track) in lines[index].enumerated() {
        let selection = try builder.append(index, track, to: line, .whole, from: span.lowerBound, at: place)
        if let left = selection?.leftOut.count, left > 0 {
          notes.append("\(input.name): \(left) leading pictures left out, which refer to what is not there")
        }
      }
      if index > 0, let finding = try joint(input, lines[index]) { findings.append(finding) }
      notes.append("\(input.name): from \(seconds(place, builder.clock)) on")
      place += span.upperBound - span.lowerBound
      if place >= TrackSurvey.farthest { throw .unsupported("together the files are longer than can be reckoned with") }
    }
    var composition = try builder.finish()
    composition.notes = notes
    composition.findings += findings
    try composition.checkDescriptions(for: target)
    return composition
  }

  /// What a decoder may stumble over where a file begins behind another: a first picture that does not begin a sequence of its own.
  private static func joint(_ input: MediaInput, _ tracks: [Int]) throws(MediaError) -> String? {
    for index in tracks {
      let track = input.reader.tracks[index]
      guard track.codec == .h264 || track.codec == .hevc else { continue }
      var walk = try TrackWalk(input, index)
      guard let first = try walk.next() else { continue }
      var finder = SliceTypeFinder(input.source, track)
      let type = try finder.firstSliceType(of: first.sample)
      if track.codec == .hevc, type == 21 {
        return
          "\(input.name) begins with a CRA picture: behind another file a decoder counts its pictures on from those, which may be wrong"
      }
      if track.codec == .h264, type != 5 {
        return "\(input.name) does not begin with an IDR picture: behind another file its first pictures may refer to those"
      }
    }
    return nil
  }

  /// The tracks of a file that go where those of the first one do.
  private static func matching(_ input: MediaInput, _ tracks: [Int], _ first: MediaInput) throws(MediaError) -> [Int] {
    var found: [Int] = []
    for index in tracks {
      let kind = first.reader.tracks[index].kind
      guard let match = input.reader.tracks.first(where: { $0.kind == kind && !found.contains($0.index) }) else {
        throw .unsupported("\(input.name) has no track of \(kind.name) to go behind track \(index) of \(first.name)")
      }
      found.append(input.name == first.name && input.reader.tracks.count == first.reader.tracks.count ? index : match.index)
    }
    return found
  }

  private func checkDescriptions(for target: Remuxer.Target) throws(MediaError) {
    for track in tracks where descriptions[track.index].count > 1 {
      if target == .adts {
        throw .unsupported("the files' sound is configured differently, which a stream of ADTS cannot change in the middle")
      }
    }
  }

  /// All that is whole of a file.
  /// - Parameter leavesOutLast: whether nobody can tell if the last sample of a track is.
  public static func recovering(
    _ input: MediaInput, leavesOutLast: Bool, for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition {
    let tracks = Array(input.reader.tracks.indices)
    var builder = try CompositionBuilder([input], [tracks], canHide: target == .mp4)
    let start = try builder.origin(0, tracks)
    var notes: [String] = []
    for track in tracks {
      let line = builder.addTrack()
      let selection = try builder.append(0, track, to: line, leavesOutLast ? .butLast : .whole, from: start, at: 0)
      notes.append(note(track, input.reader.tracks[track], selection))
    }
    if leavesOutLast { notes.append("the last picture is left out: nobody can tell whether it is whole") }
    var composition = try builder.finish()
    composition.notes = notes
    return composition
  }

  /// What is wrong with a file that is known to be broken is no more than news.
  public mutating func tellFindingsAsNotes() {
    notes += findings
    findings = []
    isRecovery = true
  }

  /// Tracks of several files side by side.
  /// - Parameters:
  ///   - tracks: of each file, the indices of the tracks that are wanted of it.
  ///   - endsWithShortest: whether everything ends when the shortest track does.
  public static func merging(
    _ inputs: [MediaInput], tracks: [[Int]], endsWithShortest: Bool = false, for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition {
    var builder = try CompositionBuilder(inputs, tracks, canHide: target == .mp4)
    var origins: [Int64] = []
    var shortest = Int64.max
    for index in inputs.indices {
      let origin = tracks[index].isEmpty ? 0 : try builder.origin(index, tracks[index])
      origins.append(origin)
      for track in tracks[index] {
        shortest = min(shortest, (try builder.stretches(index, track).map { $0.end }.max() ?? origin) - origin)
      }
    }
    for index in inputs.indices {
      let start = origins[index]
      for track in tracks[index] {
        let line = builder.addTrack()
        let manner = endsWithShortest ? CompositionBuilder.Manner.part(start..<start + shortest) : .whole
        try builder.append(index, track, to: line, manner, from: start, at: 0)
      }
    }
    var composition = try builder.finish()
    if endsWithShortest { composition.notes = ["ends at \(seconds(shortest, builder.clock)) with the shortest track"] }
    return composition
  }
}
