import BitstreamKit
import MP4Kit

extension MediaReader {
  /// The time that a movie's edit list adds to the times of a track's samples: its initial delay less the media cut off at its start. It
  /// holds up to the end of the first edit that shows media; `timeline(of:)` has the others. Zero without an edit list, for other containers,
  /// and if there is no such track.
  ///
  /// ISO/IEC 14496-12, 8.6.6.
  /// - Parameter track: the index of the track.
  public func timelineShift(of track: Int) -> MediaTime {
    guard let timeline = timeline(of: track), let segment = timeline.segments.first(where: { $0.mediaTime != nil }),
      let mediaTime = segment.mediaTime
    else { return .zero }
    let start = MediaTime(value: Int64(clamping: segment.start), timescale: timeline.movieTimescale) ?? .zero
    return MediaTime(value: mediaTime, timescale: timeline.mediaTimescale).flatMap { start.nearlySubtracting($0) } ?? .zero
  }

  /// The amount by which containers without negative composition offsets delay all presentation times of a track, in units of its time
  /// scale: its `reorderDelay`, or what the first samples need.
  func presentationDelay(of track: Int) throws(MediaError) -> Int64 {
    var delay = tracks[track].reorderDelay
    if delay != 0 || tracks[track].kind != .video { return delay }
    var reader = traits.isIndexed ? try reopened(track: track) : uncorrected()
    var looked = 0
    while looked < 1024, let sample = try reader.next() {
      looked += 1
      if sample.track == track { delay = max(delay, sample.decodeTime &- sample.presentationTime) }
    }
    return delay
  }

  /// The time at which a track's edit list first shows media.
  func timelineDelay(of track: Int) -> MediaTime {
    guard let timeline = timeline(of: track), let segment = timeline.segments.first(where: { $0.mediaTime != nil }) else { return .zero }
    return MediaTime(value: Int64(clamping: segment.start), timescale: timeline.movieTimescale) ?? .zero
  }

  /// The time at which a track first shows its first sample; nil without a sample, or beyond 64 bits.
  func firstShown(_ track: Int, _ sample: MediaSample?) -> MediaTime? {
    let own = sample.flatMap { MediaTime(value: $0.presentationTime, timescale: tracks[track].timescale ?? 1) }
    guard let time = own?.nearlyAdding(timelineShift(of: track)) else { return nil }
    // Media cut off by an edit list is not shown.
    return isCut(track) ? max(time, timelineDelay(of: track)) : time
  }

  /// The tracks whose earliest start is time 0 of a copy of the tracks `wanted`: these, and all video and audio tracks, so that copies of
  /// single tracks stay in sync.
  func timedTracks(with wanted: [Int]) -> [Int] {
    tracks.indices.filter { wanted.contains($0) || tracks[$0].timescale != nil && [.video, .audio].contains(tracks[$0].kind) }
  }

  /// Whether a track has an edit list.
  func isCut(_ track: Int) -> Bool { timeline(of: track) != nil }

  /// Whether a track's edit list has several parts that show media.
  func isCutUp(_ track: Int) -> Bool { editCount(of: track) > 1 }

  /// Number of edits of a track that show media.
  func editCount(of track: Int) -> Int { (timeline(of: track)?.segments ?? []).count { $0.mediaTime != nil } }
}

extension MediaTime {
  /// The sum, exact where a time scale of 32 bits holds it, else to a microsecond; nil where 64 bits do not hold it.
  ///
  /// Two common time scales may have none in common: 10,000,000 and 44,100.
  func nearlyAdding(_ other: MediaTime) -> MediaTime? {
    if let sum = adding(other) { return sum }
    guard let a = value(in: 1_000_000), let b = other.value(in: 1_000_000) else { return nil }
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : MediaTime(value: sum, timescale: 1_000_000)
  }

