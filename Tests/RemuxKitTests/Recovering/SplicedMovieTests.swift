import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// Media data into which bytes were inserted, or from which some are missing.
@Suite struct SplicedMovieTests {
  private static func opened(_ bytes: [UInt8]) throws -> SplicedMovie? { try SplicedMovie(AnyByteSource(MemorySource(bytes))) }

  /// The samples of a file, and how many of each track another one has with the same bytes and decoding times.
  static func kept(_ whole: [UInt8], _ bytes: [UInt8]) throws -> (all: [Int], same: [Int]) {
    func media(_ file: [UInt8]) throws -> [[Int64: [UInt8]]] {
      try samples(file).tracks.map { track in
        var media: [Int64: [UInt8]] = [:]
        for sample in track { media[sample.decodeTime] = Array(file[Int(sample.offset)...].prefix(Int(sample.size))) }
        return media
      }
    }
    let (before, after) = (try media(whole), try media(bytes))
    let same = zip(before, after).map { before, after in before.count { after[$0.key] == $0.value } }
    return (before.map(\.count), same)
  }

  static func recovered(_ bytes: [UInt8]) throws -> (bytes: [UInt8], notes: [String]) {
    let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4)
    let result = try written(composition, .mp4)
    #expect(result.difference == nil, "\(result.difference ?? "")")
    return (result.bytes, composition.notes)
  }

  /// All but the samples at the place have their bytes and times: `moov` before or after the media data.
  @Test(
    arguments: [-2000, -100, -1, 1, 100, 5000].flatMap { [("plain.mp4", $0), ("faststart.mp4", $0)] } + [
      ("hvc1.mp4", -1), ("hvc1.mp4", 90),
    ])
  func theOthersComeBack(_ name: String, _ change: Int) throws {
    let whole = try Places.fixture(name)
    let (_, tracks) = try samples(whole)
    let middle = Int(tracks[0][tracks[0].count / 2].offset) + 10
    var bytes = whole
    if change > 0 {
      bytes.insert(contentsOf: (0..<change).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }, at: middle)
    } else {
      bytes.removeSubrange(middle..<middle - change)
    }
    let hit = tracks.joined().count { change > 0 ? false : Int($0.offset) < middle - change && Int($0.offset + $0.size) > middle }
    #expect(try !Recovery.isWithoutIndex(MemorySource(bytes)))
    let (after, notes) = try Self.recovered(bytes)
    let (all, same) = try Self.kept(whole, after)
    #expect(same.reduce(0, +) >= all.reduce(0, +) - max(1, hit) - 1, "\(all) \(same) \(hit)")
    #expect(notes.contains { $0.contains(change > 0 ? "too many before byte" : "missing before byte") }, "\(notes)")
  }

  /// Two places, one with more and one with fewer bytes, so that `moov` is where the boxes say.
  @Test func severalPlaces() throws {
    let whole = try Places.fixture("plain.mp4")
    let (_, tracks) = try samples(whole)
    let (first, second) = (Int(tracks[0][5].offset) + 30, Int(tracks[0][15].offset) + 30)
    var bytes = whole
    bytes.removeSubrange(second..<second + 40)
    bytes.insert(contentsOf: [UInt8](repeating: 0x55, count: 40), at: first)
    let (after, notes) = try Self.recovered(bytes)
    let (all, same) = try Self.kept(whole, after)
    #expect(same[0] >= all[0] - 2 && same[1] >= all[1] - 1, "\(all) \(same)")
    #expect(notes.prefix(2).map { $0.prefix(12) } == ["40 bytes are", "40 bytes are"], "\(notes)")
  }

  /// Media without NAL units is where the tables say if only `mdat` has the wrong size.
  @Test func mediaWithoutUnits() throws {
    let whole = try Places.fixture("plain.mp4")
    let place = try #require(whole.indices.first { whole[$0...].starts(with: "avc1".utf8) && $0 > 15_000 })
    var bytes = whole
    bytes.replaceSubrange(place..<place + 4, with: "vp09".utf8)
    bytes[try #require(whole.indices.first { whole[$0...].starts(with: "mdat".utf8) }) - 1] ^= 0x21
    let (after, notes) = try Self.recovered(bytes)
    let (all, same) = try Self.kept(whole, after)
    #expect(all == same)
    #expect(notes.first?.contains("and moov follows after") == true, "\(notes)")
  }

  /// Only the size of `mdat` is wrong: nothing is lost.
  @Test(arguments: [0, 8, 9000, 0x7FFF_FFFF] as [UInt32]) func theSizeOfMediaDataIsWrong(_ size: UInt32) throws {
    let whole = try Places.fixture("plain.mp4")
    let place = try #require(whole.indices.first { whole[$0...].starts(with: "mdat".utf8) })
    var bytes = whole
    for index in 0..<4 { bytes[place - 4 + index] = UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * index)) }
    let (after, _) = try Self.recovered(bytes)
    let (all, same) = try Self.kept(whole, after)
    #expect(all == same)
  }

  /// Damage that moves no bytes is left to the tables, and so are whole files.
  @Test func nothingIsMoved() throws {
    for name in ["plain.mp4", "faststart.mp4", "hvc1.mp4", "fragmented.mp4"] {
      let whole = try Places.fixture(name)
      #expect(try Self.opened(whole) == nil, "\(name)")
      guard name != "fragmented.mp4" else { continue }
      let (_, tracks) = try samples(whole)
      var bytes = whole
      for sample in tracks[0][2...4] { bytes[Int(sample.offset) + 1] ^= 0x40 }
      #expect(try Self.opened(bytes) == nil, "\(name)")
    }
    // A recording without moov.
    let whole = try Places.fixture("plain.mp4")
    let end = try #require(whole.indices.first { whole[$0...].starts(with: "moov".utf8) }) - 4
    #expect(try Self.opened(Array(whole[..<end])) == nil)
    #expect(try Recovery.isWithoutIndex(MemorySource(Array(whole[..<end]))))
  }

  @Test(.enabled(if: Places.corpus != nil), arguments: mediaFiles.filter { $0.hasPrefix("mp4") })
  func goodFilesAreNotSpliced(_ path: String) throws { #expect(try Self.opened(Places.corpusFile(path)) == nil) }
}
