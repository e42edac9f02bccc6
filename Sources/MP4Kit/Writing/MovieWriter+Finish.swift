import BitstreamKit

extension MovieWriter {
  /// Writes the queued samples and completes the file.
  func finishFragments() throws(MediaError) {
    try pumpFragments(after: leadTrack)
    try writeFragments(before: nil)
    if case .hybrid = layout { return try becomePlain() }
    guard let muxer else { return }
    if fragmentOptions.writesRandomAccessIndex { try put(try build { () throws(SyntaxError) in try muxer.randomAccessIndex() }) }
    if let index = try build({ () throws(SyntaxError) in try muxer.segmentIndex() }) { try replace(at: index.place, index.bytes) }
    if let place = fragments.durationAt {
      let duration = movieDuration()
      try replace(at: place, try build { () throws(SyntaxError) in try MovieMuxer.fragmentDuration(duration) })
    }
  }

  /// Turns a fragmented file into a plain movie.
  private func becomePlain() throws(MediaError) {
    do { for (index, track) in tracks.enumerated() { try describe(track, index) } } catch { throw fail(error) }
    guard let muxer else { return }
    let place = fragments.mediaHeaderAt
    let end = byteCount
    guard let last = try build({ () throws(SyntaxError) in try muxer.becomingPlain(mediaHeaderAt: place, end: end) }) else {
      findings.append("the moov exceeds the maximum box size: the movie stays fragmented")
      return
    }
    try put(last.appended)
    do { try output.synchronize?() } catch { throw fail(error) }
    try replace(at: place, last.header)
  }

  private func build<Built>(_ body: () throws(SyntaxError) -> Built) throws(MediaError) -> Built {
    do { return try body() } catch { throw fail(error) }
  }

  /// The duration from the start of the session, in units of the movie's time scale.
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
}
