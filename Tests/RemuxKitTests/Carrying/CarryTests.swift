import BitstreamKit
import Foundation
@testable import RemuxKit
import TestSupport
import Testing
import NALKit

/// An output in memory, seekable or not.
private final class Memory {
  var bytes: [UInt8] = []
  func output(canReplace: Bool) -> MediaOutput {
    let append = { (part: [UInt8], range: Range<Int>) throws(ByteError) in self.bytes += part[range] }
    if !canReplace { return MediaOutput(append: append) }
    return MediaOutput(
      append: append,
      replace: { (offset: UInt64, part: [UInt8]) throws(ByteError) in
        self.bytes.replaceSubrange(Int(offset)..<Int(offset) + part.count, with: part)
      })
  }
}

/// An output format and layout.
enum Way: String, CaseIterable, CustomTestStringConvertible {
  case plain, faststart, fragmented, hybrid, pipe, flv, stream
  var testDescription: String { rawValue }
}

/// A sample with its bytes; for a byte stream, its NAL units.
private struct Carried {
  var sample: MediaSample
  var units: [[UInt8]]
}

/// The samples of each track, without incomplete ones.
private func samples(_ bytes: [UInt8], rate: ExactRatio?) throws -> (reader: MediaReader, tracks: [[Carried]], isCut: [Bool]) {
  var reader = try MediaReader(MemorySource(bytes), frameRate: rate)
  var tracks: [[Carried]] = reader.tracks.map { _ in [] }
  var isCut = reader.tracks.map { _ in false }
  while let sample = try reader.next() {
    if sample.offset + sample.size > UInt64(bytes.count) { isCut[sample.track] = true }
    if isCut[sample.track] { continue }
    let part = Array(bytes[Int(sample.offset)..<Int(sample.offset + sample.size)])
    tracks[sample.track].append(Carried(sample: sample, units: nalUnits(part, reader.tracks[sample.track].framing)))
  }
  return (reader, tracks, isCut)
}

/// Why a source cannot be written in this way; nil if it can.
private func refusal(_ reader: MediaReader, _ way: Way, _ tracks: [[Carried]], _ isCut: [Bool]) -> String? {
  if reader.tracks.isEmpty { return "no track" }
  let codecs = reader.tracks.map { $0.codec }
  if way == .stream {
    let video = reader.tracks.filter { $0.codec == .h264 || $0.codec == .hevc }
    let sound = reader.tracks.filter { $0.codec == .aac }
    let fitting = video.isEmpty ? sound : video
    if fitting.count != 1 || fitting[0].isProtected || fitting[0].configuration == .none { return "not one track that fits" }
    if tracks[fitting[0].index].isEmpty, isCut[fitting[0].index] || reader.container != .mp4 { return "no sample" }
    return nil
  }
  if reader.tracks.contains(where: { $0.isProtected }) { return "encrypted" }
  let known: [MediaCodec] = [.h264, .hevc, .aac, .mp3, .av1, .vp8, .vp9, .opus, .flac, .ac3, .eac3]
  if way == .flv {
    if !codecs.allSatisfy({ known.contains($0) }) { return "a codec that FLV does not hold" }
    if Set(reader.tracks.map { "\($0.kind)" }).count < codecs.count { return "two tracks of a kind" }
  }
  let needsConfiguration = way == .flv || reader.container != .mp4
  let withoutOne: [MediaCodec] = way == .flv ? [.mp3, .ac3, .eac3] : [.mp3]
  if needsConfiguration, reader.tracks.contains(where: { !withoutOne.contains($0.codec) && configuration(reader, $0.index) == .none }) {
    return "no configuration"
  }
  let isEmpty = tracks.allSatisfy { $0.isEmpty }
  return isEmpty && (isCut.contains(true) || !reader.findings.isEmpty || reader.container != .mp4) ? "no sample" : nil
}

/// The configuration of a track's first description; for movies it may be in a codec-specific box of the sample entry only.
private func configuration(_ reader: MediaReader, _ track: Int) -> MediaConfiguration {
  let own = reader.tracks[track].configuration
  return own == .none ? reader.description(ofTrack: track, index: 1)?.configuration ?? .none : own
}

/// The parameter sets and messages of all descriptions of a track.
private func sets(_ reader: MediaReader, _ track: Int) -> [[UInt8]] {
  let further = (1...64 as ClosedRange<UInt32>).compactMap { reader.description(ofTrack: track, index: $0)?.configuration }
  return (further + [reader.tracks[track].configuration]).flatMap { $0.parameterSetUnits + RecordMessages($0).units }
}

/// Files with damaged samples, and the expected errors.
private let damaged: [String: [Way: String]] = [
  "mp4/fq_fragmented.mp4": [.stream: "samples that are not length-prefixed NAL units"],
  "mp4/sine-3s-xhe-aac-44khz-mono.mp4": [.stream: "an object type that ADTS does not support"],
]

