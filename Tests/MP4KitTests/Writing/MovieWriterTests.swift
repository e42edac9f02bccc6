import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

/// A layout under test, by name.
enum WriterLayout: String, CaseIterable, CustomTestStringConvertible {
  case plain, reserved, tight, rewritten, fragmented, cmaf, separate, indexed, hybrid
  var testDescription: String { rawValue }

  var layout: MovieLayout {
    var fragments = MovieFragmentOptions(interval: MediaTime(milliseconds: 500))
    switch self {
    case .plain: return .plain
    case .reserved: return .faststart(reserving: 1 << 16)
    case .tight: return .faststart(reserving: 100)
    case .rewritten: return .faststart()
    case .fragmented: return .fragmented(fragments)
    case .cmaf:
      fragments.isCMAF = true
      fragments.writesSegmentTypes = true
      fragments.segmentIndex = .perFragment
      return .fragmented(fragments)
    case .separate:
      fragments.separatesTracks = true
      return .fragmented(fragments)
    case .indexed:
      fragments.segmentIndex = .front(entries: 4)
      return .fragmented(fragments)
    case .hybrid: return .hybrid(fragments)
    }
  }

  var isFragmented: Bool { [.fragmented, .cmaf, .separate, .indexed].contains(self) }
}

/// The samples that a movie has, track by track, with their bytes.
func samples(_ file: [UInt8]) throws -> [[(sample: Sample, bytes: [UInt8])]] {
  let movie = try Movie(MemorySource(file))
  var tracks: [[(sample: Sample, bytes: [UInt8])]] = movie.tracks.map { _ in [] }
  var all = movie.samples()
  while let item = try all.next() {
    let (start, end) = (Int(item.sample.offset), Int(item.sample.offset) + Int(item.sample.size))
    if end <= file.count { tracks[item.track].append((item.sample, Array(file[start..<end]))) }
  }
  return tracks
}

@Test(arguments: WriterLayout.allCases, ["plain.mp4", "hvc1.mp4"]) func aMovieHasTheSamplesThatWereAppended(
  way: WriterLayout, fixture: String
) throws {
  let recording = try Recording(fixture, times: 5)
  let log = try recording.write(way.layout)
  let movie = try Movie(MemorySource(log.bytes))
  #expect(movie.findings.isEmpty, "\(movie.findings)")
  #expect(movie.isFragmented == way.isFragmented)
  let written = try samples(log.bytes)
  #expect(written.count == recording.tracks.count)
  for (track, items) in zip(recording.tracks, written) {
    #expect(track.items.count == items.count)
    let shift = (items.first?.sample.decodeTime ?? 0) - (track.items.first?.decode ?? 0)
    for (one, other) in zip(track.items, items) {
      #expect(one.bytes == other.bytes && one.isSync == other.sample.isSync)
      #expect(one.decode + shift == other.sample.decodeTime && one.duration == other.sample.duration)
    }
  }
  // The same presentation times, edit lists applied.
  for (index, track) in movie.tracks.enumerated() {
    let timeline = track.timeline(movieTimescale: movie.timescale)
    let shown = written[index].map { timeline.presentation(of: $0.sample.compositionTime).time }
    #expect(shown == recording.tracks[index].items.map { $0.composition }, "track \(index)")
  }
  if way == .reserved || way == .tight || way == .rewritten {
    #expect((movie.moovOffset ?? 0) < (movie.mediaDataOffset ?? 0))
  }
  // The same once more: nothing but the samples decides on the bytes.
  #expect(try recording.write(way.layout).bytes == log.bytes)
}
