import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// Samples of zeros, as an unfinished download has them.
@Suite struct RecoveryBlankTests {
  /// A presented sample: its bytes, and the time on the movie's timeline in seconds.
  private struct Presented {
    let bytes: [UInt8]
    let milliseconds: Int
  }

  private static func presented(_ bytes: [UInt8]) throws -> [[Presented]] {
    let (reader, tracks) = try samples(bytes)
    let movie = try #require(reader.movie)
    return tracks.enumerated().map { index, samples in
      let segments = movie.tracks[index].timeline(movieTimescale: movie.timescale).segments
      let first = segments.first { $0.mediaTime != nil }
      let start = Double(first?.start ?? 0) / Double(movie.timescale)
      return samples.map { sample in
        let media = Double(sample.presentationTime - (first?.mediaTime ?? 0)) / Double(movie.tracks[index].timescale)
        let own = Array(bytes[Int(sample.offset)...].prefix(Int(sample.size)))
        return Presented(bytes: own, milliseconds: Int(saturating: ((start + media) * 1000).rounded()))
      }
    }
  }

  /// The file with zeros in a range.
  private static func holed(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
    return bytes
  }

  /// What is left has the bytes and the times that it had: at the start, in the middle and at the end.
  @Test(arguments: ["plain.mp4", "hvc1.mp4", "fragmented.mp4"], [0, 30, 80])
  func theOthersKeepTheirTimes(_ name: String, _ percent: Int) throws {
    let whole = try Places.fixture(name)
    let (_, tracks) = try samples(whole)
    var holed = whole
    // A fifth of each track.
    let isLost = tracks.enumerated().map { track, samples in
      let first = samples.count * percent / 100
      let hole = first..<first + max(1, samples.count / 5)
      return samples.enumerated().map { index, sample in
        if !hole.contains(index) { return false }
        holed = Self.holed(holed, Int(sample.offset)..<Int(sample.offset + sample.size))
        // Fewer zeros may be a frame, except for AAC.
        return sample.size >= 8 || track == 1
      }
    }
    let composition = try Recovery.media(in: MemorySource(holed), name: "a file", for: .mp4)
    let result = try written(composition, .mp4)
    #expect(result.difference == nil, "\(result.difference ?? "")")
    let (before, after) = (try Self.presented(holed), try Self.presented(result.bytes))
    for track in before.indices {
      let kept = zip(before[track], isLost[track]).filter { !$1 }.map(\.0)
      #expect(kept.map(\.bytes) == after[track].map(\.bytes))
      // Edit lists have the time scale of the movie, milliseconds.
      let differences = zip(kept, after[track]).map { abs($0.milliseconds - $1.milliseconds) }
      #expect(differences.allSatisfy { $0 <= 1 }, "track \(track): \(differences)")
      let lost = zip(isLost[track], tracks[track]).count { $0 && $1.size >= 8 }
      if lost > 0 { #expect(composition.notes.contains { $0.contains("\(counted(lost, "sample")) of zeros") }) }
    }
  }

  /// A track without any other sample is left out; a movie of nothing else is refused.
  @Test func nothingIsLeft() throws {
    let whole = try Places.fixture("plain.mp4")
    let (_, tracks) = try samples(whole)
    var bytes = whole
    for sample in tracks[0] { bytes = Self.holed(bytes, Int(sample.offset)..<Int(sample.offset + sample.size)) }
    let (sizes, notes) = try recovered(bytes, for: .mp4)
    #expect(sizes == [tracks[1].map(\.size)])
    #expect(notes.contains("track 0, video: nothing; 25 samples of zeros left out"), "\(notes)")
    for sample in tracks[1] { bytes = Self.holed(bytes, Int(sample.offset)..<Int(sample.offset + sample.size)) }
    // The last frame is too short to tell.
    #expect(try recovered(bytes, for: .mp4).sizes == [[5]])
  }

  /// Few zeros begin a NAL unit without bytes, as a writer may make it.
  @Test func fewZerosAreNotBlank() {
    func sample(_ size: UInt64) -> MediaSample {
      MediaSample(track: 0, decodeTime: 0, presentationTime: 0, duration: 1, offset: 0, size: size, isKey: true)
    }
    #expect(!sample(100).isBlank(4) && !sample(100).isBlank(15) && sample(100).isBlank(16))
    #expect(!sample(4).isBlank(4) && sample(8).isBlank(8) && !sample(0).isBlank(0))
  }
}
