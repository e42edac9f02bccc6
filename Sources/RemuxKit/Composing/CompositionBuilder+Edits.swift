import BitstreamKit
import MP4Kit

/// The edit lists of composed tracks.
extension CompositionBuilder {
  /// Builds the edit list that shows the stretches of all pieces at their times.
  func edits(_ pieces: [Piece], _ index: Int) -> EditListBox {
    let scale = composition.tracks[index].timescale ?? 1
    var merged: [Stretch] = []
    var lastMediaEnd: Int64 = 0
    for (place, piece) in pieces.enumerated() {
      let part = composition.parts[index][place]
      let (own, shift) = (inputs[piece.input].scale(piece.track), part.shift &+ part.lift)
      for (number, old) in piece.stretches.enumerated() {
        var new = old
        new.media = max(0, CompositionInput.converted(old.media, own, scale) &+ shift)
        if let last = merged.last, !last.isDwell, !new.isDwell {
          let expected = last.media &+ CompositionInput.converted(new.start &- last.start, clock, scale)
          let shownEnd = last.media &+ CompositionInput.converted(last.end &- last.start, clock, scale)
          // A gap may only prolong the last sample of a part.
          let isWhole = new.start == last.end || number == 0 && shownEnd >= lastMediaEnd
          if new.media == expected, new.start >= last.end, isWhole {
            merged[merged.count - 1].end = new.end
            continue
          }
        }
        merged.append(new)
      }
      lastMediaEnd = CompositionInput.converted(piece.mediaEnd, own, scale) &+ shift
    }
    return Self.list(merged, clock, composition.timescale)
  }

  /// The time from the first decoding time of a piece of video to the first picture shown, in units of the composed track's time scale; nil
  /// where pictures before it are hidden, or it is more than reordering takes.
  func delay(of piece: Piece, _ index: Int) -> Int64? {
    let (own, scale) = (inputs[piece.input].scale(piece.track), Int64(composition.tracks[index].timescale ?? 1))
    guard let first = piece.stretches.first, !first.isDwell, first.media <= piece.selection.keyTime,
      composition.tracks[index].kind == .video
    else { return nil }
    let delay = CompositionInput.converted(first.media &- piece.selection.decodeStart, own, UInt32(scale))
    return delay >= 0 && delay <= scale ? delay : nil
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
}
