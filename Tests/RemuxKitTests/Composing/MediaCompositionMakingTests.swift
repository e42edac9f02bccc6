import BitstreamKit
import Foundation
import H264Kit
import MP4Kit
import RemuxKit
import TestSupport
import Testing
import NALKit

private func time(_ milliseconds: Int64) -> MediaTime { MediaTime(milliseconds: milliseconds) }

private let sources = [
  "plain.mp4", "faststart.mp4", "fragmented.mp4", "avc_aac.flv", "hvc1.mp4", "bframes.h264", "interlaced.h264", "opengop.hevc", "tone.aac",
]

/// Ranges that start and end on key pictures, between them, within a picture, and at the ends of the file.
private let parts: [(Int64?, Int64?)] = [(nil, nil), (0, 400), (120, 333), (301, 302), (480, nil), (500, 5000)]

@Suite struct CutTests {
  @Test(arguments: sources, [0, 1, 2, 3, 4, 5]) func everyPartIsWrittenAsItWasAskedFor(source: String, part: Int) throws {
    let input = try mediaInput(try Places.fixture(source))
    let (from, to) = parts[part]
    if source == "hvc1.mp4", (from ?? 0) >= 400 { return }
    for layout in [CarryOptions.Layout.plain, .faststart, .fragmented(time(200))] {
      let composition = try MediaComposition.cutting(
        input, tracks: Array(input.reader.tracks.indices), from: from.map(time), to: to.map(time), onKeyPictures: false, for: .mp4)
      let result = try written(composition, .mp4, layout)
      #expect(result.difference == nil, "\(result.difference ?? "")")
      #expect(result.report.findings.isEmpty)
      // The duration is the requested one, clipped to the file.
      let reader = try MediaReader(MemorySource(result.bytes))
      let movie = try #require(reader.movie)
      for track in movie.tracks {
        let shown = try #require(track.timeline(movieTimescale: movie.timescale).duration)
        let seconds = Double(shown) / Double(movie.timescale)
        let length = Double(min(to ?? 1100, source == "hvc1.mp4" ? 400 : 1100) - (from ?? 0)) / 1000
        #expect(seconds <= length + 0.001 && seconds > 0, "\(seconds) of \(length)")
        if let to, to <= 400 { #expect(abs(seconds - length) < 0.001) }
      }
      #expect(reader.findings.isEmpty)
    }
  }

  /// A QuickTime movie may show media faster; a part has its own speed, and says so.
  @Test func anotherRateIsNamed() throws {
    let bytes = try BoxEdit(try Places.fixture("plain.mp4")).patching("moov/trak[0]/edts/elst", at: 16, [0, 2])
    let input = try mediaInput(bytes)
    let note = "the edit list of track 0 shows media at another rate than 1, which is lost"
    let part = try MediaComposition.cutting(input, tracks: [0, 1], from: time(100), to: time(300), onKeyPictures: false, for: .mp4)
    #expect(part.notes.contains { $0.contains(note) }, "\(part.notes)")
    let joined = try MediaComposition.joining([input, input], tracks: [0, 1], for: .mp4)
    #expect(joined.notes.contains { $0.contains(note) }, "\(joined.notes)")
    let plain = try mediaInput(Places.fixture("plain.mp4"))
    let own = try MediaComposition.cutting(plain, tracks: [0, 1], from: time(100), to: time(300), onKeyPictures: false, for: .mp4)
    #expect(!own.notes.contains { $0.contains("another rate") })
  }

  @Test(arguments: sources) func onKeyPicturesNothingIsHidden(source: String) throws {
    let input = try mediaInput(try Places.fixture(source))
    guard input.reader.tracks[0].kind == .video else { return }
    let composition = try MediaComposition.cutting(
      input, tracks: [0], from: time(100), to: time(300), onKeyPictures: true, for: .mp4)
    let result = try written(composition, .mp4)
    #expect(result.difference == nil)
    let (_, tracks) = try samples(result.bytes)
    let whole = try samples(try Places.fixture(source)).tracks[0]
    let keys = whole.indices.filter { whole[$0].isKey }
    #expect(tracks[0].count == (keys.count > 1 ? keys[1] : whole.count))
    #expect(tracks[0][0].isKey)
  }

  /// FLV and byte streams cannot hide samples.
  @Test(arguments: ["plain.mp4", "avc_aac.flv", "opengop.hevc", "bframes.h264"]) func otherTargetsGetGroups(source: String) throws {
    let input = try mediaInput(try Places.fixture(source))
    let all = try samples(try Places.fixture(source)).tracks[0]
    let keys = all.indices.filter { all[$0].isKey }
    try #require(keys.count == 3)
    for target in [Remuxer.Target.flv, .byteStream] {
      let composition = try MediaComposition.cutting(
        input, tracks: Array(input.reader.tracks.indices), from: time(700), to: time(900), onKeyPictures: false, for: target)
      let result = try written(composition, target)
      #expect(result.difference == nil, "\(result.difference ?? "")")
      let (_, tracks) = try samples(result.bytes)
      // The open group loses its leading pictures; those of the next group are in the range, so that group is included.
      let from = all[keys[1]...].filter { $0.presentationTime >= all[keys[1]].presentationTime }
      let isOpen = source == "opengop.hevc"
      #expect(tracks[0].count == (isOpen ? from.count : keys[2] - keys[1]), "\(tracks[0].count)")
      #expect(tracks[0][0].isKey)
      #expect(composition.notes[0].contains("whole groups"))
    }
  }

  /// Pictures that refer to cut-off pictures are dropped: no RASL pictures follow the first CRA picture.
  @Test func leadingPicturesOfAnOpenGroupAreLeftOut() throws {
    let bytes = try Places.fixture("opengop.hevc")
    let input = try mediaInput(bytes)
    let composition = try MediaComposition.cutting(input, tracks: [0], from: time(600), to: nil, onKeyPictures: false, for: .byteStream)
    let stream = try written(composition, .byteStream).bytes
    var parser = AnnexBParser()
    var (types, cursor) = ([UInt8](), 0)
    while let unit = parser.next(in: stream, from: &cursor, to: stream.count) { types.append((unit.headByte(0) ?? 0) >> 1 & 63) }
    let slices = types.filter { $0 < 32 }
    #expect(slices.first == 21)
    let second = slices.dropFirst().firstIndex { $0 >= 16 } ?? slices.endIndex
    #expect(!slices[..<second].contains { $0 == 8 || $0 == 9 })
    #expect(composition.notes.contains { $0.contains("leading pictures dropped") })
  }

  @Test func whatCannotBeCutIsSaid() throws {
    let input = try mediaInput(try Places.fixture("plain.mp4"))
    func cut(_ from: Int64, _ to: Int64?) throws -> MediaComposition {
      try MediaComposition.cutting(input, tracks: [0, 1], from: time(from), to: to.map(time), onKeyPictures: false, for: .mp4)
    }
    #expect(throws: MediaError.unsupported("the file is only 1.000s long")) { try cut(1000, nil) }
    #expect(throws: MediaError.unsupported("there is nothing between the two times")) { try cut(500, 500) }
    #expect(throws: MediaError.unsupported("there is nothing between the two times")) { try cut(500, 100) }
  }
}

@Suite struct JoinTests {
  /// Each file starts when the longest track of the preceding file has ended, and keeps its internal timing.
  @Test(arguments: ["plain.mp4", "avc_aac.flv", "fragmented.mp4"], ["plain.mp4", "avc_aac.flv"])
  func tracksStayTogetherAtTheJoint(first: String, second: String) throws {
    let names = [first, second, first]
    let inputs = try names.map { try mediaInput(try Places.fixture($0), $0) }
    var (expected, place): ([[Double]], Double) = ([[], []], 0)
    for name in names {
      let (times, span) = try shownTimes(try Places.fixture(name))
      for track in 0..<2 { expected[track] += times[track].map { $0 + place } }
      place += span
    }
    for (target, layout) in [(Remuxer.Target.mp4, CarryOptions.Layout.plain), (.mp4, .fragmented(time(300))), (.flv, .plain)] {
      let composition = try MediaComposition.joining(inputs, tracks: [0, 1], for: target)
      let result = try written(composition, target, layout)
      #expect(result.difference == nil, "\(result.difference ?? "")")
      #expect(result.report.findings.isEmpty)
      let tracks = try samples(result.bytes).tracks
      for track in tracks { #expect(zip(track, track.dropFirst()).allSatisfy { $0.decodeTime <= $1.decodeTime }) }
      let times = try shownTimes(result.bytes).times
      // Priming is audible in targets that cannot hide it; pictures are the same in all targets.
      for track in 0..<(target == .mp4 ? 2 : 1) {
        let shift = target == .mp4 ? 0 : (times[track].min() ?? 0) - (expected[track].min() ?? 0)
        #expect(times[track].count == expected[track].count)
        let late = zip(times[track], expected[track]).map { abs($0 - shift - $1) }.max() ?? 1
        #expect(late < 0.003, "track \(track) is \(late) s from its time")
      }
    }
  }

  /// FLV shows the pictures that an edit list hides: the next file follows them, with its sound.
  @Test func hiddenPicturesOfAPartDoNotOverlapInFLV() throws {
    let whole = try mediaInput(try Places.fixture("plain.mp4"))
    let cut = try MediaComposition.cutting(whole, tracks: [0, 1], from: time(220), to: time(700), onKeyPictures: false, for: .mp4)
    #expect(cut.hiddenCount > 0)
    let part = try written(cut, .mp4).bytes
    let joined = try MediaComposition.joining([try mediaInput(part), try mediaInput(part)], tracks: [0, 1], for: .flv)
    let result = try written(joined, .flv)
    #expect(result.difference == nil, "\(result.difference ?? "")")
    let tracks = try samples(result.bytes).tracks
    let shown = tracks[0].map(\.presentationTime).sorted()
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 < $1 })
    // Both parts have the same distance of sound and picture. The second one lacks the hidden frame at its start.
    let (half, first) = (tracks[0].count / 2, try samples(part).tracks[1].count)
    let distances = [(0, 1), (1, first)].map { part, frame in
      (tracks[1][frame].presentationTime, tracks[0][part * half..<(part + 1) * half].map(\.presentationTime).min() ?? 0)
    }
    #expect(abs((distances[0].0 - distances[0].1) - (distances[1].0 - distances[1].1)) <= 1, "\(distances)")
    #expect(try MediaComposition.joining([try mediaInput(part), try mediaInput(part)], tracks: [0, 1], for: .mp4).hasSeveralEdits)
    #expect(!cut.hasSeveralEdits)
  }