  /// The difference, exact or to a microsecond.
  func nearlySubtracting(_ other: MediaTime) -> MediaTime? {
    let (negated, overflow) = (0 as Int64).subtractingReportingOverflow(other.value)
    return overflow ? nil : MediaTime(value: negated, timescale: other.timescale).flatMap(nearlyAdding)
  }
}

extension TrackBlueprint {
  /// Adapts the edit list to samples that are presented `time` later, which gets one if it has none.
  mutating func delayMedia(by time: Int64) {
    var list = EditListBox()
    if let old = editList {
      list = old
      list.entries = PackedTable(layout: old.entries.layout)
      for var entry in old.entries {
        if entry.mediaTime >= 0 { entry.mediaTime &+= time }
        list.entries.append(entry)
      }
    } else {
      var entry = EditListBox.Entry()
      // Up to the end of the media.
      (entry.editDuration, entry.mediaTime) = (0, time)
      list.entries = PackedTable([entry], layout: 1)
    }
    editList = list
  }

  /// Lets the first edit begin at the start of an empty one before it, for fragments, which can start late: CMAF has no empty edits, and
  /// browsers ignore them. Not if the edit hides more media before it than priming of sound.
  /// - Parameter first: the presentation time of the first sample.
  /// - Returns: the time by which all samples are to be later, in units of the track's time scale.
  mutating func removeEmptyStart(before first: Int64, _ kind: MediaKind, _ movieTimescale: UInt32) -> Int64 {
    guard let entries = editList?.entries, entries.count > 1, entries[0].mediaTime < 0, entries[1].mediaTime >= 0,
      entries[1].mediaRateInteger == 1,
      let empty = MediaTime(value: Int64(clamping: entries[0].editDuration), timescale: max(1, movieTimescale))?.value(in: timescale),
      let longest = MediaTime(milliseconds: kind == .audio ? EditedMedia.longestPriming : 0).value(in: timescale),
      entries[1].mediaTime &- first <= longest
    else { return 0 }
    let late = max(0, empty &- entries[1].mediaTime)
    var kept = PackedTable<EditListBox.Entry>(layout: editList?.entries.layout ?? 1)
    for (index, old) in entries.enumerated().dropFirst() {
      var entry = old
      if index == 1 {
        entry.mediaTime = max(0, entry.mediaTime &- empty)
        if entry.editDuration > 0 { entry.editDuration = entry.editDuration.addingReportingOverflow(entries[0].editDuration).partialValue }
      } else if entry.mediaTime >= 0 {
        entry.mediaTime = entry.mediaTime.addingReportingOverflow(late).partialValue
      }
      kept.append(entry)
    }
    let isWhole = kept.count == 1 && kept[0].mediaTime == 0 && !editsAreComplete
    if isWhole { editList = nil } else { editList?.entries = kept }
    return late
  }

  /// Adapts the edit list to samples whose times are reduced by `time`. A first edit that begins before them is empty until they begin.
  /// - Parameter first: the presentation time of the first sample after that.
  mutating func moveEdits(by time: Int64, movieTimescale: UInt32, first: Int64) {
    guard var list = editList else { return }
    var (entries, isFirst) = (PackedTable<EditListBox.Entry>(layout: list.entries.layout), true)
    for old in list.entries {
      var entry = old
      if entry.mediaTime >= 0 {
        entry.mediaTime = entry.mediaTime &- time
        let late = isFirst ? max(0, first &- entry.mediaTime) : 0
        isFirst = false
        let empty = UInt64(max(0, MediaTime(value: late, timescale: max(1, timescale))?.value(in: movieTimescale) ?? 0))
        if empty > 0, entry.mediaRateInteger == 1, entry.editDuration == 0 || entry.editDuration > empty {
          var gap = entry
          (gap.mediaTime, gap.editDuration) = (-1, empty)
          entries.append(gap)
          entry.mediaTime = first
          if entry.editDuration > 0 { entry.editDuration -= empty }
        }
        entry.mediaTime = max(0, entry.mediaTime)
      }
      entries.append(entry)
    }
    list.entries = entries
    editList = list
  }
}
