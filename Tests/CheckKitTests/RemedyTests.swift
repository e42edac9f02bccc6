import BitstreamKit
import CheckKit
import Foundation
import HEVCKit
import MP4Kit
import ProbeKit
import RemuxKit
import TestSupport
import Testing
import NALKit

/// Mends bytes in memory; the bytes are empty if nothing was written.
func mended(_ bytes: [UInt8], _ options: FixOptions = FixOptions()) throws -> (report: FixReport, bytes: [UInt8]) {
  let fix = Fix(AnyByteSource(MemorySource(bytes)), name: "a file", options)
  let plan = try fix.plan()
  if plan.isEmpty { return (try fix.judge(plan, nil), []) }
  let memory = MemoryOutput()
  let carried = try fix.write(plan, to: MediaOutput(memory))
  let report = try fix.judge(plan, AnyByteSource(MemorySource(memory.bytes)), carried)
  return (report, report.isWritten ? memory.bytes : [])
}

/// Each remedy mends the bad files of its rules.
@Suite struct RemedyTests {
  /// A file that lacks what the remedy needs, an image, one whose fault is the handler, which the remedy follows, four whose tables locate no
  /// sample, or some that cannot be read or are outside of the media data, and three whose broken boxes are copied. Their findings remain, as
  /// do those of tables of fragments and groups, of SBR in ADTS, whose headers cannot name it, of a stream of two encodes, and of a codec without any sequence header.
  private static let unmended: Set<String> = [
    "no AudioSpecificConfig", "a handler of text in a video track", "the second run begins at chunk 1", "a chunk at the end of the file",
    "a chunk in moov", "a fill element with SBR", "a vmhd of version 255", "an sgpd of more entries than it has",
    "size 0 inside a sample entry", "an item whose record states level 7.5", "a length field beyond its sample",
    "another rate", "a frame of Opus",
    "a sample that trun does not count", "an sbgp of fewer rows than it has",
  ]

  /// The cases of the rules that a remedy mends.
  static let cases =
    RuleCase.all.filter { item in
      Check.rules.contains { $0.id.description == item.rule && $0.mend != nil } && !unmended.contains(item.name)
    } + further

