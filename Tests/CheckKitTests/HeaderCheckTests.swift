import BitstreamKit
@testable import CheckKit
import Foundation
import ProbeKit
import RemuxKit
import TestSupport
import Testing
import NALKit

/// The rules that need headers alone.
@Suite struct HeaderCheckTests {
  private func input(_ bytes: [UInt8]) -> ProbeInput { ProbeInput(AnyByteSource(MemorySource(bytes)), name: "a file") }

  /// The first sequence parameter set of a byte stream.
  private func parameterSet(_ bytes: [UInt8]) throws -> [UInt8] {
    let edit = StreamEdit(bytes)
    return edit.units[edit.first(7)]
  }

  @Test func theRulesExist() {
    let known = Set(RuleTable.pages.map { $0.id.description })
    #expect(HeaderCheck.rules.filter { !known.contains($0) }.isEmpty)
    #expect(Set(HeaderCheck.rules).count == HeaderCheck.rules.count)
  }

  @Test func brokenHeadersAreFound() throws {
    let bytes = try Places.fixture("plain.mp4")
    let retyped = try retyped(bytes, "moov/trak/mdia/minf/stbl/stsd", "free")
    let verdict = try #require(HeaderCheck.verdict(of: input(retyped)))
    #expect(verdict.findings.first?.severity.description == "error")
    #expect(verdict.findings.contains { $0.rule.description == "mp4.missing-box" })
    let other = try StreamEdit.sps(try Places.fixture("bframes.h264")) { $0.levelIdc = 99 }
    for file in [other, try remuxed(other), try remuxed(other, to: .flv)] {
      let found = try #require(HeaderCheck.verdict(of: input(file)))
      #expect(found.findings.contains { $0.rule.description == "h264.unknown-level" }, "\(found.findings)")
    }
    let resized = try StreamEdit.sps(try Places.fixture("bframes.h264")) { $0.picWidthInMbsMinus1 += 1 }
    var movie = try remuxed(try Places.fixture("bframes.h264"))
    let (old, new) = (try parameterSet(try Places.fixture("bframes.h264")), try parameterSet(resized))
    let place = try #require((0..<movie.count - old.count).first { movie[$0..<$0 + old.count].elementsEqual(old) })
    try #require(old.count == new.count)
    do {
      movie.replaceSubrange(place..<place + old.count, with: new)
      let found = try #require(HeaderCheck.verdict(of: input(movie)))
      #expect(found.findings.contains { $0.rule.description == "across.picture-size" }, "\(found.findings)")
    }
    #expect(HeaderCheck.verdict(of: input(Array("no media".utf8))) == nil)
  }

  /// A stream that begins after its parameter sets, and one that has them.
  @Test(arguments: ["bframes.h264", "opengop.hevc"]) func missingParameterSetsAreFound(_ name: String) throws {
    let bytes = try Places.fixture(name)
    let rule = name.hasSuffix("h264") ? "h264.unresolved" : "hevc.unresolved"
    let complete = try #require(HeaderCheck.verdict(of: input(bytes)))
    #expect(!complete.findings.contains { $0.rule.description == rule })
    var edit = StreamEdit(bytes)
    edit.units.removeAll { unit in name.hasSuffix("h264") ? [7, 8].contains(unit[0] & 31) : (32...34).contains(unit[0] >> 1 & 63) }
    let found = try #require(HeaderCheck.verdict(of: input(edit.bytes)))
    #expect(found.findings.first?.rule.description == rule, "\(found.findings)")
  }

  /// What headers show is what a check of the whole file finds too.
  @Test func wholeChecksAgree() throws {
    var files = try ["plain.mp4", "faststart.mp4", "fragmented.mp4", "hvc1.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc", "tone.aac"]
      .map { ($0, try Places.fixture($0)) }
    for path in Places.corpusFiles() where path.hasPrefix("mp4/") || path.hasPrefix("flv/") || path.hasPrefix("h264/") {
      let bytes = try Places.corpusFile(path)
      if bytes.count < 12_000, files.count < 40 { files.append((path, bytes)) }
    }
    for (name, bytes) in files {
      guard let verdict = HeaderCheck.verdict(of: input(bytes)) else { continue }
      let whole = Set(Check(input(bytes)).run().findings.map { $0.page.id.description })
      for finding in verdict.findings { #expect(whole.contains(finding.rule.description), "\(name): \(finding.rule) \(finding.message)") }
    }
  }

  /// A file with ten times the fragments or pictures costs no more reads.
  @Test func readsAreBounded() throws {
    func cost(_ bytes: [UInt8]) -> Int {
      let source = LoggedSource(bytes)
      _ = HeaderCheck.verdict(of: ProbeInput(AnyByteSource(source), name: "a file"))
      return source.log.byteCount
    }
    let stream = try Places.fixture("bframes.h264")
    let few = Array(repeating: stream, count: 30).flatMap { $0 }
    let many = Array(repeating: stream, count: 60).flatMap { $0 }
    #expect(cost(many) <= cost(few) + 1 << 16)
    // Fragments after the headers.
    let movie = try Places.fixture("fragmented.mp4")
    let moof = try #require(Data(movie).range(of: Data("moof".utf8))).lowerBound - 4
    let fragments = Array(movie[moof...])
    let long = movie + Array(repeating: fragments, count: 50).flatMap { $0 }
    let longer = movie + Array(repeating: fragments, count: 500).flatMap { $0 }
    #expect(cost(longer) < 2 * cost(long) + 1 << 20, "\(cost(long)) \(cost(longer))")
  }

  /// Damaged files are judged without a trap.
  @Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc", "tone.aac"])
  func damagedFilesAreJudged(_ name: String) throws {
    let bytes = try Places.fixture(name)
    var random = Reproducible(state: 3)
    for round in 0..<30 {
      var copy = round % 3 == 0 ? Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random))) : bytes
      for _ in 0..<6 { copy[Int.random(in: copy.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
      _ = HeaderCheck.verdict(of: input(copy))
    }
  }
}
