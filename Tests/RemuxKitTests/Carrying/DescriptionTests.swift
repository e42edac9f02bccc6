import BitstreamKit
import Foundation
import MP4Kit
@testable import RemuxKit
import TestSupport
import Testing
import NALKit

/// The sample entries of a movie's only track.
private func entries(_ bytes: [UInt8]) throws -> [FourCC] {
  let movie = try #require(try MediaReader(MemorySource(bytes)).movie)
  return movie.tracks[0].descriptions.map { $0.codec }
}

private func carried(
  _ bytes: [UInt8], _ layout: CarryOptions.Layout = .plain, setsInSamples: Bool = false, to target: Remuxer.Target = .mp4
) throws -> (bytes: [UInt8], report: CarryReport) {
  let memory = MemoryOutput()
  var options = CarryOptions()
  (options.layout, options.setsInSamples) = (layout, setsInSamples)
  let rate = ExactRatio(25, 1)
  let report = try Remuxer.carry(MemorySource(bytes), to: target, memory.output(), options, frameRate: rate)
  let difference = try CarryVerifier.difference(
    between: MemorySource(bytes), and: MemorySource(memory.bytes), written: target, options, frameRate: rate)
  #expect(difference == nil)
  return (memory.bytes, report)
}

/// The units of a stream.
private func units(_ bytes: [UInt8]) -> [[UInt8]] { nalUnits(bytes, .annexB) }

private func fixtureBytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: Places.fixtures.appending(path: name))) }

/// Two streams of a codec with different parameter sets.
private func pair(_ codec: VideoCodec) throws -> (first: [UInt8], second: [UInt8]) {
  switch codec {
  case .h264: (try fixtureBytes("bframes.h264"), try fixtureBytes("interlaced.h264"))
  case .hevc: (try fixtureBytes("opengop.hevc"), try Places.corpusFile("hevc/bframes3_128x128.h265"))
  }
}

private let codecs = VideoCodec.allCases.filter { $0 == .h264 || Places.corpus != nil }

/// In each layout, each distinct configuration has one sample entry, and the units are unchanged.
@Test(arguments: codecs, [CarryOptions.Layout.plain, .faststart, .hybrid(.init(milliseconds: 500))])
func eachConfigurationIsDescribedOnce(codec: VideoCodec, layout: CarryOptions.Layout) throws {
  let (first, second) = try pair(codec)
  let stream = first + second + first
  let strict: FourCC = codec == .h264 ? "avc1" : "hvc1"
  let movie = try carried(stream, layout)
  #expect(try entries(movie.bytes) == [strict, strict] && movie.report.notes.isEmpty && movie.report.findings.isEmpty)
  let (reader, tracks) = try samples(movie.bytes)
  let runs = tracks[0].map { $0.descriptionIndex }.reduce(into: [UInt32]()) { if $0.last != $1 { $0.append($1) } }
  #expect(runs == [1, 2, 1])
  for sample in tracks[0] {
    let units = nalUnits(Array(movie.bytes[Int(sample.offset)..<Int(sample.offset + sample.size)]), .lengthPrefixed(.four))
    #expect(!units.contains { isParameterSet($0, codec) })
  }
  let sets = (1...2 as ClosedRange<UInt32>).map { reader.description(ofTrack: 0, index: $0)?.configuration.parameterSetUnits }
  #expect(sets[0] != sets[1] && sets[0]?.isEmpty == false && sets[1]?.isEmpty == false)
  let back = try carried(movie.bytes, to: .byteStream)
  #expect(withoutDelimiters(back.bytes, codec) == withoutDelimiters(stream, codec))
  // FLV stores them as sequence headers, which convert back to the same entries.
  let flv = try carried(stream, to: .flv)
  let again = try carried(flv.bytes, layout)
  #expect(try entries(again.bytes) == [strict, strict])
  let stream2 = try carried(flv.bytes, to: .byteStream)
  #expect(withoutDelimiters(stream2.bytes, codec) == withoutDelimiters(stream, codec))
}

/// In fragments, and on request, there is one sample entry, and the other parameter sets stay in the samples.
@Test(arguments: codecs, [true, false]) func setsStayInSamples(codec: VideoCodec, inFragments: Bool) throws {
  let (first, second) = try pair(codec)
  let loose: FourCC = codec == .h264 ? "avc3" : "hev1"
  let layout = inFragments ? CarryOptions.Layout.fragmented(MediaTime(milliseconds: 500)) : .plain
  let movie = try carried(first + second + first, layout, setsInSamples: !inFragments)
  #expect(try entries(movie.bytes) == [loose])
  #expect(movie.report.notes.count == (inFragments ? 1 : 0))
  #expect(try samples(movie.bytes).tracks[0].allSatisfy { $0.descriptionIndex == 1 })
  let back = try carried(movie.bytes, to: .byteStream)
  #expect(withoutDelimiters(back.bytes, codec) == withoutDelimiters(first + second + first, codec))
  // Without changes, the sample entry excludes sets in samples.
  #expect(try entries(carried(first, layout).bytes) == [codec == .h264 ? "avc1" : "hvc1"])
}

