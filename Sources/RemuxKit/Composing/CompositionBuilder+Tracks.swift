import BitstreamKit
import MP4Kit

/// The composed tracks: time scales, descriptions, sample groups and references.
extension CompositionBuilder {
  /// Completes all tracks that have samples.
  mutating func finish() throws(MediaError) -> MediaComposition {
    lines.removeAll { $0.isEmpty }
    if lines.isEmpty { throw .malformed("there is no sample") }
    composition.isQuickTime = lines[0].first.map { inputs[$0.input].reader.isQuickTime } ?? false
    for pieces in lines { try finish(pieces) }
    let lead = composition.tracks.first { $0.kind == .video } ?? composition.tracks.first
    composition.timescale = Self.common(lead?.timescale ?? 1000, 1000).flatMap { $0 < 1 << 24 ? $0 : nil } ?? lead?.timescale ?? 1000
    if canHide {
      for index in lines.indices {
        let (list, earlier) = edits(lines[index], index)
        composition.blueprints[index].editList = list
        for (place, count) in earlier.enumerated() { composition.parts[index][place].earlierEdits = count }
        composition.blueprints[index].editsAreComplete = true
      }
      mapReferences()
      disableAlternatives()
    }
    return composition
  }

  private mutating func finish(_ pieces: [Piece]) throws(MediaError) {
    guard let lead = pieces.first else { return }
    let index = composition.tracks.count
    var track = inputs[lead.input].reader.tracks[lead.track]
    var scale = inputs[lead.input].scale(lead.track)
    for piece in pieces { scale = Self.common(scale, inputs[piece.input].scale(piece.track)) ?? scale }
    for stretch in pieces.lazy.flatMap({ $0.stretches }) where stretch.fraction > 0 { scale = finer(scale, for: stretch.fraction) }
    // Durations of samples have 32 bits.
    let gap = try longestGap(pieces)
    while scale > 1000, CompositionInput.converted(gap, clock, scale) > Self.longestDuration { scale /= 2 }
    track.index = index
    // With a single input, track IDs are kept.
    if inputs.count > 1 { track.id = UInt32(index + 1) }
    track.timescale = scale
    track.sampleCount = nil
    track.reorderDelay =
      pieces.map { piece in
        CompositionInput.converted(
          inputs[piece.input].reader.tracks[piece.track].reorderDelay, inputs[piece.input].scale(piece.track), scale)
      }.max() ?? 0
    let count = try survey(lead.input, lead.track).count
    let isWhole = pieces.count == 1 && lead.selection.leftOut.isEmpty && lead.selection.count == count && lead.trim == nil
    var descriptions = DescriptionList(isQuickTime: composition.isQuickTime, needsEntries: canHide, keepsRates: isWhole)
    var parts: [MediaComposition.Part] = []
    for piece in pieces {
      var part = MediaComposition.Part(input: piece.input, track: piece.track)
      (part.first, part.end, part.leftOut) = (piece.selection.first, piece.selection.end, piece.selection.leftOut)
      (part.refreshes, part.trim) = (piece.selection.refreshes, piece.trim)
      part.descriptions = try descriptions.add(inputs[piece.input], piece.track, try survey(piece.input, piece.track))
      if let late = piece.openingDelay, let first = piece.stretches.first {
        let time = CompositionInput.converted(first.media, inputs[piece.input].scale(piece.track), scale)
        part.opening = MediaComposition.Opening(
          ordinal: piece.selection.openingOrdinal, late: late, time: time &+ CompositionInput.converted(first.fraction, clock, scale))
      }
      parts.append(part)
    }
    composition.tracks.append(track)
    composition.parts.append(parts)
    composition.descriptions.append(descriptions.descriptions)
    if canHide {
      composition.blueprints.append(try descriptions.blueprint(inputs[lead.input], lead.track, track))
      try group(pieces, index)
      composition.entries.append(descriptions.entries)
    }
    place(pieces, index)
  }

  /// The multiple of a time scale that has a time of the clock, or is fine enough.
  private func finer(_ scale: UInt32, for time: Int64) -> UInt32 {
    var (x, y) = (UInt64(clock), UInt64(time))
    while y != 0 { (x, y) = (y, x % y) }
    if let exact = Self.common(scale, clock / UInt32(x)), exact <= 1_000_000 { return exact }
    return scale < Self.fineScale ? scale * (Self.fineScale / scale + 1) : scale
  }

  /// Disables tracks of later files that are in the alternate group of an enabled track: one track of a group is to be played (ISO/IEC
  /// 14496-12:2022, 8.3.2.3).
  private mutating func disableAlternatives() {
    for (place, pieces) in lines.enumerated() {
      let own = composition.blueprints[place]
      guard own.alternateGroup != 0, own.flags & 1 != 0, let input = pieces.first?.input else { continue }
      let isTaken = lines[..<place].indices.contains { other in
        let blueprint = composition.blueprints[other]
        return lines[other].first?.input != input && blueprint.flags & 1 != 0 && blueprint.alternateGroup == own.alternateGroup
          && blueprint.handler.handlerType == own.handler.handlerType
      }
      if isTaken { composition.blueprints[place].flags &= ~1 }
    }
  }

  /// Makes the references of each track name the tracks made from the same file.
  private mutating func mapReferences() {
    var ids: [Int: [UInt32: UInt32]] = [:]
    for (pieces, track) in zip(lines, composition.tracks) {
      for piece in pieces { ids[piece.input, default: [:]][inputs[piece.input].reader.tracks[piece.track].id] = track.id }
    }
    for (index, pieces) in lines.enumerated() {
      guard let input = pieces.first?.input else { continue }
      composition.blueprints[index].mapReferences { ids[input]?[$0] }
    }
  }

  /// Concatenates the sample groups of the parts. A roll distance common to all samples is stored in the blueprint, because fragments
  /// support it too.
  private mutating func group(_ pieces: [Piece], _ index: Int) throws(MediaError) {
    var groups: [[SampleGrouping]] = []
    for piece in pieces {
      let reader = inputs[piece.input].reader
      guard let movie = reader.movie else {
        groups.append([])
        continue
      }
      groups.append(try SampleGrouping.all(movie.tracks[piece.track], of: movie))
    }
    for type in SampleGrouping.types where groups.contains(where: { $0.contains { $0.type == type } }) {
      var grouping = SampleGrouping(type)
      for (place, piece) in pieces.enumerated() {
        let first = piece.selection.first
        let end = max(first, min(piece.selection.end, try survey(piece.input, piece.track).count))
        grouping.append(groups[place].first { $0.type == type }, first..<end, leftOut: piece.selection.leftOut)
      }
      if let distance = grouping.commonRoll {
        composition.blueprints[index].rollDistance = distance
      } else {
        do { composition.blueprints[index].furtherTableBoxes += try grouping.boxes() } catch { throw .unsupported(error.description) }
      }
    }
  }

  /// The longest duration of a sample, in units of a track's time scale. A gap that is no longer prolongs the sample before it, sound too,
  /// because fragments have no further edits; a longer one is left to the edit list.
  static let longestDuration = Int64(Int32.max)

  /// The longest time without samples, in units of the clock.
  private func longestGap(_ pieces: [Piece]) throws(MediaError) -> Int64 {
    var (longest, end): (Int64, Int64?) = (0, nil)
    for piece in pieces {
      longest = max(longest, ticks(try survey(piece.input, piece.track).gaps.longest, inputs[piece.input].scale(piece.track)))
      if let end, let first = piece.stretches.first { longest = max(longest, first.start - end) }
      end = piece.stretches.last?.end ?? end
    }
    return longest
  }
}
