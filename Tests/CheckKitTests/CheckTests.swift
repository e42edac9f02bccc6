import BitstreamKit
import CheckKit
import Foundation
import ProbeKit
import RemuxKit
import TestSupport
import Testing
import H264Kit
import HEVCKit
import MP4Kit
import NALKit

@Suite struct CheckTests {
  static func check(_ bytes: [UInt8], _ options: CheckOptions = CheckOptions()) -> CheckResult {
    Check(ProbeInput(MemorySource(bytes), name: "a file"), options).run()
  }

  /// What encoders and our own writers made is not called wrong.
  @Test(arguments: [
    "plain.mp4", "faststart.mp4", "fragmented.mp4", "hvc1.mp4", "avc_aac.flv", "bframes.h264", "interlaced.h264", "opengop.hevc",
    "tone.aac",
  ]) func fixturesHaveNoErrors(_ name: String) throws {
    let result = Self.check(try Places.fixture(name))
    #expect(result.refusal == nil)
    for finding in result.findings { #expect(finding.page.severity != .error, "\(finding.page.id): \(finding.message)") }
  }

  /// A record may state a level that no parameter set has, if it is not too low.
  @Test(arguments: [(UInt8(150), true), (255, true), (29, false), (7, false)]) func recordsMayStateAHigherLevel(level: UInt8, isFine: Bool)
    throws
  {
    let bytes = try BoxEdit(Places.fixture("hvc1.mp4")).changing(
      HEVCConfigurationBox.self, "moov/trak/mdia/minf/stbl/stsd/hvc1/hvcC"
    ) { $0.config.generalLevelIdc = level }
    #expect(Self.check(bytes).findings.contains { $0.page.id.description == "across.hevc-configuration" } == !isFine)
  }

  /// What our own writers made of the fixtures has no errors in any layout.
  @Test(arguments: ["plain.mp4", "avc_aac.flv", "bframes.h264", "interlaced.h264", "opengop.hevc", "hvc1.mp4", "tone.aac"])
  func ourOwnFilesHaveNoErrors(_ name: String) throws {
    let bytes = try Places.fixture(name)
    let half = MediaTime(milliseconds: 500)
    var made: [(String, [UInt8])] = []
    for layout in [.plain, .faststart, .fragmented(half), .hybrid(half)] as [CarryOptions.Layout] {
      for (isCMAF, setsInSamples) in [(false, false), (true, false), (false, true)] {
        var options = CarryOptions()
        (options.layout, options.isCMAF, options.setsInSamples) = (layout, isCMAF, setsInSamples)
        made.append(("\(layout), CMAF \(isCMAF), sets in samples \(setsInSamples)", try remuxed(bytes, to: .mp4, options)))
      }
    }
    for target in [.flv, .byteStream, .adts] as [Remuxer.Target] {
      if let file = try? remuxed(bytes, to: target) { made.append(("\(target)", file)) }
    }
    #expect(made.count > 12)
    for (form, file) in made {
      for finding in Self.check(file).findings where finding.page.severity == .error {
        Issue.record("\(form): \(finding.page.id): \(finding.message)")
      }
    }
  }

  /// A parameter set with a surplus bit at its end is wrong and used: the pictures that refer to it are read.
  @Test func aSurplusBitIsTheOnlyFinding() throws {
    var edit = StreamEdit(try Places.fixture("opengop.hevc"))
    for index in edit.units.indices where edit.units[index][0] >> 1 & 63 == 33 {
      // The stop bit moves by one.
      var rbsp = EmulationPrevention.removing(from: edit.units[index])
      let last = rbsp.removeLast()
      rbsp += last & 1 == 1 ? [last & 0xFE, 0x80] : [last ^ (last & ~last &+ 1) | (last & ~last &+ 1) >> 1]
      edit.units[index] = EmulationPrevention.adding(to: rbsp)
    }
    #expect(RuleCase.rules(in: edit.bytes, codec: .hevc) == ["hevc.malformed"])
    // An edit reads it too, and writes a set without the bit.
    var editor = HEVCKit.StreamEditor([NALKit.StreamEdit(.sampleAspectRatio(width: 4, height: 3))])
    for index in edit.units.indices where edit.units[index][0] >> 1 & 63 < 40 && editor.wants(edit.units[index][0]) {
      if let new = try editor.rewrite(edit.units[index], at: 0) { edit.units[index] = new }
      #expect(editor.findings.isEmpty)
    }
    #expect(editor.isApplied == [true] && RuleCase.rules(in: edit.bytes, codec: .hevc).isEmpty)
  }

  /// Removal delays that wrap, a schedule within the limits of the level beside one above them, a sample aspect ratio that is not specified, and
  /// prefix units between slices are as the standard has them.
  @Test func whatTheStandardAllowsIsNotCalledWrong() throws {
    func found(_ bytes: [UInt8]) -> Set<String> { RuleCase.rules(in: bytes, codec: .h264) }
    let wrapped = found(try BufferedStream.h264(bitRate: 2_000_000, delayBits: 4, hasOnePeriod: true))
    #expect(try wrapped == found(BufferedStream.h264(bitRate: 2_000_000, hasOnePeriod: true)))
    // A stream after another one starts its counter anew, which is no wrap: its first picture is removed too early.
    let joined = try BufferedStream.h264(bitRate: 2_000_000, hasOnePeriod: true)
    #expect(found(joined + joined).contains("h264.hrd-conformance"))
    let stream = try Places.fixture("bframes.h264")
    let schedules = try StreamEdit.vui(stream) {
      var hrd = H264Kit.HRDParameters()
      hrd.schedules = [.init(), .init()]
      for (index, value) in [1000, 1_562_499].enumerated() {
        (hrd.schedules[index].bitRateValueMinus1, hrd.schedules[index].cpbSizeValueMinus1) = (UInt32(value), 1000)
      }
      ($0.nalHrdParameters, $0.lowDelayHrdFlag) = (hrd, false)
    }
    #expect(!found(schedules).contains("h264.hrd-above-level"))
    let ratio = try StreamEdit.vui(stream) { ($0.aspectRatioIdc, $0.sarWidth, $0.sarHeight) = (255, 1000, 0) }
    #expect(found(ratio) == found(stream))
    var prefixed = StreamEdit(stream)
    for index in prefixed.units.indices.reversed() where [1, 5].contains(prefixed.units[index][0] & 31) {
      prefixed.insert([prefixed.units[index][0] & 0x60 | 14, 0x80, 0, 0x07, 0x80], at: index)
    }
    #expect(!found(prefixed.bytes).contains("h264.units-inside-picture"), "\(found(prefixed.bytes))")
  }

  /// Messages before the first picture of another sequence parameter set belong to that picture.
  @Test func messagesAreReadByTheSetOfTheirPicture() throws {
    var second = StreamEdit(try Places.fixture("interlaced.h264"))
    for index in second.units.indices where [7, 8].contains(second.units[index][0] & 31) {
      try second.editH264(index) { unit in
        if case .seqParameterSet(var set) = unit.payload {
          set.seqParameterSetId = 5
          unit.payload = .seqParameterSet(set)
        } else if case .picParameterSet(var set) = unit.payload {
          set.seqParameterSetId = 5
          unit.payload = .picParameterSet(set)
        }
      }
    }
    let first = try Places.fixture("bframes.h264")
    for stream in [first + second.bytes, first + second.bytes + first + second.bytes] {
      let findings = Self.check(stream).findings.filter { ["h264.malformed", "h264.timing-without-hrd"].contains($0.page.id.description) }
      #expect(findings.isEmpty, "\(findings.map(\.message))")
    }
  }

  /// The same in H.265, where no buffering period says which set is meant.
  @Test func messagesOfH265AreReadByTheSetOfTheirPicture() throws {
    let first = try Places.fixture("opengop.hevc")
    var second = StreamEdit(first)
    for index in second.units.indices where [33, 34].contains(second.units[index][0] >> 1 & 63) {
      try second.editHEVC(index) { unit in
        if case .seqParameterSet(var set) = unit.payload {
          set.spsSeqParameterSetId = 5
          var vui = set.vuiParameters ?? HEVCKit.VUIParameters()
          vui.frameFieldInfoPresentFlag = true
          set.vuiParameters = vui
          unit.payload = .seqParameterSet(set)
        } else if case .picParameterSet(var set) = unit.payload {
          set.ppsSeqParameterSetId = 5
          unit.payload = .picParameterSet(set)
        }
      }
    }
    // pic_struct 0, source_scan_type 1, duplicate_flag 0.
    let slice = try #require(second.units.firstIndex { $0[0] >> 1 & 63 < 32 })
    second.units.insert([0x4E, 1, 1, 1, 0x05, 0x80], at: slice)
    for stream in [first + second.bytes, first + second.bytes + first + second.bytes] {
      let findings = Self.check(stream).findings.filter { ["hevc.malformed", "hevc.timing-without-hrd"].contains($0.page.id.description) }
      #expect(findings.isEmpty, "\(findings.map(\.message))")
    }
  }

  @Test func rulesAreChosenByIdentifierAndFamily() throws {
    let bytes = try Places.fixture("plain.mp4")
    #expect(Self.check(bytes).findings.map(\.page.id.description) == ["mp4.index-after-media"])
    var options = CheckOptions()
    options.ignored = ["mp4.index-after-media"]
    #expect(Self.check(bytes, options).findings.isEmpty)
    options.ignored = ["mp4"]
    #expect(Self.check(bytes, options).findings.isEmpty)
    options = CheckOptions()
    options.only = ["h264"]
    #expect(Self.check(bytes, options).findings.isEmpty)
    options.only = ["h264", "mp4.index-after-media"]
    #expect(Self.check(bytes, options).findings.count == 1)
  }

  /// `Documentation/rules.md` is made by `MEDIAPROBE_REWRITE_GOLDEN=1 swift test --filter CheckTests`.
  @Test func theDocumentationIsCurrent() throws {
    let url = Places.root.appending(path: "Documentation/rules.md")
    if ProcessInfo.processInfo.environment["MEDIAPROBE_REWRITE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Check.documentation.utf8).write(to: url)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == Check.documentation)
  }

  /// A rule is stricter for targets that need what other players do without.
  @Test func severityDependsOnTheTarget() throws {
    let untimed = try retyped(try Places.fixture("fragmented.mp4"), "moof[1]/traf[1]/tfdt", "free")
    for (bytes, target, id, usual, strict) in [
      (untimed, .dash, "mp4.fragment-time-missing", .warning, .error),
      (try Places.fixture("plain.mp4"), .web, "mp4.index-after-media", .note, .warning),
    ] as [([UInt8], CheckTarget, String, Severity, Severity)] {
      var options = CheckOptions()
      options.only = [id]
      #expect(Self.check(bytes, options).worst == usual)
      options.targets = [.rtmp]
      #expect(Self.check(bytes, options).worst == usual)
      options.targets = [target]
      let result = Self.check(bytes, options)
      #expect(result.worst == strict)
      #expect(result.count(strict) == 1)
    }
  }

  @Test func findingsBeyondTheLimitAreCounted() throws {
    var edit = StreamEdit(try Places.fixture("bframes.h264"))
    for index in edit.units.indices.reversed() { edit.insert([0x80 | 12], at: index) }
    var options = CheckOptions()
    options.only = ["h264.forbidden-zero-bit"]
    options.codec = .h264
    options.shownPerRule = 3
    let result = Self.check(edit.bytes, options)
    #expect(result.findings.count == 3)
    #expect(result.hidden.map(\.count) == [edit.units.count / 2 - 3])
    #expect(result.count(.error) == edit.units.count / 2)
  }

  /// A file is as bad if no finding is shown.
  @Test(arguments: [0, -1, Int.min]) func findingsThatAreNotShownCount(_ shown: Int) throws {
    var edit = StreamEdit(try Places.fixture("bframes.h264"))
    edit.insert([0x80 | 12], at: 1)
    var options = CheckOptions()
    options.only = ["h264.forbidden-zero-bit"]
    options.codec = .h264
    options.shownPerRule = shown
    #expect(options.shownPerRule == 0)
    let result = Self.check(edit.bytes, options)
    #expect(result.findings.isEmpty && result.hidden.map(\.count) == [1])
    #expect(result.worst == .error && result.count(.error) == 1)
  }

  @Test func knownFindingsAreLeftOut() throws {
    let result = Self.check(try Places.fixture("plain.mp4"))
    let fingerprint = try #require(result.findings.first?.fingerprint)
    #expect(fingerprint.utf8.count == 16)
    let known = try #require(Baseline(Array("{\"fingerprint\":\"\(fingerprint)\"} \"fingerprint\":\"not one at all..\"".utf8)))
      .fingerprints(of: "a file")
    #expect(known == [fingerprint])
    #expect(result.removing(known).findings.isEmpty)
    #expect(result.removing(["0123456789abcdef"]).findings.count == 1)
  }

  /// Every prefix and many damaged copies are checked to an end.
  @Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc", "tone.aac"])
  func damagedFilesAreChecked(_ name: String) throws {
    let bytes = try Places.fixture(name)
    var random = SplitMix64(state: 7)
    for _ in 0..<60 {
      var copy = Array(bytes.prefix(Int(random.next() % UInt64(bytes.count + 1))))
      _ = Self.check(copy)
      copy = bytes
      for _ in 0..<8 { copy[Int(random.next() % UInt64(copy.count))] ^= 1 << UInt8(random.next() % 8) }
      _ = Self.check(copy)
    }
  }
}

/// A small generator of reproducible numbers.
private struct SplitMix64 {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
