import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// Tracks that a caller chooses: those that are not there are refused.
@Suite struct TrackChoiceTests {
  private func carry(_ name: String, _ target: Remuxer.Target, _ tracks: [Int]?, codec: MediaCodec? = nil) throws -> CarryReport {
    var options = CarryOptions()
    (options.tracks, options.codec) = (tracks, codec)
    return try Remuxer.carry(try mediaInput(try Places.fixture(name)), to: target, MemoryOutput().output(), options)
  }

  @Test(arguments: [[7], [-1], [0, 2], [0, 0], []], [Remuxer.Target.mp4, .flv, .byteStream, .adts])
  func tracksThatAreNotThereAreRefused(tracks: [Int], target: Remuxer.Target) throws {
    for name in ["plain.mp4", "avc_aac.flv"] { #expect(throws: MediaError.self) { try carry(name, target, tracks) } }
  }

  @Test func compositionsOfTracksThatAreNotThereAreRefused() throws {
    let input = try mediaInput(try Places.fixture("plain.mp4"))
    #expect(throws: MediaError.self) {
      try MediaComposition.cutting(input, tracks: [9], from: nil, to: nil, onKeyPictures: false, for: .mp4)
    }
    for tracks in [[[9]], [], [[]], [[0], [0]]] as [[[Int]]] {
      #expect(throws: MediaError.self) { try MediaComposition.merging([input], tracks: tracks, for: .mp4) }
    }
    #expect(throws: MediaError.self) { try MediaComposition.joining([input, input], tracks: [0, 9], for: .mp4) }
    #expect(throws: MediaError.self) { try MediaComposition.joining([], tracks: [0], for: .mp4) }
    #expect(throws: MediaError.self) { try MediaComposition.flattening(input, tracks: [9], for: .flv) }
  }

  /// A `moov` whose tracks are not recognised.
  @Test func aMovieWithoutTracksIsRefused() throws {
    var bytes = try Places.fixture("plain.mp4")
    let name = Array("trak".utf8)
    for place in bytes.indices.dropLast(3) where bytes[place..<place + 4].elementsEqual(name) { bytes[place + 2] = UInt8(ascii: "b") }
    let error = #expect(throws: MediaError.self) { try mediaInput(bytes) }
    #expect(error?.description == "a file: the moov has no tracks")
    let reader = try MediaReader(MemorySource(bytes))
    #expect(reader.tracks.isEmpty && reader.whyNoTracks == "the moov has no tracks")
  }

  /// The codec of a stream is the one that is asked for.
  @Test func aStreamHasTheCodecThatIsAskedFor() throws {
    #expect(throws: MediaError.self) { try carry("hvc1.mp4", .byteStream, nil, codec: .h264) }
    #expect(throws: MediaError.self) { try carry("plain.mp4", .byteStream, nil, codec: .hevc) }
    #expect(try carry("hvc1.mp4", .byteStream, nil, codec: .hevc).samples > 0)
    let report = try carry("plain.mp4", .byteStream, nil, codec: .h264)
    #expect(report.notes.contains { $0.contains("track 1, AAC, is left out") }, "\(report.notes)")
    #expect(try carry("plain.mp4", .byteStream, [0], codec: .h264).notes.isEmpty)
  }
}
