import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// Media data that was moved without its chunk offsets, which then locate bytes of other boxes too.
@Suite struct MovedMediaDataTests {
  /// The file with `count` more bytes before `mdat`.
  private static func moved(_ bytes: [UInt8], by count: Int) throws -> [UInt8] {
    var moved = bytes
    moved.insert(contentsOf: makeBox("free", [UInt8](repeating: 0, count: count - 8)), at: try boxOffset("mdat", bytes))
    return moved
  }

  private static func boxOffset(_ type: String, _ bytes: [UInt8]) throws -> Int {
    try #require(bytes.indices.first { bytes[$0...].starts(with: type.utf8) }) - 4
  }

  private static func found(_ bytes: [UInt8]) throws -> MovedMediaData? {
    let source = AnyByteSource(MemorySource(bytes))
    return try MovedMediaData(MediaReader(source, as: .mp4), source)
  }

  @Test(arguments: ["plain.mp4", "faststart.mp4", "hvc1.mp4"], [8, 9, 200, 3000, 100_000])
  func theDistanceIsFound(_ name: String, _ count: Int) throws {
    let whole = try Places.fixture(name)
    let bytes = try Self.moved(whole, by: count)
    #expect(try Self.found(bytes)?.distance == Int64(count))
    let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4)
    #expect(composition.notes.first == "the media data was moved by \(count) bytes towards the end without its chunk offsets")
    let after = try written(composition, .mp4).bytes
    let ((_, old), (_, new)) = (try samples(whole), try samples(after))
    #expect(try media(whole) == media(after))
    #expect(old.map { $0.map(\.decodeTime) } == new.map { $0.map(\.decodeTime) })
  }

  /// `moov` and what follows it was moved to the end.
  @Test func mediaDataThatMovedToTheStart() throws {
    let whole = try Places.fixture("faststart.mp4")
    let (moov, mdat) = (try Self.boxOffset("moov", whole), try Self.boxOffset("mdat", whole))
    let bytes = Array(whole[..<moov] + whole[mdat...] + whole[moov..<mdat])
    #expect(try Self.found(bytes)?.distance == Int64(moov - mdat))
    #expect(try recovered(bytes, for: .mp4).sizes == sampleSizes(whole))
  }

  /// The chunk offsets of one track are wrong, those of the other right.
  @Test(arguments: [-3, -1, 1, 8, 40] as [Int64]) func oneTrackMoves(_ distance: Int64) throws {
    let whole = try Places.fixture("plain.mp4")
    var bytes = whole
    shiftChunks(&bytes, in: 0) { _ in distance }
    let found = try Self.found(bytes)
    #expect(found?.distance == -distance && found?.track == 0)
    #expect(try recovered(bytes, for: .mp4).sizes == sampleSizes(whole))
    let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4)
    #expect(try media(written(composition, .mp4).bytes) == media(whole))
  }

  /// The bytes of the samples, track by track.
  private func media(_ file: [UInt8]) throws -> [[[UInt8]]] {
    try samples(file).tracks.map { $0.map { Array(file[Int($0.offset)...].prefix(Int($0.size))) } }
  }

  /// Nothing is moved if it is not certain: a whole file, a single wrong chunk offset, media data of another file.
  @Test func otherFilesAreLeftAlone() throws {
    let whole = try Places.fixture("plain.mp4")
    #expect(try Self.found(whole) == nil)
    #expect(try Self.found(Places.fixture("fragmented.mp4")) == nil)
    var wrong = whole
    let table = try Self.boxOffset("stco", whole)
    wrong.replaceSubrange(table + 16..<table + 20, with: [0, 0, 0, 0])
    #expect(try Self.found(wrong) == nil)
    var foreign = try Self.moved(whole, by: 300)
    let mdat = try Self.boxOffset("mdat", foreign)
    for index in mdat + 8..<mdat + 200 { foreign[index] ^= 0x55 }
    #expect(try Self.found(foreign) == nil)
  }
}