  /// Files that only a remedy tells apart from those above.
  private static let further: [RuleCase] =
    [("stsz", 8), ("stts", 4), ("stsc", 4), ("stco", 4), ("ctts", 4)].map { (type, place) in
      RuleCase(rule: "mp4.rows-left", name: "a row of \(type) that is not counted", good: { try Places.fixture("plain.mp4") }) {
        let (edit, path) = (BoxEdit($0), "moov/trak[0]/mdia/minf/stbl/\(type)")
        let count = try edit.box(path)[(place + 8)..<(place + 12)].reduce(0) { $0 << 8 | UInt32($1) }
        return try edit.patching(path, at: place, (0..<4).map { UInt8(truncatingIfNeeded: (count - 1) >> (24 - 8 * $0)) })
      }
    } + [
      RuleCase(rule: "flv.media-before-sequence-header", name: "a late AudioSpecificConfig", good: { try Places.fixture("avc_aac.flv") }) {
        var edit = TagEdit($0)
        let header = edit.tags.remove(at: 2)
        let first = edit.media(8)[0]
        edit.tags.insert(header, at: first + 1)
        edit.tags[first + 1].milliseconds = edit.tags[first].milliseconds
        return edit.bytes
      },
      RuleCase(rule: "flv.timestamp-backwards", name: "a restart", good: { try Places.fixture("avc_aac.flv") }) {
        var edit = TagEdit($0)
        edit.tags += edit.tags.dropFirst()
        return edit.bytes
      },
      RuleCase(rule: "mp4.sample-outside-file", name: "the file is cut off", good: { try Places.fixture("faststart.mp4") }) {
        Array($0.dropLast(5000))
      },
      RuleCase(rule: "mp4.sample-outside-media-data", name: "a box before moov", good: { try Places.fixture("faststart.mp4") }) { bytes in
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "moov".utf8) }) - 4
        return bytes[..<place] + makeBox("free", [UInt8](repeating: 0, count: 8)) + bytes[place...]
      },
      RuleCase(rule: "mp4.unreadable-samples", name: "the chunk offsets of one track", good: { try Places.fixture("faststart.mp4") }) {
        var bytes = $0
        shiftChunks(&bytes, in: 0) { _ in 8 }
        return bytes
      },
      RuleCase(rule: "mp4.box-fields", name: "an elst with a damaged entry_count", good: { try Places.fixture("faststart.mp4") }) {
        try BoxEdit($0).patching("moov/trak[0]/edts/elst", at: 4, [1])
      },
      RuleCase(rule: "across.sync-samples", name: "no stss", good: { try Places.fixture("plain.mp4") }) {
        try retyped($0, "moov/trak[0]/mdia/minf/stbl/stss", "free")
      },
      RuleCase(
        rule: "h264.delimiter-not-first", name: "every delimiter after the parameter sets", good: { try Places.fixture("bframes.h264") }
      ) {
        var edit = StreamEdit($0)
        for index in edit.units.indices.reversed() where edit.units[index][0] & 31 == 7 && index > 0 && edit.units[index - 1][0] & 31 == 9 {
          edit.units.swapAt(index - 1, index)
        }
        return edit.bytes
      },
    ]

  @Test(arguments: Check.rules.filter { $0.mend != nil }.map(\.id.description)) func everyMendedRuleHasACase(_ id: String) {
    #expect(Self.cases.contains { $0.rule == id })
  }

  private static func options(_ item: RuleCase) -> FixOptions {
    var options = FixOptions()
    (options.check.targets, options.check.codec) = (item.targets, item.codec)
    return options
  }

  @Test(arguments: cases) func theFindingIsGoneAndNoneIsNew(_ item: RuleCase) throws {
    let bad = try item.damage(item.good())
    let before = RuleCase.rules(in: bad, targets: item.targets, codec: item.codec)
    let (report, bytes) = try mended(bad, Self.options(item))
    #expect(report.faults.isEmpty, "\(report.faults)")
    let remaining = report.remaining.map { "\($0.page.id): \($0.reason)" }
    try #require(report.isWritten, "nothing was written; remaining: \(remaining)")
    #expect(report.proof != nil)
    let after = RuleCase.rules(in: bytes, targets: item.targets, codec: item.codec)
    #expect(!after.contains(item.rule), "remaining: \(remaining)")
    #expect(after.isSubset(of: before), "new: \(after.subtracting(before))")
    #expect(report.mended.contains { $0.page.id.description == item.rule })
  }

  /// The same file is mended with that rule alone, and what has no finding is left alone.
  @Test(arguments: cases) func oneRuleIsMendedAlone(_ item: RuleCase) throws {
    var options = Self.options(item)
    options.check.only = [item.rule]
    let bad = try item.damage(item.good())
    let (report, _) = try mended(bad, options)
    if report.isWritten { #expect(report.mended.contains { $0.page.id.description == item.rule }) }
    options.check.only = []
    options.check.ignored = Array(Set(Check.rules.map(\.family)))
    let (ignored, bytes) = try mended(bad, options)
    #expect(bytes.isEmpty && ignored.mended.isEmpty && ignored.remaining.isEmpty && !ignored.isWritten)
  }

  @Test(arguments: Remedy.allCases) func everyRemedyHasARule(_ remedy: Remedy) {
    #expect(Check.rules.contains { $0.mend == remedy })
    #expect(!remedy.text.description.isEmpty)
  }

  /// Fixtures have nothing to mend but the place of moov.
  @Test(arguments: ["faststart.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc", "tone.aac"])
  func aGoodFileIsNotWritten(_ name: String) throws {
    var options = FixOptions()
    options.check.ignored = Check.rules.filter { $0.severity == .note }.map(\.id.description)
    let (report, bytes) = try mended(try Places.fixture(name), options)
    #expect(bytes.isEmpty && report.mended.isEmpty)
    #expect(!report.isWritten)
  }
}

/// What remedies change, and what they leave alone.
@Suite struct RemedyDetailTests {
  private static let stsd = "moov/trak[0]/mdia/minf/stbl/stsd"

  /// Composition times that are made anew keep the relation to an edit list that hides the first pictures.
  @Test func hiddenPicturesStayHidden() throws {
    let input = try MediaInput(MemorySource(try Places.fixture("plain.mp4")), name: "plain.mp4")
    let from = MediaTime(milliseconds: 720)
    let cut = try MediaComposition.cutting(input, tracks: [0], from: from, to: nil, onKeyPictures: false, for: .mp4)
    let memory = MemoryOutput()
    _ = try Remuxer.carry(cut, to: .mp4, MediaOutput(memory))
    func times(_ bytes: [UInt8]) throws -> [Int64] {
      var (reader, times) = (try MediaReader(MemorySource(bytes)), [Int64]())
      while let sample = try reader.next() { times.append(sample.presentationTime) }
      return times
    }
    let bad = try BoxEdit(memory.bytes).changing(CompositionOffsetBox.self, "moov/trak[0]/mdia/minf/stbl/ctts") { box in
      var rows = Array(box.entries)
      rows[4].sampleOffset += 51
      box.entries = PackedTable(rows)
    }
    let (report, bytes) = try mended(bad)
    #expect(report.mended.contains { $0.page.id.description == "mp4.uneven-presentation" })
    #expect(try times(bytes) == times(memory.bytes) && cut.hiddenCount > 0)
  }

