import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// Fragments in another order than that of their times, and those that are there twice.
@Suite struct OrderedFragmentsTests {
  /// The boxes before the first fragment, and the fragments.
  private static func parts() throws -> (header: [UInt8], fragments: [[UInt8]]) {
    let whole = try Places.fixture("fragmented.mp4")
    var (walker, starts) = (BoxWalker(MemorySource(whole)), [Int]())
    while let place = try walker.next() {
      walker.leave(place)
      if place.header.type == "moof" || place.header.type == "mfra" { starts.append(Int(place.offset)) }
    }
    return (Array(whole[..<starts[0]]), zip(starts, starts.dropFirst()).map { Array(whole[$0..<$1]) })
  }

  private static func media(_ bytes: [UInt8]) throws -> [[[UInt8]]] {
    try samples(bytes).tracks.map { track in track.map { Array(bytes[Int($0.offset)...].prefix(Int($0.size))) } }
  }

  private static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

  @Test(arguments: orders) func theOrderOfTimesIsRestored(order: [Int]) throws {
    let (header, fragments) = try Self.parts()
    #expect(fragments.count == 3)
    let composition = try Recovery.media(in: MemorySource(header + order.flatMap { fragments[$0] }), name: "a file", for: .mp4)
    let result = try written(composition, .mp4)
    #expect(result.difference == nil, "\(result.difference ?? "")")
    #expect(try Self.media(result.bytes) == Self.media(header + fragments.joined()))
    let steps = zip(order, order.dropFirst()).count { $0 > $1 }
    let note = composition.notes.first { $0.contains("put in the order of their times") }
    #expect((note != nil) == (steps > 0) && (note?.hasPrefix("\(steps) ") ?? true), "\(composition.notes)")
    #expect(!composition.notes.contains { $0.contains("no samples for") || $0.contains("left out") }, "\(composition.notes)")
  }

  /// The file with other samples of the same sizes: pictures that end in another bit, and AAC frames of another global_gain, or that begin with
  /// other filler data.
  private static func otherMedia(_ bytes: [UInt8]) throws -> [UInt8] {
    var other = bytes
    let (reader, tracks) = try samples(bytes)
    for sample in tracks.joined() {
      let start = Int(sample.offset)
      if reader.tracks[sample.track].kind == .video {
        other[start + Int(sample.size) - 1] ^= 1
      } else if other[start] >> 5 == 6 {
        other[start + 8] ^= 1
      } else {
        other[start + 1] ^= 2
      }
    }
    return other
  }

  /// A copy is left out wherever it is; the same times with other media are another recording, of which nothing is left out.
  @Test(arguments: [0, 1, 2], [false, true]) func copiesAreNotOtherMedia(place: Int, isOther: Bool) throws {
    let (header, fragments) = try Self.parts()
    let whole = header + fragments.joined()
    let second = isOther ? try Self.otherMedia(whole) : whole
    let start = header.count + fragments[..<place].reduce(0) { $0 + $1.count }
    let bytes = whole + second[start..<start + fragments[place].count]
    let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4)
    let result = try written(composition, .mp4)
    let (all, kept) = (try Self.media(bytes), try Self.media(result.bytes))
    #expect(kept == (isOther ? all : try Self.media(whole)))
    #expect(composition.notes.contains { $0.contains("that fragments repeat left out") } != isOther, "\(composition.notes)")
  }

  /// A copy is found after a recording that was started again, whose samples are compared with those of the first as well.
  @Test func aCopyAfterAnotherRecording() throws {
    let (header, fragments) = try Self.parts()
    let second = try Self.otherMedia(header + fragments.joined())
    let both = header + fragments.joined() + second[header.count...]
    let last = second[(second.count - fragments[2].count)...]
    let composition = try Recovery.media(in: MemorySource(both + last), name: "a file", for: .mp4)
    #expect(try Self.media(written(composition, .mp4).bytes) == Self.media(both))
  }
}
