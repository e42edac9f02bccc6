import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

private func blueprints(_ count: Int) throws -> [TrackBlueprint] {
  try (0..<count).map { index in
    var track = try TrackBlueprint.audio(entries: [try SampleEntryBuilding.mp3(sampleRate: 48000, channels: 2)], timescale: 48000)
    track.trackID = UInt32(index + 1)
    return track
  }
}

/// The distribution of samples over tracks and fragments.
enum Shape: String, CaseIterable, Sendable {
  case tracks
  case fragments
  /// As many tracks as fragments; each fragment has one track.
  case tracksInFragments
  /// All tracks in one fragment.
  case tracksInAFragment

  func movie(_ count: Int) throws -> [UInt8] {
    let trackCount = self == .fragments ? 1 : count
    var muxer = MovieMuxer(MovieBlueprint(), tracks: try blueprints(trackCount), layout: self == .tracks ? .plain : .fragmented)
    var file = try self == .tracks ? [] : muxer.beginning()
    for index in 0..<count {
      muxer.append(MovieMuxer.Entry(track: index % trackCount, duration: 1024, size: 100, isSync: true))
      if self == .fragments || self == .tracksInFragments {
        file += try muxer.endFragment() + Array(repeating: UInt8(truncatingIfNeeded: index), count: 100)
      }
    }
    let media = (0..<count).flatMap { Array(repeating: UInt8(truncatingIfNeeded: $0), count: 100) }
    if self == .tracks { file = try muxer.front().bytes + media }
    if self == .tracksInAFragment { file += try muxer.endFragment() + media }
    return file
  }
}

enum Step: String, CaseIterable, Sendable {
  case list
  case carry
  case carryInFragments
  case merge

  fileprivate func run(_ source: LoggedSource) throws -> UInt64 {
    var options = CarryOptions()
    switch self {
    case .list:
      var reader = try MediaReader(source)
      var count: UInt64 = 0
      while try reader.next() != nil { count += 1 }
      return count
    case .carryInFragments:
      options.layout = .fragmented(MediaTime(milliseconds: 10))
      fallthrough
    case .carry: return UInt64(try Remuxer.carry(source, to: .mp4, MemoryOutput().output(), options).samples)
    case .merge:
      let input = try MediaInput(source, name: "a file")
      let composition = try MediaComposition.merging([input], tracks: [Array(input.reader.tracks.indices)], for: .mp4)
      return UInt64(try Remuxer.carry(composition, to: .mp4, MemoryOutput().output(), options).samples)
    }
  }
}

/// Doubling the tracks or fragments doubles the reads and bytes.
@Test(arguments: Shape.allCases, Step.allCases) func readsGrowWithTheInput(shape: Shape, step: Step) throws {
  var last = ReadLog()
  for count in [32, 64, 128] {
    let bytes = try shape.movie(count)
    let source = LoggedSource(bytes)
    let log = source.log
    #expect(try step.run(source) == UInt64(count))
    if last.count > 0 {
      #expect(Double(log.count) < 2.6 * Double(last.count), "\(last.count) reads, then \(log.count)")
      #expect(Double(log.byteCount) < 2.6 * Double(last.byteCount), "\(last.byteCount) bytes, then \(log.byteCount)")
    }
    last = log
  }
}

/// Reading the tracks of a movie one by one gives the same samples as one pass over all fragments.
@Test(arguments: 0..<20 as Range<UInt64>) func fragmentsByTheirPlacesGiveTheSameSamples(seed: UInt64) throws {
  var generator = Generator(seed: seed)
  var muxer = MovieMuxer(MovieBlueprint(), tracks: try blueprints(6), layout: .fragmented)
  var file = try muxer.beginning()
  for _ in 0..<10 {
    var size = 0
    for _ in 0...generator.upTo(20) {
      let bytes = UInt32(generator.upTo(50)) + 1
      muxer.append(
        MovieMuxer.Entry(track: Int(generator.upTo(5)), duration: UInt32(generator.upTo(100)) + 1, size: bytes, isSync: true))
      size += Int(bytes)
    }
    file += try muxer.endFragment() + Array(repeating: 0, count: size)
  }
  let movie = try Movie(MemorySource(file))
  let places = try FragmentPlaces(movie)
  for track in movie.tracks.indices {
    var (all, one) = (movie.samples(ofTrack: track), movie.samples(ofTrack: track, places: places))
    var count = 0
    while let sample = try all.next()?.sample {
      #expect(try one.next()?.sample == sample)
      count += 1
    }
    #expect(try one.next() == nil)
  }
}