  /// The edits that fill a box are kept, whatever number it states.
  @Test func editsAreKept() throws {
    let good = try Places.fixture("faststart.mp4")
    let (report, bytes) = try mended(try BoxEdit(good).patching("moov/trak[0]/edts/elst", at: 4, [1]))
    #expect(report.mended.map { $0.page.id.description } == ["mp4.box-fields"])
    func edits(_ bytes: [UInt8]) throws -> [[Int64]] {
      try Movie(MemorySource(bytes)).tracks.map { ($0.editList?.entries).map { Array($0.map(\.mediaTime)) } ?? [] }
    }
    #expect(try edits(bytes) == edits(good) && edits(good).allSatisfy { !$0.isEmpty })
  }

  /// Changes that keep their size are made in place.
  @Test func headersAndEntriesAreChangedInPlace() throws {
    let plain = try Places.fixture("plain.mp4")
    var bad = try BoxEdit(plain).patching("moov/trak[0]/mdia/mdhd", at: 20, [0, 0])
    bad = try BoxEdit(bad).patching("\(Self.stsd)/avc1/pasp", at: 3, [2])
    bad = try BoxEdit(bad).patching("\(Self.stsd)/avc1", at: 24, [1, 0])
    bad = try BoxEdit(bad).changing(AVCConfigurationBox.self, "\(Self.stsd)/avc1/avcC") { $0.config.avcLevelIndication = 9 }
    var options = FixOptions()
    options.check.ignored = ["mp4.index-after-media"]
    let fix = Fix(AnyByteSource(MemorySource(bad)), name: "a file", options)
    let plan = try fix.plan()
    #expect(plan.bytePatches?.isEmpty == false)
    let report = try fix.judge(plan, fix.preview(plan))
    #expect(report.isWritten && report.remaining.isEmpty && report.mended.count == 4)
    let (_, bytes) = try mended(bad, options)
    // The fixture's language is 'und', and everything else is as it was.
    #expect(bytes == plain)
  }

  /// The number and order of fields follow the pictures, and nothing else of the file changes.
  @Test func fieldsAreChangedInPlace() throws {
    let item = try #require(RuleCase.all.first { $0.rule == "across.fields" })
    let good = try item.good()
    var options = FixOptions()
    options.check.ignored = ["mp4.index-after-media"]
    options.isInPlace = true
    let (report, bytes) = try mended(item.damage(good), options)
    #expect(report.isWritten && report.remaining.isEmpty, "\(report.faults) \(report.remaining)")
    #expect(report.mended.map(\.page.id.description) == ["across.fields"])
    #expect(bytes == good)
  }

  @Test func tagsAreChangedInPlace() throws {
    var edit = TagEdit(try Places.fixture("avc_aac.flv"))
    try edit.set([("duration", .number(3600)), ("lasttimestamp", .number(99))])
    edit.tags[4].streamID = 7
    edit.tags[5].type |= 0x80
    var bad = edit.bytes
    (bad[4], bad[bad.count - 1]) = (4, bad[bad.count - 1] ^ 1)
    var options = FixOptions()
    options.isInPlace = true
    let (report, bytes) = try mended(bad, options)
    #expect(report.isWritten && report.remaining.isEmpty, "\(report.faults) \(report.remaining)")
    #expect(report.mended.count >= 5)
    #expect(bytes.count == bad.count)
    #expect(RuleCase.rules(in: bytes).isEmpty)
  }

  /// What the tables call samples is not carried if it is not media.
  @Test func samplesOutsideOfMediaDataAreNotCarried() throws {
    let item = try #require(RuleCase.all.first { $0.rule == "mp4.sample-outside-media-data" })
    let (report, bytes) = try mended(item.damage(item.good()))
    #expect(bytes.isEmpty && !report.isWritten && report.mended.isEmpty)
    let reasons = report.remaining.filter { $0.page.id.description == "mp4.index-after-media" }.map(\.reason)
    #expect(reasons.count == 1 && reasons[0].contains("the sample tables of track 1 are damaged"), "\(reasons)")
  }