  /// The pictures of whole files need one edit, also where files start between two units of their time scale.
  @Test func wholeFilesNeedOneEdit() throws {
    let names = ["avc_aac.flv", "plain.mp4", "avc_aac.flv", "avc_aac.flv"]
    let inputs = try names.map { try mediaInput(try Places.fixture($0), $0) }
    let bytes = try written(try MediaComposition.joining(inputs, tracks: [0, 1], for: .mp4), .mp4).bytes
    let movie = try #require(try MediaReader(MemorySource(bytes)).movie)
    #expect(movie.tracks[0].editList?.entries.count { $0.mediaTime >= 0 } == 1)
  }

  /// Pictures that are decoded after the end of a part, as references, are hidden: what follows does not show them.
  @Test(arguments: ["plain.mp4", "bframes.h264", "interlaced.h264", "avc_aac.flv"])
  func hiddenPicturesOfAPartStayHidden(second: String) throws {
    func movie(_ name: String) throws -> [UInt8] {
      try written(try MediaComposition.joining([try mediaInput(try Places.fixture(name))], tracks: [0], for: .mp4), .mp4).bytes
    }
    let (first, other) = (try mediaInput(try movie("bframes.h264")), try movie(second))
    let (next, whole) = (try mediaInput(other), try shownTimes(other).times[0])
    var hidden: UInt64 = 0
    for end in stride(from: Int64(80), to: 960, by: 40) {
      let cut = try MediaComposition.cutting(first, tracks: [0], from: nil, to: time(end), onKeyPictures: false, for: .mp4)
      hidden += cut.hiddenCount
      let part = try written(cut, .mp4).bytes
      let joined = try MediaComposition.joining([try mediaInput(part), next], tracks: [0], for: .mp4)
      for layout in [CarryOptions.Layout.plain, .fragmented(time(300))] {
        let result = try written(joined, .mp4, layout)
        #expect(result.difference == nil, "\(result.difference ?? "")")
        let (found, expected) = (
          try shownTimes(result.bytes).times[0].sorted(), try shownTimes(part).times[0] + whole.map { $0 + Double(end) / 1000 }
        )
        #expect(found.count == expected.count, "cut at \(end) ms")
        #expect(zip(found, expected.sorted()).allSatisfy { abs($0 - $1) < 0.002 }, "cut at \(end) ms")
      }
    }
    #expect(hidden > 0)
  }

