import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// A fragmented movie with fragments of ten one-byte audio samples that begin at `starts`.
private func fragments(_ tracks: [[UInt64]], edits: [Int: Int64] = [:]) throws -> [UInt8] {
  let blueprints = try tracks.indices.map { index in
    var track = try TrackBlueprint.audio(entries: [try SampleEntryBuilding.mp3(sampleRate: 48000, channels: 2)], timescale: 48000)
    track.trackID = UInt32(index + 1)
    if let time = edits[index] {
      var entry = EditListBox.Entry()
      entry.mediaTime = time
      track.editList = EditListBox()
      track.editList?.entries = PackedTable([entry])
    }
    return track
  }
  var muxer = MovieMuxer(MovieBlueprint(), tracks: blueprints, layout: .fragmented)
  var file = try muxer.beginning()
  for fragment in 0..<(tracks.map { $0.count }.max() ?? 0) {
    var count = 0
    for (index, starts) in tracks.enumerated() where fragment < starts.count {
      muxer.setStart(of: index, starts[fragment])
      for _ in 0..<10 { muxer.append(MovieMuxer.Entry(track: index, duration: 1000, size: 1, isSync: true)) }
      count += 10
    }
    file += try muxer.endFragment() + [UInt8](repeating: 7, count: count)
  }
  return file
}

private func carry(_ file: [UInt8], _ layout: CarryOptions.Layout) throws -> (movie: Movie<MemorySource>, report: CarryReport) {
  var options = CarryOptions()
  options.layout = layout
  var bytes: [UInt8] = []
  let report = try Remuxer.carry(
    MemorySource(file), to: .mp4,
    MediaOutput(append: { (part: [UInt8], range: Range<Int>) throws(ByteError) in bytes += part[range] }), options)
  return (try Movie(MemorySource(bytes)), report)
}

/// Presentation times of a track with its edit list applied, in units of the track's time scale.
private func shown(_ movie: Movie<MemorySource>, _ track: Int) throws -> [Int64] {
  var samples = movie.samples(ofTrack: track)
  let segments = movie.tracks[track].timeline(movieTimescale: movie.timescale).segments
  var shift: Int64 = 0
  if let segment = segments.first(where: { $0.mediaTime != nil }), let time = segment.mediaTime {
    shift = Int64(segment.start) * 48000 / Int64(movie.timescale) - time
  }
  var times: [Int64] = []
  while let item = try samples.next() { times.append(item.sample.compositionTime + shift) }
  return times
}

private let layouts: [CarryOptions.Layout] = [.faststart, .fragmented(MediaTime(value: 1, timescale: 1) ?? .zero)]

@Test(arguments: layouts) func gapsBetweenFragmentsStayGaps(layout: CarryOptions.Layout) throws {
  let file = try fragments([[0, 30000, 40000]])
  let (movie, report) = try carry(file, layout)
  #expect(report.findings.isEmpty && report.samples == 30)
  #expect(try shown(movie, 0) == [0, 30000, 40000].flatMap { start in (0..<10).map { start + Int64($0) * 1000 } })
}

@Test func timesThatRunBackwardsAreTold() throws {
  let (_, report) = try carry(try fragments([[0, 5000]]), .faststart)
  #expect(report.findings.contains { $0.contains("backwards") } && report.samples == 20)
}

/// Timestamps of an FLV that run backwards are told, and go on after those before. The input has a target and a layout in front of the file.
@Test func timestampsThatRunBackwardsAreRepaired() throws {
  let file = Array(try Places.fixture("Crashers/remux-backwards").dropFirst(2))
  let memory = MemoryOutput()
  let report = try Remuxer.carry(MemorySource(file), to: .flv, memory.output())
  #expect(report.findings.contains { $0.contains("runs backwards") }, "\(report.findings)")
  for track in try samples(memory.bytes).tracks { #expect(zip(track, track.dropFirst()).allSatisfy { $0.decodeTime <= $1.decodeTime }) }
}

/// 2,147,483,647 and 44,100 units in a second have no common time scale of 32 bits.
@Test func timesOfUnlikeTimescalesAreKept() throws {
  let file = Array(try Places.fixture("Crashers/remux-common-timescale").dropFirst(2))
  let memory = MemoryOutput()
  let report = try Remuxer.carry(MemorySource(file), to: .flv, memory.output())
  #expect(report.findings.isEmpty, "\(report.findings)")
  let (_, tracks) = try samples(memory.bytes)
  #expect(tracks[1].prefix(3).map { $0.decodeTime } == [0, 80, 103])
}

/// A plain movie counts samples from 0; an edit list keeps the start time of the fragments.
@Test func tracksThatBeginLateStayLate() throws {
  let (movie, report) = try carry(try fragments([[4_800_000], [4_824_000]]), .faststart)
  #expect(try shown(movie, 0).first == 4_800_000 && shown(movie, 1).first == 4_824_000)
  #expect(report.notes == ["nothing is shown before 100.000s, as in the fragments; use 'cut' to start there"])
  let (kept, _) = try carry(try fragments([[4_800_000], [4_824_000]]), layouts[1])
  #expect(try shown(kept, 0).first == 4_800_000 && shown(kept, 1).first == 4_824_000)
}

@Test func whatAnEditListCutsOffStaysCutOff() throws {
  // The second track starts with 2,400 units of priming, which are not shown.
  let (movie, _) = try carry(try fragments([[48000], [48000]], edits: [0: 48000, 1: 50400]), .faststart)
  #expect(try shown(movie, 0).first == 0 && shown(movie, 1).first == -2400)
  let (whole, _) = try carry(try fragments([[0], [0]], edits: [1: 2400]), .faststart)
  #expect(try shown(whole, 0).first == 0 && shown(whole, 1).first == -2400)
}