  /// Chunk offsets follow media data that was moved, in place or in a new file.
  @Test(arguments: [false, true]) func chunkOffsetsFollowTheMediaData(_ isInPlace: Bool) throws {
    let item = try #require(RemedyTests.cases.first { $0.name == "a box before moov" })
    let (whole, bad) = (try item.good(), try item.damage(item.good()))
    var options = FixOptions()
    options.isInPlace = isInPlace
    let (report, bytes) = try mended(bad, options)
    #expect(report.isWritten && report.remaining.isEmpty, "\(report.faults) \(report.remaining)")
    #expect(report.changes.contains("chunk offsets moved by 16 bytes towards the end"), "\(report.changes)")
    #expect(RuleCase.rules(in: bytes) == RuleCase.rules(in: whole))
    if isInPlace { #expect(bytes.count == bad.count) }
  }

  /// The chunk offsets of one track follow its samples.
  @Test func chunkOffsetsOfOneTrackAreCorrected() throws {
    let whole = try Places.fixture("faststart.mp4")
    var bad = whole
    shiftChunks(&bad, in: 0) { _ in 8 }
    var options = FixOptions()
    options.isInPlace = true
    let (report, bytes) = try mended(bad, options)
    #expect(bytes == whole && report.remaining.isEmpty, "\(report.faults) \(report.remaining)")
    #expect(report.changes == ["chunk offsets of track 0 moved by 8 bytes towards the start"])
  }

  /// A new file of samples that are other bytes would lack those that belong there, which 'mediaprobe recover' finds.
  @Test func unreadableSamplesAreNotCarried() throws {
    var bad = try Places.fixture("plain.mp4")
    shiftChunks(&bad, in: 0) { Int64($0 % 5) - 8 }
    let (report, bytes) = try mended(bad)
    #expect(bytes.isEmpty && !report.isWritten && report.mended.isEmpty)
    let reasons = Set(report.remaining.filter { $0.page.mend != nil }.map(\.reason))
    #expect(reasons.contains { $0.contains("'mediaprobe recover' searches") }, "\(reasons)")
  }

  /// A track whose tables are damaged is not written as an empty one, which would have no finding.
  @Test(arguments: ["stsc", "stsz", "stco", "stts"]) func damagedTracksAreNotEmptied(_ type: String) throws {
    var bad = try Places.fixture("plain.mp4")
    let place = try #require(bad.indices.first { bad[$0...].starts(with: type.utf8) })
    bad[place + 3] = UInt8(ascii: "X")
    let (report, bytes) = try mended(bad)
    if type == "stts" {
      // Times may be unknown, and the samples are still there.
      #expect(report.isWritten == !bytes.isEmpty)
      if report.isWritten {
        #expect(try MediaReader(AnyByteSource(MemorySource(bytes)), as: .mp4).movie?.tracks[0].table?.sampleCount == 25)
      }
      return
    }
    #expect(bytes.isEmpty && !report.isWritten && report.mended.isEmpty)
    #expect(
      report.remaining.contains { $0.reason.contains("none of its samples is located in media data") }, "\(report.remaining.map(\.reason))")
  }

  /// A chunk offset behind the end of a whole file is a damaged table, not a file that was cut off.
  @Test func samplesOutsideOfAWholeFileAreNotLeftOut() throws {
    let item = try #require(RuleCase.all.first { $0.name == "a chunk at the end of the file" })
    let (report, bytes) = try mended(item.damage(item.good()))
    #expect(bytes.isEmpty && !report.isWritten && report.mended.isEmpty)
    #expect(report.remaining.contains { $0.reason.contains("'mediaprobe recover' searches the media data") })
  }

  /// Without mdhd no time of a track is known.
  @Test func aTrackWithoutTimeScaleIsNotWritten() throws {
    let (report, bytes) = try mended(try retyped(Places.fixture("plain.mp4"), "moov/trak[0]/mdia/mdhd", "free"))
    #expect(bytes.isEmpty && !report.isWritten)
    #expect(report.remaining.contains { $0.reason.contains("time scale of track 0 is unknown") }, "\(report.remaining.map(\.reason))")
  }

  /// Tags after damaged bytes would be lost.
  @Test func damageBetweenTagsIsNotLeftOut() throws {
    var bad = try Places.fixture("avc_aac.flv")
    bad.replaceSubrange(4000..<4030, with: [UInt8](repeating: 0xA7, count: 30))
    let edit = TagEdit(try Places.fixture("avc_aac.flv"))
    bad[edit.offsets[12] + 1] = 7
    let (report, bytes) = try mended(bad)
    #expect(bytes.isEmpty && !report.isWritten && report.mended.isEmpty)
    #expect(report.remaining.contains { $0.reason.contains("'mediaprobe recover' keeps those") }, "\(report.remaining.map(\.reason))")
  }