  /// A track has one rotation: files with another one are named.
  @Test func otherRotationsAreFound() throws {
    let upright = try Places.fixture("plain.mp4")
    var turned = upright
    // The matrix of the first tkhd, 44 bytes after its type.
    let header = try #require(turned.indices.first { turned[$0...].starts(with: Array("tkhd".utf8)) })
    for (place, value) in [(0, Int32(0)), (1, 0x10000), (3, -0x10000), (4, 0)] {
      for byte in 0..<4 { turned[header + 44 + 4 * place + byte] = UInt8(truncatingIfNeeded: value >> Int32(24 - 8 * byte)) }
    }
    func findings(_ files: [[UInt8]], _ target: Remuxer.Target) throws -> [String] {
      let inputs = try files.enumerated().map { try mediaInput($1, "file \($0)") }
      return try MediaComposition.joining(inputs, tracks: [0, 1], for: target).findings
    }
    #expect(
      try findings([upright, turned], .mp4) == [
        "file 1: its pictures are to be rotated by 90° and are shown with the rotation of file 0, 0°"
      ])
    #expect(try findings([turned, turned], .mp4).isEmpty)
    #expect(try findings([upright, turned], .flv).isEmpty)
  }

  /// A different configuration creates another sample description or sequence header, or parameter sets in the stream.
  @Test func configurationsMayDiffer() throws {
    let inputs = try ["bframes.h264", "interlaced.h264"].map { try mediaInput(try Places.fixture($0), $0) }
    let movie = try written(try MediaComposition.joining(inputs, tracks: [0], for: .mp4), .mp4)
    #expect(movie.difference == nil, "\(movie.difference ?? "")")
    let (reader, tracks) = try samples(movie.bytes)
    #expect(reader.movie?.tracks[0].descriptions.count == 2)
    #expect(Set(tracks[0].map(\.descriptionIndex)) == [1, 2])
    let video = try written(try MediaComposition.joining(inputs, tracks: [0], for: .flv), .flv)
    #expect(video.difference == nil)
    #expect(sequenceHeaders(video.bytes) == 2)
    let stream = try written(try MediaComposition.joining(inputs, tracks: [0], for: .byteStream), .byteStream)
    #expect(stream.difference == nil)
    let before = try inputs.indices.map { try samples(try Places.fixture(["bframes.h264", "interlaced.h264"][$0])).tracks[0].count }
    #expect(try samples(stream.bytes).tracks[0].count == before.reduce(0, +))
    // Joining a file to itself needs one description.
    let twice = try written(try MediaComposition.joining([inputs[0], inputs[0]], tracks: [0], for: .mp4), .mp4)
    #expect(try samples(twice.bytes).reader.movie?.tracks[0].descriptions.count == 1)
  }

  private func sequenceHeaders(_ bytes: [UInt8]) -> Int {
    var (count, place) = (0, 13)
    while place + 11 < bytes.count {
      let size = Int(bytes[place + 1]) << 16 | Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      if bytes[place] == 9, bytes[place + 12] == 0 { count += 1 }
      place += 11 + size + 4
    }
    return count
  }

  @Test func whatDoesNotGoTogetherIsRefused() throws {
    func join(_ names: String...) throws -> MediaComposition {
      let inputs = try names.map { try mediaInput(try Places.fixture($0), $0) }
      return try MediaComposition.joining(inputs, tracks: Array(inputs[0].reader.tracks.indices), for: .mp4)
    }
    #expect(throws: MediaError.unsupported("track 0 of opengop.hevc is H.265, and that of bframes.h264 is H.264")) {
      try join("bframes.h264", "opengop.hevc")
    }
    #expect(throws: MediaError.unsupported("bframes.h264 has no track of audio to join to track 1 of plain.mp4")) {
      try join("plain.mp4", "bframes.h264")
    }
    #expect(throws: MediaError.unsupported("only one of avc_aac.flv and bframes.h264 is a byte stream: remux it to a container first")) {
      let inputs = try ["avc_aac.flv", "bframes.h264"].map { try mediaInput(try Places.fixture($0), $0) }
      return try MediaComposition.joining(inputs, tracks: [0], for: .flv)
    }
  }
}

