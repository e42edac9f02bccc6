import BitstreamKit

extension MovieWriter {
  /// Writes the samples that wait, and what completes the file.
  func finishFragments() throws(MediaError) {
    try pumpFragments(after: leadTrack)
    try writeFragments(before: nil)
    if case .hybrid = layout { return try becomePlain() }
    if fragmentOptions.writesRandomAccessIndex { try putRandomAccessIndex() }
    if let index = fragments.index { try fillIndex(index) }
    if let place = fragments.durationAt {
      let box: [UInt8]
      do { box = try MovieMuxer.fragmentDuration(movieDuration()) } catch { throw fail(error) }
      try replace(at: place, box)
    }
  }

  /// Makes one plain movie of a file of fragments.
  ///
  /// The `moov` is written behind the fragments, inside of a box of no use: the file is one of fragments still. The header of that box
  /// then becomes the last eight bytes of the media data, by the one write of sixteen bytes that makes all before the `moov` media data.
  private func becomePlain() throws(MediaError) {
    do { for (index, track) in tracks.enumerated() { try describe(track, index) } } catch { throw fail(error) }
    guard let muxer else { return }
    let boxes: BoxBuilder
    do { boxes = try muxer.end(mediaDataAt: 0) } catch { throw fail(error) }
    guard boxes.byteCount < 0xFFFF_FFF0 else {
      findings.append("the moov takes \(boxes.byteCount) bytes, more than a box can say: the movie stays one of fragments")
      return
    }
    let end = byteCount + 8
    try put(BoxHeader("free", size: UInt64(boxes.byteCount + 8)).encoded)
    try put(boxes)
    do { try output.synchronize?() } catch { throw fail(error) }
    let place = fragments.mediaHeaderAt
    try replace(at: place, BoxHeader("mdat", size: end - place, form: .large).encoded)
  }

  /// In units of the movie, from the start of the session.
  private func movieDuration() -> UInt64 {
    var longest: UInt64 = 0
    let scale = muxer?.movie.timescale ?? 1000
    for track in tracks {
      let end = track.end + (track.firstComposition - (track.firstDecode ?? track.firstComposition))
      let value = MediaTime(value: max(0, end), timescale: max(1, track.timescale))?.value(in: scale) ?? 0
      longest = max(longest, UInt64(max(0, value)))
    }
    return longest
  }

  // MARK: - Indices

  /// `mfra`: behind the last fragment, found from the end of the file by its last four bytes.
  private func putRandomAccessIndex() throws(MediaError) {
    var builder = BoxBuilder()
    do {
      try builder.box("mfra") { (builder) throws(SyntaxError) in
        for (index, track) in tracks.enumerated() where track.settings.format.isVideo {
          try builder.box(fragments.accesses[index].box(track.id))
        }
        var end = MovieFragmentRandomAccessOffsetBox()
        end.parentSize = UInt32(truncatingIfNeeded: builder.byteCount + 16)
        try builder.box(end)
      }
    } catch { throw fail(error) }
    try put(builder.bytes)
  }

  private func fillIndex(_ index: FragmentIndex) throws(MediaError) {
    let box: [UInt8]
    let lead = tracks[leadTrack]
    do { box = try index.filled(of: lead.id, timescale: lead.timescale) } catch { throw fail(error) }
    try replace(at: index.place, box)
  }
}

/// The sync samples of a track that begin fragments.
struct RandomAccessTable {
  private var times: [(time: UInt64, place: UInt64, traf: UInt32, sample: UInt32)] = []

  /// Adds the first sync sample of a fragment, counted from 0.
  mutating func add(_ sync: (sample: Int, time: Int64), at place: UInt64, traf: Int) {
    times.append((UInt64(max(0, sync.time)), place, UInt32(truncatingIfNeeded: traf), UInt32(truncatingIfNeeded: sync.sample + 1)))
  }

  /// The `tfra` of a track.
  func box(_ trackID: UInt32) -> TrackFragmentRandomAccessBox {
    var box = TrackFragmentRandomAccessBox()
    box.version = 1
    box.trackID = trackID
    (box.lengthSizeOfTrafNum, box.lengthSizeOfTrunNum, box.lengthSizeOfSampleNum) = (3, 3, 3)
    var entries = PackedTable<TrackFragmentRandomAccessBox.Entry>(layout: 0x7F)
    for sync in times {
      var entry = TrackFragmentRandomAccessBox.Entry()
      (entry.time, entry.moofOffset, entry.trafNumber, entry.sampleNumber) = (sync.time, sync.place, sync.traf, sync.sample)
      entries.append(entry)
    }
    box.entries = entries
    return box
  }
}
