import BitstreamKit
import MP4Kit

/// The times and edit lists of composed tracks.
extension CompositionBuilder {
  /// Builds the edits that show the stretches of all pieces at their times, and counts those that begin before each piece.
  func edits(_ pieces: [Piece], _ index: Int) -> (list: EditListBox, earlier: [Int]) {
    let scale = composition.tracks[index].timescale ?? 1
    var (edits, earlier): ([Stretch], [Int]) = ([], [])
    var lastPiece: ShownPiece?
    for (place, piece) in pieces.enumerated() {
      earlier.append(edits.count)
      let shown = ShownPiece(piece, composition.parts[index][place], inputs[piece.input].scale(piece.track), scale)
      for (number, old) in piece.stretches.enumerated() {
        var edit = old
        edit.media = max(0, shown.time(old.media) &+ CompositionInput.converted(old.fraction, clock, scale))
        guard let last = edits.last, !last.isDwell, !edit.isDwell else {
          edits.append(edit)
          continue
        }
        var joint = EditJoint(last, edit, scale: scale, clock: clock)
        let isOneEdit = number == 0 ? joinPieces(&joint, lastPiece, shown) : joint.isInStep && joint.gap == 0
        edits[edits.count - 1] = joint.before
        if isOneEdit { edits[edits.count - 1].end = edit.end } else { edits.append(joint.after) }
      }
      lastPiece = shown
    }
    return (Self.list(edits, clock, composition.timescale), earlier)
  }

  /// A piece with the media times that its part has in the composed track.
  private struct ShownPiece {
    let piece: Piece
    private let part: MediaComposition.Part
    private let own: UInt32
    private let scale: UInt32

    init(_ piece: Piece, _ part: MediaComposition.Part, _ own: UInt32, _ scale: UInt32) {
      (self.piece, self.part, self.own, self.scale) = (piece, part, own, scale)
    }

    /// A presentation time of the source in the composed track.
    func time(_ time: Int64) -> Int64 { length(time) &+ part.shift &+ part.lift }

    /// A duration of the source in units of the composed track.
    func length(_ time: Int64) -> Int64 { CompositionInput.converted(time, own, scale) }
  }

  /// Moves the end of the last edit of a piece and the start of the first one of the next piece to where players show both as they should.
  /// - Returns: whether one edit shows both.
  private func joinPieces(_ joint: inout EditJoint, _ before: ShownPiece?, _ after: ShownPiece) -> Bool {
    let isFree = before.map { joint.gap >= 0 && isNearlyOver(joint, $0) } ?? false
    if joint.isInStep, joint.gap == 0 || isFree && canSpan(after.piece) { return true }
    if isFree, after.time(after.piece.selection.firstTime) >= joint.expected { joint.closeGap() }
    if joint.gap == 0, let rest = restOfFrame(before: after.piece) {
      joint.move(media: after.length(rest), time: ticks(rest, inputs[after.piece.input].scale(after.piece.track)))
    }
    return false
  }

  /// The longest media that a gap may show although it is hidden.
  private static var longestHidden: MediaTime { MediaTime(milliseconds: 100) }

  /// Whether the last edit of a piece may go on after its end into a gap, which prolongs the last sample: FFmpeg and browsers play the start of
  /// the track where there is nothing between two edits. The gap then shows the rest of a sample, or pictures that were decoded before the last
  /// one shown.
  private func isNearlyOver(_ joint: EditJoint, _ shown: ShownPiece) -> Bool {
    let (lastStart, lastEnd) = (shown.time(shown.piece.selection.lastTime), shown.time(shown.piece.mediaEnd))
    let hidden = MediaTime(value: lastStart &- joint.shownEnd, timescale: joint.scale) ?? .zero
    return joint.shownEnd >= lastEnd || hidden < Self.longestHidden
  }

  /// The longest part of a frame of sound that is heard though it is hidden, so that an edit begins with a frame.
  private static var longestRest: MediaTime { MediaTime(milliseconds: 10) }

  /// What a piece of sound hides of the frame in which it begins, as the priming of AC-3 or Opus, in units of its time scale; nil if nothing, or
  /// much of it. FFmpeg leaves out such a frame of a further edit, and not its time: the rest would be early by the frame.
  private func restOfFrame(before piece: Piece) -> Int64? {
    let track = inputs[piece.input].reader.tracks[piece.track]
    guard track.kind == .audio, piece.hidesStart, let first = piece.stretches.first,
      let frame = try? survey(piece.input, piece.track).first?.duration, frame > 1
    else { return nil }
    let rest = (first.media &- piece.selection.firstTime) % Int64(frame)
    return rest > 0 && track.time(rest) <= Self.longestRest ? rest : nil
  }