@Suite struct MergeTests {
  @Test(arguments: ["bframes.h264", "opengop.hevc", "plain.mp4", "avc_aac.flv"]) func aTrackGoesBesideAnother(video: String) throws {
    let inputs = [try mediaInput(try Places.fixture(video), video), try mediaInput(try Places.fixture("tone.aac"), "tone.aac")]
    for target in [Remuxer.Target.mp4, .flv] {
      for isShort in [false, true] {
        let composition = try MediaComposition.merging(inputs, tracks: [[0], [0]], endsWithShortest: isShort, for: target)
        let result = try written(composition, target)
        #expect(result.difference == nil, "\(result.difference ?? "")")
        let (reader, tracks) = try samples(result.bytes)
        #expect(reader.tracks.map(\.kind) == [.video, .audio])
        if !isShort {
          #expect(tracks[0].count == (try samples(try Places.fixture(video)).tracks[0].count))
          #expect(tracks[1].count == (try samples(try Places.fixture("tone.aac")).tracks[0].count))
        }
      }
    }
  }
}

/// `fragmented.mp4` as recorded from a stream that was running for this time.
private func running(seconds: UInt64) throws -> [UInt8] {
  var bytes = try Places.fixture("fragmented.mp4")
  for place in 0..<bytes.count - 8 where bytes[place..<place + 4].elementsEqual("tfdt".utf8) {
    // track_ID follows the header of tfhd, which precedes tfdt; version 1 has 64 bits after version and flags.
    let head = try #require((0..<place).last { bytes[$0..<$0 + 4].elementsEqual("tfhd".utf8) })
    let scale: UInt64 = bytes[head + 11] == 1 ? 12_800 : 44_100
    let time = bytes[place + 8..<place + 16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } + seconds * scale
    for byte in 0..<8 { bytes[place + 8 + byte] = UInt8(truncatingIfNeeded: time >> UInt64(56 - 8 * byte)) }
  }
  return bytes
}