/// Files whose decoding times go backwards, which no container supports.
private let backwards = ["mp4/fate_frag_overlap.mp4"]

private let files: [String] =
  ["aac", "flv", "h264", "hevc", "mp4"].flatMap { Places.corpusFiles($0) }
  .filter { !$0.contains("/segments/") && !$0.contains("/heif/") && !$0.contains("/fragments/") }

@Suite(.enabled(if: Places.corpus != nil)) struct CarryCorpusTests {
  @Test(arguments: files) func whatIsCarriedIsWhatWasThere(path: String) throws {
    let bytes = try Places.corpusFile(path)
    var rate: ExactRatio?
    guard let probe = try? MediaReader(MemorySource(bytes)) else { return }
    if probe.tracks.contains(where: { $0.timescale == nil }) { rate = ExactRatio(25, 1) }
    let (reader, tracks, isCut) = try samples(bytes, rate: rate)
    for way in Way.allCases { try check(path, bytes, reader, tracks, isCut, way, rate) }
  }

  private func check(
    _ path: String, _ bytes: [UInt8], _ reader: MediaReader, _ tracks: [[Carried]], _ isCut: [Bool], _ way: Way, _ rate: ExactRatio?
  ) throws {
    let note = Comment(rawValue: "\(way.rawValue)")
    let memory = Memory()
    let reason = damaged[path]?[way] ?? refusal(reader, way, tracks, isCut)
    do {
      _ = try Remuxer.carry(
        MemorySource(bytes), to: target(way, reader), memory.output(canReplace: way != .pipe), options(way), frameRate: rate)
    } catch {
      #expect(reason != nil, "\(way.rawValue): \(error)")
      #expect(!error.description.isEmpty)
      return
    }
    if let reason {
      Issue.record("\(way.rawValue) should be refused: \(reason)")
      return
    }
    if memory.bytes.isEmpty { return }
    let (written, after, _) = try samples(memory.bytes, rate: rate)
    // Units that contain start codes are split in a byte stream.
    let fallsApart = way == .stream && path == "mp4/fate_mixed-nal-coding.mp4"
    #expect(written.findings.isEmpty || backwards.contains(path) || fallsApart, "\(way.rawValue): \(written.findings)")
    if way == .stream {
      let place = try #require(reader.tracks.firstIndex { $0.codec == written.tracks[0].codec })
      let known = sets(reader, place)
      if fallsApart { return }
      let isSame = pictures(tracks[place], known) == pictures(after[0], known)
      #expect(isSame, note)
      return
    }
    for (place, track) in (way == .flv ? [] : Array(tracks.indices)).map({ ($0, reader.tracks[$0]) }) {
      // Fragments may carry the sets of all descriptions in the samples.
      let known = sets(written, place) + (way == .fragmented ? sets(reader, track.index) : [])
      let (asked, there) = (configuration(reader, track.index), configuration(written, place))
      // A sample entry that allows sets in samples does not set array_completeness.
      let isAlike = asked == there || !there.parameterSetUnits.isEmpty && asked.parameterSetUnits == there.parameterSetUnits
      #expect(written.tracks[place].codec == track.codec && isAlike, note)
      let isSame = units(tracks[place], known, track) == units(after[place], known, written.tracks[place])
      #expect(isSame, note)
      if backwards.contains(path) { continue }
      if reader.movie?.isFragmented != true {
        #expect(zip(tracks[place], after[place]).allSatisfy { $0.sample.duration == 0 || $0.sample.duration == $1.sample.duration }, note)
      }
      let isOne = way == .fragmented && written.descriptionCount(ofTrack: place) == 1
      // Fragments start late where a movie has an empty edit.
      let isLate = reader.movie?.tracks[place].editList?.entries.first?.mediaTime ?? 0 < 0
      let isExact = way == .fragmented && reader.container == .mp4 && !isLate
      let (from, to) = (reader.tracks[place].timescale ?? 1, written.tracks[place].timescale ?? 1)
      if reader.container == .flv, from != to {
        checkSound(tracks[place], after[place], Double(from), Double(to), note)
      } else {
        checkTimes(tracks[place], after[place], isExact: isExact, isFragmented: way == .fragmented, isOne: isOne, note)
      }
    }
    if way == .flv, !backwards.contains(path) { checkFLV(reader, tracks, written, after, note) }
  }

  private func target(_ way: Way, _ reader: MediaReader) -> Remuxer.Target {
    switch way {
    case .flv: return .flv
    case .stream: return reader.tracks.contains { $0.codec == .h264 || $0.codec == .hevc } ? .byteStream : .adts
    default: return .mp4
    }
  }

  private func options(_ way: Way) -> CarryOptions {
    var options = CarryOptions()
    if way == .faststart { options.layout = .faststart }
    if way == .hybrid { options.layout = .hybrid(MediaTime(value: 1, timescale: 1) ?? .zero) }
    if way == .fragmented { options.layout = .fragmented(MediaTime(value: 1, timescale: 1) ?? .zero) }
    return options
  }

  /// The units of each sample, without those that only byte streams need.
  private func units(_ samples: [Carried], _ known: [[UInt8]], _ track: MediaTrack) -> [[[UInt8]]] {
    samples.map { sample in
      sample.units.filter { unit in
        guard let first = unit.first else { return track.framing != .annexB }
        // Sets in the configuration are dropped, unless another set with the same ID came in between.
        if known.contains(unit) { return false }
        if track.framing != .annexB { return true }
        let type = track.codec == .h264 ? Int(first & 31) : Int(first >> 1 & 63)
        return track.codec == .h264 ? ![9, 12].contains(type) : ![35, 38].contains(type)
      }
    }
  }

  /// All units of a stream except parameter sets of the configuration and empty units. Trailing zeros of a unit are dropped, because they
  /// are not part of a unit after a start code.
  private func pictures(_ samples: [Carried], _ known: [[UInt8]]) -> [[UInt8]] {
    samples.flatMap { sample in
      sample.units.filter { !known.contains($0) }.map { unit in Array(unit[..<(unit.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)]) }
    }.filter { !$0.isEmpty && !known.contains($0) }
  }

  private func checkTimes(
    _ before: [Carried], _ after: [Carried], isExact: Bool, isFragmented: Bool, isOne: Bool, _ note: Comment
  ) {
    #expect(before.count == after.count, note)
    guard let first = before.first?.sample.decodeTime, let second = after.first?.sample.decodeTime else { return }
    if isExact { #expect(first == second, note) }
    // Fragments have no negative composition offset.
    let delay = before.reduce(0 as Int64) { max($0, $1.sample.decodeTime - $1.sample.presentationTime) }
    // The table of a movie that is cut off may need more than the samples that are left.
    let later =
      isFragmented && delay > 0
      ? (after[0].sample.presentationTime - after[0].sample.decodeTime)
        - (before[0].sample.presentationTime - before[0].sample.decodeTime) : 0
    if isFragmented { #expect(later >= delay, note) }
    for (one, other) in zip(before, after) {
      let (a, b) = (one.sample, other.sample)
      let isAlike =
        a.decodeTime - first == b.decodeTime - second && a.presentationTime - a.decodeTime == b.presentationTime - b.decodeTime - later
        && a.isKey == b.isKey && b.descriptionIndex == (isOne ? 1 : a.descriptionIndex)
      if !isAlike {
        Issue.record("\(note): \(a) became \(b)")
        break
      }
    }
  }

  /// Checks that sound of an FLV has times in samples, each within half a frame of its tag.
  private func checkSound(_ before: [Carried], _ after: [Carried], _ from: Double, _ to: Double, _ note: Comment) {
    #expect(before.count == after.count, note)
    guard let first = before.first?.sample.decodeTime, let second = after.first?.sample.decodeTime else { return }
    let frame = Double(after.map(\.sample.duration).min() ?? 0)
    #expect(frame > 0, note)
    for (one, other) in zip(before, after) {
      let (stated, time) = (Double(one.sample.decodeTime - first) / from, Double(other.sample.decodeTime - second) / to)
      let isAlike = abs(stated - time) <= frame / 2 / to + 0.002 && one.sample.descriptionIndex == other.sample.descriptionIndex
      if !isAlike {
        Issue.record("\(note): \(one.sample) became \(other.sample)")
        break
      }
    }
  }

  /// Checks that times equal those of the source in milliseconds, apart from a common offset.
  private func checkFLV(
    _ reader: MediaReader, _ tracks: [[Carried]], _ written: MediaReader, _ after: [[Carried]], _ note: Comment
  ) {
    for (place, track) in reader.tracks.enumerated() where !tracks[place].isEmpty {
      guard let other = written.tracks.firstIndex(where: { $0.kind == track.kind }) else {
        Issue.record("\(note): track \(place) is missing")
        continue
      }
      let known = sets(reader, place) + written.tracks[other].configuration.parameterSetUnits
      let isSame = units(tracks[place], known, track) == units(after[other], known, written.tracks[other])
      #expect(isSame, note)
      guard let first = tracks[place].first?.sample, let begin = after[other].first?.sample else { continue }
      let scale = Double(track.timescale ?? 1) / 1000
      for (one, carried) in zip(tracks[place], after[other]) {
        let decode = Double(one.sample.decodeTime - first.decodeTime) / scale - Double(carried.sample.decodeTime - begin.decodeTime)
        let shown =
          Double(one.sample.presentationTime - first.presentationTime) / scale
          - Double(carried.sample.presentationTime - begin.presentationTime)
        if abs(decode) > 1.01 || abs(shown) > 1.01 || track.kind == .video && one.sample.isKey != carried.sample.isKey {
          Issue.record("\(note): \(one.sample) became \(carried.sample)")
          break
        }
      }
    }
  }
}