  /// Whether one edit may show a gap and the piece after it: priming of sound may be heard in the gap, but pictures from which decoding begins
  /// are not to be seen.
  private func canSpan(_ piece: Piece) -> Bool {
    guard piece.hidesStart, let first = piece.stretches.first else { return true }
    let track = inputs[piece.input].reader.tracks[piece.track]
    return track.kind == .audio && track.time(first.media &- piece.selection.keyTime) <= Self.longestHidden
  }

  /// The time from the decoding of the first picture that a piece of video shows to the start of its presentation, in units of the piece's
  /// time scale; nil if it is more than reordering takes. FFmpeg takes it to be that of the first piece.
  private func delay(of piece: Piece) -> Int64? {
    let track = inputs[piece.input].reader.tracks[piece.track]
    guard let first = piece.stretches.first, !first.isDwell, track.kind == .video else { return nil }
    guard let decodeTime = piece.hidesStart ? piece.shownDecodeTime : piece.selection.decodeStart else { return nil }
    let (delay, second) = (first.media &- decodeTime, Int64(inputs[piece.input].scale(piece.track)))
    return delay >= (piece.hidesStart ? -second : 0) && delay <= second ? delay : nil
  }

  /// Whether FFmpeg shows the last piece of a line of video late or early: one that begins with pictures that are decoded and not shown, and
  /// whose delay is not known.
  func isDisplaced(_ line: Int) -> Bool {
    guard let piece = lines[line].last, piece.hidesStart else { return false }
    return inputs[piece.input].reader.tracks[piece.track].kind == .video && delay(of: piece) == nil
  }

  private static func list(_ stretches: [Stretch], _ clock: UInt32, _ timescale: UInt32) -> EditListBox {
    var list = EditListBox()
    list.version = 1
    var entries = PackedTable<EditListBox.Entry>(layout: 1)
    var end: Int64 = 0
    for stretch in stretches {
      let start = max(end, CompositionInput.converted(stretch.start, clock, timescale))
      if start > end {
        var empty = EditListBox.Entry()
        (empty.editDuration, empty.mediaTime) = (UInt64(start - end), -1)
        entries.append(empty)
      }
      end = max(start, CompositionInput.converted(stretch.end, clock, timescale))
      var entry = EditListBox.Entry()
      (entry.editDuration, entry.mediaTime) = (UInt64(end - start), stretch.media)
      if stretch.isDwell { entry.mediaRateInteger = 0 }
      if end > start { entries.append(entry) }
    }
    list.entries = entries
    return list
  }

  /// Fills the time after a part where its last sample cannot be prolonged: text ends, uncompressed sound is silent.
  private mutating func fill(_ index: Int, _ place: Int, from start: Int64, _ gap: Int64) {
    let (track, part) = (composition.tracks[index], composition.parts[index][place])
    if track.codec.isStillText { composition.parts[index][place].filling = GapFilling(start: start, step: 0, count: 1) }
    guard track.codec.isUncompressedSound, let scale = track.timescale, gap <= Int64(scale) * Self.longestSilence,
      let period = try? survey(part.input, part.track).first?.duration
    else { return }
    let step = CompositionInput.converted(Int64(period), inputs[part.input].scale(part.track), scale)
    if step > 0 { composition.parts[index][place].filling = GapFilling(start: start, step: step, count: UInt64(gap / step)) }
  }

  /// The longest silence between parts of uncompressed sound, in seconds: each sampling period of it is a sample.
  private static var longestSilence: Int64 { 10 }

