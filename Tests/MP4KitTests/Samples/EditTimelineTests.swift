import BitstreamKit
import MP4Kit
import Testing

/// The first segment that contains a time, by linear search.
private func searched(_ timeline: EditTimeline, _ time: Int64) -> (time: Int64, isShown: Bool) {
  var first: Int64?
  for segment in timeline.segments {
    guard let media = segment.mediaTime,
      let start = MediaTime(value: Int64(segment.start), timescale: timeline.movieTimescale)?.value(in: timeline.mediaTimescale)
    else { continue }
    if first == nil { first = start + time - media }
    if time < media { continue }
    guard let duration = segment.duration else { return (start + time - media, true) }
    let length = MediaTime(value: Int64(duration), timescale: timeline.movieTimescale)?.value(in: timeline.mediaTimescale, rounding: .up)
    if let length, time - media < length { return (start + time - media, true) }
  }
  return (first ?? time, false)
}

@Test(arguments: 0..<60 as Range<UInt64>) func theFirstSegmentThatHoldsATimeShowsIt(seed: UInt64) {
  var generator = Generator(seed: seed)
  var list = EditListBox()
  list.entries = PackedTable(
    (0..<generator.upTo(12)).map { _ in
      var entry = EditListBox.Entry()
      entry.editDuration = UInt64(generator.upTo(40))
      entry.mediaTime = Int64(generator.upTo(100)) - 10
      entry.mediaRateInteger = Int16(generator.upTo(1))
      return entry
    }, layout: list.entries.layout)
  for scale in [10, 30, 1000] as [UInt32] {
    let timeline = EditTimeline(list, movieTimescale: 30, mediaTimescale: scale)
    for time in Int64(-20)..<200 {
      if timeline.segments.isEmpty { continue }
      let (found, wanted) = (timeline.presentation(of: time), searched(timeline, time))
      #expect(found.time == wanted.time && found.isShown == wanted.isShown, "\(time) of \(timeline.segments)")
    }
  }
}

/// What is shown at a time is presented at that time.
@Test(arguments: 0..<60 as Range<UInt64>) func compositionTimesAreThoseThatAreShown(seed: UInt64) {
  var generator = Generator(seed: seed)
  var list = EditListBox()
  list.entries = PackedTable(
    (0..<generator.upTo(12)).map { index in
      var entry = EditListBox.Entry()
      entry.editDuration = UInt64(1 + generator.upTo(40))
      // No media is shown twice.
      entry.mediaTime = generator.upTo(3) == 0 ? -1 : Int64(index * 1000 + generator.upTo(100))
      entry.mediaRateInteger = Int16(generator.upTo(5) > 0 ? 1 : 0)
      return entry
    }, layout: list.entries.layout)
  for scale in [30, 300] as [UInt32] {
    let timeline = EditTimeline(list, movieTimescale: 30, mediaTimescale: scale)
    if timeline.segments.isEmpty { continue }
    let end = Int64(timeline.duration ?? 0) * Int64(scale) / 30
    #expect(timeline.compositionTime(at: -1) == nil && timeline.compositionTime(at: end) == nil)
    for time in 0..<end {
      let segment = timeline.segments.last { Int64($0.start) * Int64(scale) / 30 <= time }
      guard let media = timeline.compositionTime(at: time) else {
        #expect(segment?.mediaTime == nil, "\(time) of \(timeline.segments)")
        continue
      }
      if segment?.isDwell == true {
        #expect(media == segment?.mediaTime)
      } else {
        #expect(timeline.presentation(of: media) == (time, true), "\(time) of \(timeline.segments)")
      }
    }
  }
}