/// If the source has several descriptions, or several files are joined, fragments carry the sets of each in the samples.
@Test(arguments: codecs) func fragmentsHaveOneDescription(codec: VideoCodec) throws {
  let (first, second) = try pair(codec)
  let (stream, layout) = (first + second + first, CarryOptions.Layout.fragmented(MediaTime(milliseconds: 500)))
  let loose: FourCC = codec == .h264 ? "avc3" : "hev1"
  for source in [try carried(stream).bytes, try carried(stream, to: .flv).bytes] {
    let movie = try carried(source, layout)
    #expect(try entries(movie.bytes) == [loose] && movie.report.notes.count == 1)
    let back = try carried(movie.bytes, to: .byteStream)
    #expect(withoutDelimiters(back.bytes, codec) == withoutDelimiters(stream, codec))
  }
  let rate = ExactRatio(25, 1)
  for (one, other) in [(first, second), (try carried(first).bytes, try carried(second).bytes)] {
    let inputs = [try mediaInput(one, "a", rate: rate), try mediaInput(other, "b", rate: rate)]
    let joined = try written(try .joining(inputs, tracks: [0], for: .mp4), .mp4, layout)
    #expect(try entries(joined.bytes) == [loose] && joined.difference == nil)
    let back = try carried(joined.bytes, to: .byteStream)
    #expect(withoutDelimiters(back.bytes, codec) == withoutDelimiters(first + second, codec))
  }
}

/// A set that changes in the middle of a group of pictures stays in its sample, and all descriptions allow sets in samples. The next key
/// picture gets a description with the set, because decoding may start there.
@Test func aSetThatChangesBetweenKeyPicturesStaysWhereItIs() throws {
  let (first, second) = try pair(.h264)
  var stream: [[UInt8]] = []
  let own = units(first)
  // After the first inter picture: a picture parameter set with an ID that no slice refers to.
  let place = try #require(own.firstIndex { $0[0] & 31 == 1 })
  let other: [UInt8] = [0x68, 0x24, 0xEC, 0x80]
  stream = Array(own[...place]) + [other] + Array(own[(place + 1)...])
  let bytes = annexB(stream) + second
  let movie = try carried(bytes)
  #expect(try entries(movie.bytes) == ["avc3", "avc3", "avc3"])
  let hybrid = try carried(bytes, .hybrid(MediaTime(milliseconds: 500)))
  #expect(try entries(hybrid.bytes) == ["avc3", "avc3", "avc3"])
  let back = try carried(movie.bytes, to: .byteStream)
  let pictures = { (bytes: [UInt8]) in withoutDelimiters(bytes, .h264).filter { !isParameterSet($0, .h264) } }
  #expect(pictures(back.bytes) == pictures(bytes))
  let place2 = try #require(units(back.bytes).firstIndex(of: other))
  #expect(units(back.bytes)[..<place2].count { (1...5).contains($0[0] & 31) } == own[...place].count { (1...5).contains($0[0] & 31) })
}

/// Beyond the limit on descriptions, parameter sets stay in the samples.
@Test func tooManyConfigurationsStayInTheSamples() throws {
  let (first, _) = try pair(.h264)
  let own = units(first)
  let isVCL = { (unit: [UInt8]) in (1...5).contains(unit[0] & 31) }
  let end = try #require(own.indices.first { index in own[..<index].contains(where: isVCL) && !isVCL(own[index]) } ?? own.indices.last)
  let key = Array(own[..<end])
  var stream: [UInt8] = []
  for number in 0..<1004 {
    // Each configuration differs by an unused picture parameter set with ID 1; the bytes after the ID are not parsed.
    let extra: [UInt8] = [0x68, 0x40, UInt8(number >> 7) | 0x80, UInt8(number & 127) | 0x80, 0x80]
    let slice = try #require(key.firstIndex(where: isVCL))
    stream += annexB(Array(key[..<slice]) + [extra] + Array(key[slice...]))
  }
  let movie = try carried(stream)
  let all = try entries(movie.bytes)
  #expect(all.count == 1000 && all.allSatisfy { $0 == "avc3" })
}

private func isParameterSet(_ unit: [UInt8], _ codec: VideoCodec) -> Bool {
  guard let first = unit.first else { return false }
  return codec == .h264 ? [7, 8].contains(first & 31) : [32, 33, 34].contains(first >> 1 & 63)
}

private func withoutDelimiters(_ bytes: [UInt8], _ codec: VideoCodec) -> [[UInt8]] {
  units(bytes).filter { unit in unit.first.map { codec == .h264 ? $0 & 31 != 9 : $0 >> 1 & 63 != 35 } ?? false }
}

private func annexB(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 0, 1] + $0 } }