@Suite struct GapNoteTests {
  /// A list that is empty between two edits is kept, and noted; one that is empty before them is no gap. An edit that hides the end of its
  /// media does not go on into the gap after it.
  @Test(arguments: [([500, -300, 500], true), ([-300, 1000], false), ([500, 500], false), ([-300, 500], true)] as [([Int64], Bool)])
  func emptyEditsBetweenOthersAreNoted(_ edits: [Int64], _ isNoted: Bool) throws {
    let bytes = try BoxEdit(try Places.fixture("plain.mp4")).changing(EditListBox.self, "moov/trak[0]/edts/elst") { box in
      var (rows, media) = ([EditListBox.Entry](), box.entries[0].mediaTime)
      for length in edits {
        var row = box.entries[0]
        (row.editDuration, row.mediaTime) = (length.magnitude, length < 0 ? -1 : media)
        if length > 0 { media += length * 12_800 / 1000 }
        rows.append(row)
      }
      box.entries = PackedTable(rows, layout: box.entries.layout)
    }
    let inputs = [try mediaInput(bytes, "first"), try mediaInput(try Places.fixture("plain.mp4"), "second")]
    let joined = try written(try MediaComposition.joining(inputs, tracks: [0, 1], for: .mp4), .mp4)
    let words = "track 0, video: FFmpeg and browsers may play its start in the gap between two edits"
    #expect(joined.difference == nil && joined.report.notes.contains(words) == isNoted, "\(joined.report.notes)")
  }
}

@Suite struct RunningStreamTests {
  /// The start of each track of files that are merged, in seconds.
  private func starts(_ files: [[UInt8]], isShort: Bool = false) throws -> [Double] {
    let inputs = try files.enumerated().map { try mediaInput($1, "file \($0)") }
    let composition = try MediaComposition.merging(
      inputs, tracks: inputs.map { Array($0.reader.tracks.indices) }, endsWithShortest: isShort, for: .mp4)
    let result = try written(composition, .mp4, .fragmented(time(200)))
    #expect(result.difference == nil, "\(result.difference ?? "")")
    let reader = try MediaReader(MemorySource(result.bytes))
    let movie = try #require(reader.movie)
    return try samples(result.bytes).tracks.enumerated().map { index, list in
      let shift = movie.tracks[index].timeline(movieTimescale: movie.timescale).segments
      let delay = shift.first.flatMap { $0.mediaTime == nil ? $0.duration : nil } ?? 0
      let first = try #require(list.map(\.presentationTime).min())
      let media = shift.first { $0.mediaTime != nil }?.mediaTime ?? 0
      return Double(delay) / Double(movie.timescale) + Double(max(0, first - media)) / Double(movie.tracks[index].timescale)
    }
  }

