import BitstreamKit
import MP4Kit
import RemuxKit

/// A file in memory is carried into every container: what was written is read again and has to be the same media.
func fuzzRemux(_ input: [UInt8]) throws(Violation) {
  var tape = ByteTape(input)
  let (choice, layout) = (tape.byte(), tape.byte())
  let source = MemorySource(tape.rest())
  let targets: [Remuxer.Target] = [.mp4, .flv, .byteStream, .adts, .frames]
  let target = targets[Int(choice & 7) % targets.count]
  var options = CarryOptions()
  options.setsInSamples = choice & 8 != 0
  options.legacyHEVC = choice & 16 != 0
  options.keyframeIndex = choice & 32 != 0
  options.isCMAF = layout & 8 != 0
  options.indexEntries = Int(layout >> 4)
  let interval = MediaTime(milliseconds: 500)
  switch layout & 3 {
  case 0: options.layout = .plain
  case 1: options.layout = .faststart
  case 2: options.layout = .fragmented(interval)
  default: options.layout = .hybrid(interval)
  }
  list(source)
  let file = MemoryFile()
  let canReplace = layout & 4 == 0 || layout & 3 == 3
  if choice & 64 == 0 {
    guard let report = try? Remuxer.carry(source, to: target, file.output(canReplace: canReplace, canRead: true), options) else { return }
    try check(file, target, report) { () throws(MediaError) in
      try CarryVerifier.difference(between: source, and: MemorySource(file.bytes), written: target, options)
    }
  } else {
    guard let composition = compose(source, target, isCut: choice & 128 != 0),
      let report = try? Remuxer.carry(composition, to: target, file.output(canReplace: canReplace, canRead: true), options)
    else { return }
    try check(file, target, report) { () throws(MediaError) in
      try CarryVerifier.difference(between: composition, and: MemorySource(file.bytes), written: target, options)
    }
  }
}

private func compose(_ source: MemorySource, _ target: Remuxer.Target, isCut: Bool) -> MediaComposition? {
  guard let input = try? MediaInput(source, name: "a file") else { return nil }
  let tracks = Array(input.reader.tracks.indices)
  if !isCut { return try? .joining([input, input], tracks: tracks, for: target) }
  let (from, to) = (MediaTime(milliseconds: 100), MediaTime(milliseconds: 900))
  return try? .cutting(input, tracks: tracks, from: from, to: to, onKeyPictures: false, for: target)
}

/// What can be told of a file without writing one.
private func list(_ source: MemorySource) {
  guard var reader = try? MediaReader(source) else { return }
  var count = 0
  while count < 4096, (try? reader.next()) ?? nil != nil { count += 1 }
  _ = (reader.findings, reader.isQuickTime, reader.metaData, reader.whyNoTracks)
  for track in reader.tracks.prefix(8) {
    guard var units = try? TrackUnits(source, as: reader.container, track: track.index, limit: 64) else { continue }
    var count = 0
    while count < 4096, (try? units.next()) ?? nil != nil { count += 1 }
  }
}

private func check(
  _ file: MemoryFile, _ target: Remuxer.Target, _ report: CarryReport, _ difference: () throws(MediaError) -> String?
) throws(Violation) {
  let found: String?
  do throws(MediaError) { found = try difference() } catch { throw Violation("what was written cannot be read: \(error)") }
  // What a finding tells cannot be kept, such as times that run backwards.
  if let found, report.findings.isEmpty { throw Violation("what was written differs: \(found)") }
  guard target == .mp4 else { return }
  guard let tree = try? BoxTree(MemorySource(file.bytes)) else { throw Violation("memory cannot be read") }
  let broken = tree.findings.filter { !$0.path.starts(with: ["moov", "udta"]) && !$0.path.starts(with: ["moov", "meta"]) }
  if let finding = broken.first(where: { $0.path.count < 2 }) { throw Violation("boxes that were written are broken: \(finding)") }
}