  /// Frames of a second codec have no place in the track of the first.
  @Test func framesOfAnotherCodecAreNotLeftOut() throws {
    var edit = TagEdit(try Places.fixture("avc_aac.flv"))
    edit.keepsSize = false
    let sound = try #require(edit.media(8).last)
    // MP3, 44.1 kHz, 16 bits, stereo.
    edit.tags[sound].body = [0x2F] + [UInt8](repeating: 0, count: 40)
    let (report, bytes) = try mended(edit.bytes)
    #expect(bytes.isEmpty && !report.isWritten && report.mended.isEmpty)
    #expect(
      report.remaining.contains { $0.page.id.description == "flv.metadata-filesize" && $0.reason.contains("audio frames of MP3") },
      "\(report.remaining.map(\.reason))")
  }

  /// Where headers and edits agree on a length, and sound or the steps between pictures as well, the durations of the pictures do not
  /// replace it.
  @Test(arguments: [1024 as UInt32, 256, 640], [true, false])
  func doubtfulDurationsAreNotTakenOver(_ duration: UInt32, _ hasSound: Bool) throws {
    let good = try Places.fixture("plain.mp4")
    let bad = try BoxEdit(hasSound ? good : try retyped(good, "moov/trak[1]", "free")).changing(
      TimeToSampleBox.self, "moov/trak[0]/mdia/minf/stbl/stts"
    ) { box in
      var rows = Array(box.entries)
      for row in rows.indices { rows[row].sampleDelta = duration }
      box.entries = PackedTable(rows)
    }
    let (report, bytes) = try mended(bad)
    let reason = report.remaining.first { $0.page.id.description == "mp4.media-duration" }?.reason
    #expect(reason?.contains("stts is wrong") == true, "\(report.remaining.map { "\($0.page.id): \($0.reason)" })")
    #expect(bytes.isEmpty && !report.isWritten && report.mended.isEmpty)
  }

  /// Samples that no chunk has are counted.
  @Test func lostSamplesAreTold() throws {
    let bad = try BoxEdit(Places.fixture("plain.mp4")).changing(ChunkOffsetBox.self, "moov/trak[0]/mdia/minf/stbl/stco") {
      $0.chunkOffsets = PackedTable(Array($0.chunkOffsets.dropLast()))
    }
    let (report, _) = try mended(bad)
    #expect(report.isWritten, "\(report.faults)")
    #expect(report.changes.contains { $0.hasPrefix("track 0 has ") && $0.contains(" of 25 samples") }, "\(report.changes)")
  }

  /// An output with a finding that the source has not is not kept, although its samples are those of the source.
  @Test func aNewFindingIsRefused() throws {
    let bad = try BoxEdit(try Places.fixture("plain.mp4")).patching("moov/trak[0]/mdia/mdhd", at: 20, [0, 0])
    let fix = Fix(AnyByteSource(MemorySource(bad)), name: "a file")
    let plan = try fix.plan()
    let memory = MemoryOutput()
    let carried = try fix.write(plan, to: MediaOutput(memory))
    let good = try fix.judge(plan, AnyByteSource(MemorySource(memory.bytes)), carried)
    #expect(good.isWritten && good.faults.isEmpty && !good.mended.isEmpty)
    let worse = try BoxEdit(memory.bytes).patching("\(Self.stsd)/avc1/pasp", at: 3, [2])
    let report = try fix.judge(plan, AnyByteSource(MemorySource(worse)), carried)
    #expect(!report.isWritten && report.mended.isEmpty)
    #expect(report.faults.count == 1 && report.faults[0].contains("across.pixel-aspect-ratio"), "\(report.faults)")
    #expect(report.remaining.contains { $0.page.id.description == "mp4.language" && $0.reason == "the output was not kept" })
  }

  /// fiel states one field for frames, else two and which one is coded first.
  @Test(
    arguments: [(0, [1, 0], [2, 1]), (1, [2, 1], [1, 0]), (1, [2, 1], [2, 6]), (2, [2, 6], [2, 1])] as [(Int, [UInt8], [UInt8])])
  func fieldHandlingFollowsThePictures(_ kind: Int, _ right: [UInt8], _ wrong: [UInt8]) throws {
    var stream = StreamEdit(try Places.fixture(kind == 0 ? "bframes.h264" : "interlaced.h264"))
    if kind > 0 { try split(&stream, bottomFirst: kind == 2) }
    let movie = try remuxed(stream.bytes)
    let (good, bad) = try (
      BoxEdit(movie).adding(makeBox("fiel", right), to: "\(Self.stsd)/avc1"),
      BoxEdit(movie).adding(makeBox("fiel", wrong), to: "\(Self.stsd)/avc1")
    )
    #expect(!RuleCase.rules(in: good).contains("across.fields"))
    var options = FixOptions()
    options.check.only = ["across.fields"]
    let (report, bytes) = try mended(bad, options)
    #expect(report.isWritten && report.remaining.isEmpty, "\(report.faults) \(report.remaining)")
    #expect(report.mended.map(\.page.id.description) == ["across.fields"])
    #expect(bytes == good)
  }

  /// Codes each slice of a frame as two fields, whose slice data no decoder could read.
  private func split(_ stream: inout StreamEdit, bottomFirst: Bool) throws {
    for index in stream.units.indices.reversed() where [1, 5].contains(stream.units[index][0] & 31) {
      stream.insert(stream.units[index], at: index)
      for (place, isBottom) in [(index, bottomFirst), (index + 1, !bottomFirst)] {
        try stream.editH264(place) { unit in
          guard case .slice(var layer) = unit.payload else { return }
          (layer.sliceHeader.fieldPicFlag, layer.sliceHeader.bottomFieldFlag) = (true, isBottom)
          layer.sliceHeader.deltaPicOrderCntBottom = nil
          unit.payload = .slice(layer)
        }
      }
    }
  }

  /// The edit begins where iTunSMPB says, and ends where it did.
  @Test func theEditFollowsThePriming() throws {
    let item = try #require(RuleCase.all.first { $0.rule == "across.priming" })
    let bad = try item.damage(item.good())
    let before = try #require(try MediaReader(MemorySource(bad)).movie)
    let (report, bytes) = try mended(bad)
    #expect(report.isWritten, "\(report.faults) \(report.remaining)")
    let after = try #require(try MediaReader(MemorySource(bytes)).movie)
    let (old, new) = (try #require(before.tracks[1].editList?.entries.first), try #require(after.tracks[1].editList?.entries.first))
    #expect(old.mediaTime == 1024 && new.mediaTime == 2112)
    func end(_ entry: EditListBox.Entry, _ movie: Movie<AnyByteSource>) -> Double {
      Double(entry.mediaTime) / Double(movie.tracks[1].timescale) + Double(entry.editDuration) / Double(movie.timescale)
    }
    #expect(abs(end(old, before) - end(new, after)) < 0.002)
  }

  /// The VUI states the rate of the samples, and nothing else of the set changes.
  @Test func theVUIFollowsTheSamples() throws {
    let item = try #require(RuleCase.all.first { $0.rule == "across.frame-rate" })
    let good = try #require(try MediaReader(MemorySource(item.good())).movie)
    let (report, bytes) = try mended(item.damage(item.good()))
    #expect(report.isWritten, "\(report.faults) \(report.remaining)")
    let movie = try #require(try MediaReader(MemorySource(bytes)).movie)
    let set = try #require(movie.tracks[0].descriptions[0].avc?.parameterSets().sets.firstSeqParameterSet)
    #expect(set.frameRate?.value == 25)
    var expected = try #require(good.tracks[0].descriptions[0].avc?.parameterSets().sets.firstSeqParameterSet)
    expected.vuiParameters?.timingInfo = set.vuiParameters?.timingInfo
    #expect(set == expected)
  }

  /// Composition times come back as they were before the table was lost.
  @Test func compositionTimesAreThoseThatWereLost() throws {
    let item = try #require(RuleCase.all.first { $0.rule == "across.composition-order" && $0.name == "no ctts" })
    let good = try item.good()
    let (report, bytes) = try mended(item.damage(good))
    #expect(report.isWritten, "\(report.faults) \(report.remaining)")
    #expect(try times(bytes) == times(good))
    let edits = try [bytes, good].map { try MediaReader(MemorySource($0)).movie?.tracks[0].editList?.entries.map(\.mediaTime) }
    #expect(edits[0] == edits[1])
  }

  /// A damaged parameter set, which changes how picture order counts are read, does not displace pictures.
  @Test(arguments: [1, 5]) func damagedSetsDoNotDecideTimes(_ place: Int) throws {
    let good = try Places.fixture("plain.mp4")
    let tree = try BoxTree(MemorySource(good))
    // 8 bytes of the record precede the set.
    let offset = Int(tree.nodes[try #require(tree["\(Self.stsd)/avc1/avcC"])].place.payloadOffset) + 8 + place
    for bit in 0..<8 {
      var bad = good
      bad[offset] ^= 1 << UInt8(bit)
      let (report, bytes) = try mended(bad)
      if report.isWritten { #expect(try times(bytes) == times(good), "bit \(bit): \(report.changes)") }
    }
  }

  /// The presentation times of the first track.
  private func times(_ bytes: [UInt8]) throws -> [Int64] {
    var (reader, all) = (try MediaReader(MemorySource(bytes), track: 0), [] as [Int64])
    while let sample = try reader.next() { all.append(sample.presentationTime) }
    return all
  }

  @Test func theContainerCanBePreferred() throws {
    let bad = try BoxEdit(try Places.fixture("plain.mp4")).patching("\(Self.stsd)/avc1/pasp", at: 3, [2])
    var options = FixOptions()
    options.preferred = .container
    let (report, bytes) = try mended(bad, options)
    #expect(report.isWritten && report.remaining.isEmpty, "\(report.faults) \(report.remaining)")
    #expect(report.changes.contains { $0.hasPrefix("sequence parameter set 0 of track 0") })
    let reader = try MediaReader(MemorySource(bytes))
    #expect(reader.movie?.tracks[0].descriptions[0].pixelAspectRatio?.hSpacing == 2)
    #expect(reader.movie?.tracks[0].descriptions[0].avc?.parameterSets().sets.firstSeqParameterSet?.sampleAspectRatio?.numerator == 2)
  }

  /// Parameter sets that are in the samples alone are moved into the entry.
  @Test func setsAreMovedIntoTheEntry() throws {
    let stream = try Places.fixture("opengop.hevc")
    let movie = try remuxed(stream)
    let entry = "\(Self.stsd)/hvc1"
    let box = try #require(try BoxTree(MemorySource(movie))["\(entry)/hvcC"])
    var tree = try BoxTree(MemorySource(movie))
    let sets = try tree.read(HEVCConfigurationBox.self, at: box).config.arrays.flatMap { $0.nalUnits }
    #expect(sets.count == 3)
    // The samples with the sets in front of each key picture, in an entry without any.
    let bad = try withSetsInSamples(movie, sets)
    var options = FixOptions()
    options.check.targets = [.safari]
    let before = RuleCase.rules(in: bad, targets: [.safari])
    #expect(before.contains("apple.sample-entry"))
    let (report, bytes) = try mended(bad, options)
    #expect(report.isWritten, "\(report.faults) \(report.remaining)")
    #expect(RuleCase.rules(in: bytes, targets: [.safari]).isEmpty)
    let reader = try MediaReader(MemorySource(bytes))
    let description = try #require(reader.movie?.tracks[0].descriptions.first)
    #expect(description.type == "hvc1")
    #expect(description.hevc?.arrays.map(\.arrayCompleteness) == [true, true, true])
    #expect(description.hevc?.arrays.flatMap { $0.nalUnits } == sets)
    // The pictures are those of the movie that had no sets in its samples.
    #expect(try samples(bytes) == samples(movie))
  }

  /// The bytes of all samples of the first track.
  private func samples(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var reader = try MediaReader(MemorySource(bytes), track: 0)
    var all: [[UInt8]] = []
    while let sample = try reader.next() { all.append(Array(bytes[Int(sample.offset)..<Int(sample.offset + sample.size)])) }
    return all
  }

  /// A movie of `hev1` whose record is empty, and whose key pictures have the sets in front.
  private func withSetsInSamples(_ movie: [UInt8], _ sets: [[UInt8]]) throws -> [UInt8] {
    var reader = try MediaReader(MemorySource(movie), track: 0)
    let track = reader.tracks[0]
    let scale = track.timescale ?? 1000
    var settings = MovieInputSettings(try MovieFormat(track))
    (settings.timescale, settings.parameterSetsInSamples) = (scale, true)
    let memory = MemoryOutput()
    let writer = try MovieWriter(MediaOutput(memory), layout: .plain)
    let input = try writer.addInput(settings)
    try writer.startSession(atSourceTime: .zero)
    while let sample = try reader.next() {
      var bytes = Array(movie[Int(sample.offset)..<Int(sample.offset + sample.size)])
      if sample.isKey { bytes = sets.flatMap { bigEndian(UInt32($0.count)) + $0 } + bytes }
      try input.append(
        bytes, presentationTimeStamp: MediaTime(value: sample.presentationTime, timescale: scale) ?? .zero,
        decodeTimeStamp: MediaTime(value: sample.decodeTime, timescale: scale) ?? .zero, isSync: sample.isKey)
    }
    try writer.finishWriting()
    let entry = "\(Self.stsd)/hev1/hvcC"
    // The last box of the file is moov, so that the media stay where they are.
    #expect(try BoxTree(MemorySource(memory.bytes))[entry] != nil)
    return try BoxEdit(memory.bytes).changing(HEVCConfigurationBox.self, entry) { $0.config.arrays = [] }
  }

  @Test func damagedFilesAreRefusedOrMended() throws {
    for name in ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc", "tone.aac"] {
      let bytes = try Places.fixture(name)
      var state: UInt64 = 11
      func random(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % max(1, limit)
      }
      for round in 0..<12 {
        var copy = bytes
        if round % 3 == 0 { copy = Array(copy.prefix(random(copy.count))) }
        for _ in 0..<6 where !copy.isEmpty { copy[random(copy.count)] ^= UInt8(1 << random(8)) }
        let before = RuleCase.rules(in: copy)
        guard let (report, output) = try? mended(copy) else { continue }
        if !report.isWritten { continue }
        for rule in RuleCase.rules(in: output).subtracting(before) {
          // What comes with the remedy of an error is less than one, and named.
          let left = report.remaining.first { $0.page.id.description == rule }
          #expect(left.map { $0.page.severity < .error && $0.reason.hasPrefix("it comes with the remedies") } == true, "\(rule)")
        }
      }
    }
  }

  /// A recording that was cut off is mended wherever it ends: pictures that are left out and sound that ends before the pictures are no reason
  /// to refuse.
  @Test(arguments: ["avc_aac.flv", "fragmented.mp4", "faststart.mp4"], 1...17) func cutOffFilesAreMended(_ name: String, _ part: Int) throws
  {
    let bytes = try Places.fixture(name)
    let (report, output) = try mended(Array(bytes.prefix(bytes.count / 2 + bytes.count * part / 36)))
    #expect(report.isWritten, "\(report.faults)")
    let errors = Check(ProbeInput(AnyByteSource(MemorySource(output)), name: "a file"), CheckOptions()).run().findings
    for finding in errors { #expect(finding.page.severity < .error, "\(finding.page.id): \(finding.message)") }
  }
}

/// A track whose time scale is lost gets that in which its pictures, or its audio frames, have the rate of their parameter sets.
@Test(arguments: ["plain.mp4", "fragmented.mp4"], [0, 1]) func lostTimeScalesAreMended(_ name: String, _ track: Int) throws {
  let whole = try Places.fixture(name)
  let bytes = try BoxEdit(whole).patching("moov/trak[\(track)]/mdia/mdhd", at: 12, [0, 0, 0, 0])
  let (report, mended) = try mended(bytes)
  #expect(report.isWritten && report.mended.contains { $0.page.id.description == "mp4.zero-timescale" })
  #expect(report.changes.contains { $0.hasPrefix("the time scale of track \(track) is 0: it is") }, "\(report.changes)")
  let before = try MediaReader(MemorySource(whole)).tracks.map(\.timescale)
  #expect(try MediaReader(MemorySource(mended)).tracks.map(\.timescale) == before)
}

/// A new file of fragments that repeat or are in the wrong order would have their samples at wrong times; `recover` puts them in order.
@Test(arguments: [[0, 1, 1, 2], [0, 2, 1]]) func fragmentsOutOfOrderAreNotWrittenAnew(order: [Int]) throws {
  let whole = try Places.fixture("fragmented.mp4")
  let starts = try BoxTree(MemorySource(whole)).find("moof").map { Int($0) }
  let tree = try BoxTree(MemorySource(whole))
  let places = starts.map { Int(tree.nodes[$0].place.offset) }
  try #require(places.count > 2)
  let ends = Array(places.dropFirst()) + [Int(tree.find("mfra").first.map { tree.nodes[$0].place.offset } ?? UInt64(whole.count))]
  var bytes = Array(whole[..<places[0]])
  for index in order + Array(3..<places.count) { bytes += whole[places[index]..<ends[index]] }
  let (report, _) = try mended(bytes)
  #expect(!report.isWritten && report.remaining.contains { $0.reason.contains("recover") }, "\(report.remaining.map(\.reason))")
}