  /// Sound that is added starts with the pictures, which keep their times.
  @Test(arguments: [false, true]) func soundStartsWithARunningStream(isShort: Bool) throws {
    let late = try starts([try running(seconds: 100), try Places.fixture("tone.aac")], isShort: isShort)
    let early = try starts([try Places.fixture("fragmented.mp4"), try Places.fixture("tone.aac")], isShort: isShort)
    #expect(early[2] < 0.01 && late.count == 3)
    for (one, other) in zip(late, early) { #expect(abs(one - other - 100) < 0.001, "\(late) \(early)") }
  }

  /// The same the other way round: a running stream that is added starts with the file.
  @Test func aRunningStreamStartsWithTheFile() throws {
    let late = try starts([try Places.fixture("tone.aac"), try running(seconds: 100)])
    let early = try starts([try Places.fixture("tone.aac"), try Places.fixture("fragmented.mp4")])
    for (one, other) in zip(late, early) { #expect(abs(one - other) < 0.001, "\(late) \(early)") }
  }

  /// Two recordings of one stream go together by its time; of two streams, by their starts.
  @Test func recordingsOfOneStreamKeepItsTime() throws {
    let same = try starts([try running(seconds: 100), try running(seconds: 100)])
    #expect(zip(same[..<2], same[2...]).allSatisfy { abs($0 - $1) < 0.001 } && same[1] >= 100, "\(same)")
    let other = try starts([try running(seconds: 100), try running(seconds: 50)])
    #expect(zip(other[..<2], other[2...]).allSatisfy { abs($0 - $1) < 0.001 } && other[1] >= 100, "\(other)")
  }
}

/// Files that cannot be written again in their own format, and the errors.
private let refused: [String: String] = [
  "flv/fate_nellymoser-discont.flv": "FLV with Nellymoser is not written",
  "flv/h264_pcma_channel1_8000.flv": "FLV with G.711 A-law is not written",
  "flv/red5_speex_h264.flv": "FLV with Speex is not written", "flv/red5_vp6_alphaless.flv": "FLV with VP6 is not written",
  "flv/red5_vp6_test.flv": "FLV with VP6 is not written", "flv/scuffle_av1_aac_enhanced.flv": "FLV with AV1 is not written",
  "flv/zelda_h263_adpcm.flv": "FLV with Sorenson H.263 is not written", "h264/sps_subsetsps_bothVUI.264": "there is no sample",
  "h264/unsupp-nals.264": "there is no sample", "hevc/sei-double-3byte-case.hevc": "there is no sample",
  "hevc/sei-double-3byte-start-code-4.hevc": "there is no sample", "mp4/gpac.mp4": "there is no sample",
  "mp4/init_prog.mp4": "there is no sample",
]

@Suite(.enabled(if: Places.corpus != nil)) struct CompositionCorpusTests {
  @Test(arguments: mediaFiles) func cutsAndJoinsAreWhatWasThere(path: String) throws {
    let bytes = try Places.corpusFile(path)
    guard let probe = try? mediaInput(bytes, path), !probe.reader.tracks.isEmpty else { return }
    let rate = probe.reader.tracks.contains { $0.timescale == nil } ? ExactRatio(25, 1) : nil
    let input = try mediaInput(bytes, path, rate: rate)
    let tracks = input.reader.tracks.indices.filter { !input.reader.tracks[$0].isProtected }
    if tracks.isEmpty { return }
    let target: Remuxer.Target = input.reader.container == .flv ? .flv : .mp4
    do throws(MediaError) {
      let whole = try MediaComposition.joining([input, input], tracks: tracks, for: target)
      let joined = try written(whole, target)
      #expect(joined.difference == nil, "joined: \(joined.difference ?? "")")
      let middle = try MediaComposition.cutting(
        input, tracks: tracks, from: time(300), to: time(1700), onKeyPictures: false, for: target)
      let cut = try written(middle, target)
      #expect(cut.difference == nil, "cut: \(cut.difference ?? "")")
    } catch {
      // Files shorter than 0.3 s have been joined before this point.
      if error.description.contains("the file is only") { return }
      #expect(refused[path].map { error.description.contains($0) } == true, "\(error.description)")
    }
  }
}

/// Two files of one name whose tracks are in another order: pictures follow pictures.
@Test func filesOfOneNameAreJoinedByKind() throws {
  let bytes = try Places.fixture("plain.mp4")
  let memory = MemoryOutput()
  var options = CarryOptions()
  options.tracks = [1, 0]
  _ = try Remuxer.carry(MemorySource(bytes), to: .mp4, memory.output(), options)
  let (one, other) = (try mediaInput(bytes), try mediaInput(memory.bytes))
  #expect(one.reader.tracks.map(\.kind) == other.reader.tracks.map(\.kind).reversed())
  let joined = try written(try MediaComposition.joining([one, other], tracks: [0, 1], for: .mp4), .mp4)
  #expect(joined.difference == nil)
  let (reader, tracks) = try samples(joined.bytes)
  let before = try samples(bytes)
  #expect(reader.tracks.map(\.kind) == before.reader.tracks.map(\.kind))
  #expect(tracks.map(\.count) == before.tracks.map { 2 * $0.count })
}

/// Times that 64 bits do not hold in units of the file are before or after all media.
@Test(arguments: ["plain.mp4", "avc_aac.flv"]) func absurdTimesAreOutsideOfTheFile(source: String) throws {
  let input = try mediaInput(try Places.fixture(source))
  func cut(_ from: MediaTime?, _ to: MediaTime?) throws -> [UInt8] {
    try written(.cutting(input, tracks: [0], from: from, to: to, onKeyPictures: false, for: .mp4), .mp4).bytes
  }
  let far = MediaTime(1 << 62, per: 1)
  let whole = try cut(nil, nil)
  #expect(try cut(nil, far) == whole && cut(MediaTime(-(1 << 62), per: 1), nil) == whole)
  #expect(throws: MediaError.self) { try cut(far, nil) }
  #expect(throws: MediaError.self) { try cut(MediaTime(1 << 50, per: 1), nil) }
  #expect(throws: MediaError.self) { try cut(nil, MediaTime(-(1 << 62), per: 1)) }
}

/// Where nothing can be hidden, the priming of a further part does not overlap the sound before it.
@Test(arguments: [Remuxer.Target.flv, .adts]) func soundOfJoinedPartsDoesNotOverlap(_ target: Remuxer.Target) throws {
  let part = try mediaInput(try Places.fixture("plain.mp4"))
  let composition = try MediaComposition.joining([part, part, part], tracks: target == .flv ? [0, 1] : [1], for: target)
  let bytes = try written(composition, target).bytes
  let (reader, tracks) = try samples(bytes)
  let sound = tracks[try #require(reader.tracks.first { $0.kind == .audio }?.index)].map(\.decodeTime)
  #expect(zip(sound, sound.dropFirst()).allSatisfy { $0 < $1 }, "\(sound)")
  // Each further part lacks its priming frame.
  #expect(sound.count == 45 + 44 + 44)
}

/// Pictures of a further file whose stream has an HRD are removed at times that count from its own beginning.
@Test(arguments: [true, false]) func aJointOfTimedStreamsIsTold(hasHRD: Bool) throws {
  var bytes = try Places.fixture("bframes.h264")
  if hasHRD {
    var units = AnnexB(bytes).map { Array($0.bytes) }
    for index in units.indices where units[index][0] & 31 == 7 {
      var unit = try H264Kit.NALUnit(parsing: units[index], sets: H264Kit.ParameterSets())
      guard case .seqParameterSet(var set) = unit.payload else { continue }
      var vui = set.vuiParameters ?? VUIParameters()
      (vui.nalHrdParameters, vui.lowDelayHrdFlag) = (HRDParameters(), false)
      set.vuiParameters = vui
      unit.payload = .seqParameterSet(set)
      units[index] = try unit.encoded(sets: H264Kit.ParameterSets())
    }
    bytes = units.flatMap { [0, 0, 0, 1] + $0 }
  }
  let joined = try MediaComposition.joining([try mediaInput(bytes), try mediaInput(bytes)], tracks: [0], for: .byteStream)
  #expect(joined.notes.contains { $0.contains("HRD") } == hasHRD, "\(joined.notes)")
}
