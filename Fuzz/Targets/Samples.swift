import BitstreamKit
import MP4Kit
import RemuxKit

/// Sample tables and fragments: the samples of a track are the same alone and among others, and after a jump.
func fuzzSamples(_ file: [UInt8]) throws(Violation) {
  let source = AnyByteSource(MemorySource(file))
  guard let movie = try? Movie(expanding: source) else { throw Violation("memory cannot be read") }
  let all = list(movie.samples())
  for (index, track) in movie.tracks.enumerated().prefix(16) {
    let own = list(movie.samples(ofTrack: index))
    if !all.isCut, !own.isCut, all.findings.isEmpty, own.findings.isEmpty {
      let among = all.items.filter { $0.track == index }.map { $0.sample }
      try demand(among == own.items.map { $0.sample }, "track \(index) has other samples alone than among others")
    }
    if let table = track.table { try jump(table, source) }
    let timeline = track.timeline(movieTimescale: movie.timescale)
    for item in own.items.prefix(64) { _ = timeline.presentation(of: item.sample.compositionTime) }
    _ = (timeline.duration, timeline.isTrivial, track.language)
  }
  if let places = try? FragmentPlaces(movie) {
    for index in movie.tracks.indices.prefix(16) {
      let (one, other) = (list(movie.samples(ofTrack: index, places: places)), list(movie.samples(ofTrack: index)))
      if one.isCut || other.isCut || !one.findings.isEmpty || !other.findings.isEmpty { continue }
      try demand(one.items.map { $0.sample } == other.items.map { $0.sample }, "track \(index) has other samples by places of fragments")
    }
  }
  _ = try? MediaChapter.chapters(of: movie)
  describe(movie)
}

private let maxSamples = 2048

private func list(_ samples: MovieSamples) -> (items: [MovieSamples.Item], isCut: Bool, findings: [BoxFinding]) {
  var samples = samples
  var items: [MovieSamples.Item] = []
  while let item = try? samples.next() {
    items.append(item)
    if items.count == maxSamples { return (items, true, samples.findings) }
  }
  return (items, false, samples.findings)
}

/// A cursor that jumps goes on as one that walked there.
private func jump(_ table: SampleTable, _ source: AnyByteSource) throws(Violation) {
  var source = source
  var cursor = SampleCursor(table)
  var walked: [Sample] = []
  while walked.count < 256, let sample = try? cursor.next(&source) { walked.append(sample) }
  if cursor.finding != nil { return }
  for place in [0, 1, walked.count / 2, walked.count - 1] where walked.indices.contains(place) {
    var jumped = SampleCursor(table)
    guard (try? jumped.seek(to: place, &source)) != nil else { throw Violation("memory cannot be read") }
    if jumped.finding != nil { continue }
    let sample = (try? jumped.next(&source)) ?? nil
    try demand(sample == walked[place], "after a jump to \(place) comes \(sample as Any), not \(walked[place])")
  }
}

private func describe(_ movie: Movie<AnyByteSource>) {
  var tree = movie.tree
  for track in movie.tracks.prefix(16) {
    for description in track.descriptions.prefix(16) { _ = CodecDescription(.none, description, in: &tree) }
  }
  _ = try? FileCheck.chunkFindings(in: &tree, fileSize: tree.source.byteCount)
}
