import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

/// Corpus files with a list of packets from ffprobe, without edit lists.
let packetFiles = Places.corpusFiles("mp4").filter { path in
  FileManager.default.fileExists(atPath: (Places.corpus ?? Places.root).appending(path: "expected/\(path).packets.csv.gz").path)
    && !path.contains("/segments/") && !path.contains("/heif/")
}

/// Files for which ffprobe's list differs from the file, and why.
private enum Difference {
  /// ffprobe outputs uncompressed audio in packets of many samples; ISO/IEC 14496-12 samples are single ones.
  case samplesJoined
  /// ffprobe treats these tracks as chapters and does not list them, or lists one of their pictures twice.
  case chapters(Set<Int>)
  /// ffprobe lists a picture in the metadata as a stream.
  case coverArt
  /// ffprobe uses its H.264 parser, which does not mark as a keyframe a picture that is a sync sample in the file.
  case keysByParser
  /// ffprobe extracts closed captions from their samples, and stops after the first fragment.
  case captions
}

private let differences: [String: Difference] = [
  "mp4/fate_prores4444_tmcd_sowt.mov": .samplesJoined,
  "mp4/fq_in24.mp4": .samplesJoined,
  "mp4/fq_lpcm.mp4": .samplesJoined,
  "mp4/shaka_small_chapters.mp4": .chapters([2]),
  "mp4/test-pod.m4a": .chapters([0, 1]),
  "mp4/metadata_gnre.mp4": .coverArt,
  "mp4/fate_mov-tenc-only-encrypted.mp4": .keysByParser,
  "mp4/fq_fragmented.mp4": .keysByParser,
  "mp4/gomp4_sample_qt.mp4": .keysByParser,
  "mp4/cbcs.mp4": .captions,
]

@Suite(.enabled(if: Places.corpus != nil)) struct MovieSamplesCorpusTests {
  struct Packet: Hashable, Comparable, CustomStringConvertible {
    var track: Int, pts: Int64, dts: Int64?, size: Int, offset: UInt64, isKey: Bool
    var description: String { "\(track): pts \(pts) dts \(dts ?? -1) \(size) bytes at \(offset) \(isKey ? "K" : "_")" }
    static func < (a: Packet, b: Packet) -> Bool { (a.offset, a.track) < (b.offset, b.track) }
  }

  @Test(arguments: packetFiles) func samplesAreThoseOfFFprobe(path: String) throws {
    let bytes = try Places.corpusFile(path)
    var ours: [Packet] = []
    var least: [Int: Int64] = [:]
    var samples = try Movie(MemorySource(bytes)).samples()
    while let item = try samples.next() {
      let sample = item.sample
      least[item.track] = min(least[item.track] ?? 0, sample.compositionOffset)
      // ffprobe lists only samples that the file contains.
      if sample.offset >= UInt64(bytes.count) { continue }
      ours.append(
        Packet(
          track: item.track, pts: sample.compositionTime, dts: sample.decodeTime,
          size: min(Int(sample.size), bytes.count - Int(sample.offset)),
          offset: sample.offset, isKey: sample.isSync))
    }
    var theirs = try Places.expectedRows(path + ".packets.csv.gz").compactMap { row -> Packet? in
      guard let track = Int(row[0]), let pts = Int64(row[1]), let size = Int(row[4]), let offset = UInt64(row[5]) else { return nil }
      return Packet(track: track, pts: pts, dts: Int64(row[2]), size: size, offset: offset, isKey: row[6].hasPrefix("K"))
    }
    adapt(path, &ours, &theirs)
    for (track, offset) in least where offset < 0 { unshift(track, by: offset, ours, &theirs) }
    ours.sort()
    theirs.sort()
    #expect(ours.count == theirs.count, "\(samples.findings)")
    for (a, b) in zip(ours, theirs) where a != b {
      if b.dts == nil, a.pts == b.pts, a.size == b.size, a.offset == b.offset { continue }
      Issue.record("ours \(a), theirs \(b)")
      break
    }
  }

  /// Removes known differences from ffprobe; the rest must be equal.
  private func adapt(_ path: String, _ ours: inout [Packet], _ theirs: inout [Packet]) {
    switch differences[path] {
    case .samplesJoined:
      // The packets start at our samples and cover all of them.
      let joined = Set(ours.map(\.track)).filter { track in
        ours.count { $0.track == track } > 20 * theirs.count { $0.track == track }
      }
      #expect(joined.count == 1)
      for track in joined {
        let (mine, other) = (ours.filter { $0.track == track }, theirs.filter { $0.track == track })
        #expect(mine.map(\.size).reduce(0, +) == other.map(\.size).reduce(0, +))
        #expect(Set(other.map(\.offset)).isSubset(of: mine.map(\.offset)))
      }
      ours.removeAll { joined.contains($0.track) }
      theirs.removeAll { joined.contains($0.track) }
    case .chapters(let tracks):
      #expect(ours.contains { tracks.contains($0.track) })
      ours.removeAll { tracks.contains($0.track) }
      theirs = Set(theirs).filter { theirs in ours.contains { $0.track == theirs.track } }
    case .coverArt: theirs.removeAll { !Set(ours.map(\.track)).contains($0.track) }
    case .keysByParser:
      #expect(ours.contains { $0.track == 0 && $0.isKey } && !theirs.contains { $0.track == 0 && $0.isKey })
      for index in theirs.indices where theirs[index].track == 0 {
        theirs[index].isKey = ours.contains { $0.offset == theirs[index].offset && $0.isKey }
      }
    case .captions:
      let last = theirs.map(\.offset).max() ?? 0
      ours.removeAll { $0.track == 1 || $0.offset > last }
      theirs.removeAll { $0.track == 1 }
    case nil: break
    }
  }

  /// If composition offsets are negative (version 1 of `ctts` and `trun`), ffprobe shifts all decoding times down by the smallest offset,
  /// or in fragments all composition times up. ISO/IEC 14496-12, 8.6.1.3, defines no such shift: ours are the stored times.
  private func unshift(_ track: Int, by least: Int64, _ ours: [Packet], _ theirs: inout [Packet]) {
    let mine = Dictionary(ours.filter { $0.track == track }.map { ($0.offset, $0) }) { a, _ in a }
    for index in theirs.indices where theirs[index].track == track {
      guard let own = mine[theirs[index].offset] else { continue }
      if own.pts == theirs[index].pts, let dts = theirs[index].dts { theirs[index].dts = dts - least } else { theirs[index].pts += least }
    }
  }
}

/// Five hundred runs of ten thousand samples each, of no bytes and without a row: a track has no more samples than the file has bytes.
@Test func runsWithoutBytesAreBounded() throws {
  let bytes = try Places.fixture("Crashers/samples-empty-runs")
  var samples = try Movie(MemorySource(bytes)).samples()
  var count = 0
  while try samples.next() != nil { count += 1 }
  #expect(count > 0 && count <= bytes.count + 1)
  #expect(samples.findings.contains { $0.message.contains("exceed the file size") })
}