  /// Sets the time shift of each part. Pictures of parts whose reordering takes less time are presented later after their decoding time, so
  /// that one edit shows all parts, and FFmpeg shows those of further edits in time; by less where the part before is decoded for longer than
  /// it is shown. A part whose first pictures would come before pictures hidden at the end of the part before has an edit of its own, and no
  /// lesser delay: FFmpeg takes it to be that of the first part.
  mutating func place(_ pieces: [Piece], _ index: Int) {
    let scale = composition.tracks[index].timescale ?? 1
    var cursor: Int64 = 0
    /// Media time minus timeline time at the end of the preceding part.
    var relation: Int64?
    /// The latest presentation time of the preceding part, and the end of its last edit in media time and on the timeline.
    var latest: (picture: Int64, edit: Int64, end: Int64)?
    let delays = pieces.map { piece in
      delay(of: piece).map { CompositionInput.converted($0, inputs[piece.input].scale(piece.track), scale) }
    }
    let longest = canHide && pieces.count > 1 ? delays.compactMap { $0 }.max() : nil
    for (place, piece) in pieces.enumerated() {
      let own = inputs[piece.input].scale(piece.track)
      guard let first = piece.stretches.first, let last = piece.stretches.last else { continue }
      var lift = delays[place].flatMap { own in longest.map { $0 - own } } ?? 0
      var media = CompositionInput.converted(first.media, own, scale) &+ lift
      let start = CompositionInput.converted(first.start, clock, scale)
      let (decodeStart, decodeEnd) = (
        CompositionInput.converted(piece.selection.decodeStart, own, scale),
        CompositionInput.converted(piece.selection.decodeEnd, own, scale)
      )
      var shift = start &- media
      if canHide {
        // Media time continues in step with the timeline if possible; the last sample before a gap is then shown longer.
        var wanted = relation.map { start &+ $0 &- media } ?? -decodeStart
        var overlap: Int64 = 0
        let empty = CompositionInput.converted(max(0, first.start &- (latest?.end ?? first.start)), clock, scale)
        // Sound goes on in step if nothing is hidden, or its priming fits into the gap.
        let isInStep = empty == 0 || !piece.hidesStart || canSpan(piece) && decodeStart &+ wanted >= cursor
        if let latest, composition.tracks[index].kind == .video || !isInStep {
          // Hidden samples come after all that the edit before shows, to which the gap is added.
          let free = piece.hidesStart ? max(latest.picture &+ 1, latest.edit &+ empty) : latest.picture &+ 1
          overlap = free &- (CompositionInput.converted(piece.selection.firstTime, own, scale) &+ lift &+ wanted)
          // By more than rounding.
          if overlap > 0 { wanted &+= overlap &+ 1 }
        }
        var gap = decodeStart &+ wanted &- cursor
        if gap < 0, overlap <= 0, lift &+ gap >= 0 {
          (lift, media, wanted, gap) = (lift &+ gap, media &+ gap, wanted &- gap, 0)
        }
        if place > 0, gap > 0, gap <= Self.longestDuration { fill(index, place - 1, from: cursor, gap) }
        shift = gap >= 0 && gap <= Self.longestDuration ? wanted : cursor &- decodeStart
        cursor = decodeEnd &+ shift
        let lastStart = CompositionInput.converted(last.media, own, scale) &+ lift &+ shift
        relation = lastStart &- CompositionInput.converted(last.start, clock, scale)
        latest = (
          CompositionInput.converted(piece.selection.lastTime, own, scale) &+ lift &+ shift,
          lastStart &+ CompositionInput.converted(last.end &- last.start, clock, scale), last.end
        )
      }
      (composition.parts[index][place].shift, composition.parts[index][place].lift) = (shift, lift)
    }
    if let piece = pieces.last, let edit = latest?.edit { close(piece, index, scale, from: cursor, to: edit) }
  }

  /// Prolongs the last sample in decoding order where the media would end before the last edit of video: a picture can be shown for longer
  /// than it is decoded, until another one that the part does not have.
  private mutating func close(_ piece: Piece, _ index: Int, _ scale: UInt32, from decodeEnd: Int64, to end: Int64) {
    guard composition.tracks[index].kind == .video, let place = composition.parts[index].indices.last,
      let count = try? survey(piece.input, piece.track).count
    else { return }
    let part = composition.parts[index][place]
    let shownEnd = CompositionInput.converted(piece.selection.shownEnd, inputs[piece.input].scale(piece.track), scale)
    // A millisecond may come from rounding.
    if end &- (shownEnd &+ part.shift &+ part.lift) <= Int64(scale / 1000) { return }
    var last = min(part.end, count) &- 1
    while last > part.first, part.leftOut.contains(last) { last -= 1 }
    composition.parts[index][place].closing = (last, max(0, end &- decodeEnd))
  }
}
