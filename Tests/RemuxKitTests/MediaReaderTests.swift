import BitstreamKit
import Foundation
import RemuxKit
import TestSupport
import Testing

private func packets(_ path: String) -> Bool {
  FileManager.default.fileExists(atPath: (Places.corpus ?? Places.root).appending(path: "expected/\(path).packets.csv.gz").path)
}

/// FFmpeg 5.1 supports neither enhanced tags nor codec ID 12.
private let flvFiles = Places.corpusFiles("flv").filter { packets($0) && !$0.contains("enhanced") && !$0.contains("h265") }
private let aacFiles = Places.corpusFiles("aac", suffixes: [".aac"]).filter(packets)

@Suite(.enabled(if: Places.corpus != nil)) struct MediaReaderCorpusTests {
  /// VP6 has a leading byte with the cropping, which FFmpeg counts as configuration. Truncated samples have the size in their header.
  @Test(arguments: flvFiles) func samplesOfFLVAreThoseOfFFprobe(path: String) throws {
    let bytes = try Places.corpusFile(path)
    var reader = try MediaReader(MemorySource(bytes))
    #expect(reader.container == .flv)
    var ours: [String] = []
    while let sample = try reader.next() {
      let kind = reader.tracks[sample.track].kind
      let extra: UInt64 = reader.tracks[sample.track].codec == .other("VP6F") ? 1 : 0
      let size = min(sample.size, UInt64(bytes.count) - sample.offset) - extra
      ours.append("\(kind.name) \(sample.presentationTime) \(sample.decodeTime) \(size) \(sample.isKey)")
    }
    let names = try kinds(path)
    // FFmpeg makes a separate stream of script data other than metadata.
    let theirs = try Places.expectedRows(path + ".packets.csv.gz").compactMap { row -> String? in
      let name = names[Int(row[0]) ?? 0]
      return name == "subtitle" ? nil : "\(name) \(row[1]) \(row[2]) \(row[4]) \(row[6].hasPrefix("K"))"
    }
    #expect(ours.count == theirs.count, "\(reader.findings)")
    for (a, b) in zip(ours, theirs) where a != b {
      Issue.record("ours \(a), theirs \(b)")
      break
    }
  }

  @Test(arguments: aacFiles) func framesOfADTSAreThoseOfFFprobe(path: String) throws {
    var reader = try MediaReader(MemorySource(try Places.corpusFile(path)))
    #expect(reader.container == .adts && reader.tracks.count == 1)
    var ours: [UInt64] = []
    while let sample = try reader.next() { ours.append(sample.offset) }
    let theirs = try Places.expectedRows(path + ".packets.csv.gz").compactMap { UInt64($0[5]) }
    #expect(ours.count == theirs.count)
    for (a, b) in zip(ours, theirs) where a != b + 7 && a != b + 9 {
      Issue.record("ours \(a), theirs \(b)")
      break
    }
  }

  private func kinds(_ path: String) throws -> [String] {
    let data = try Data(contentsOf: (Places.corpus ?? Places.root).appending(path: "expected/\(path).json"))
    let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let streams = (document?["ffprobe"] as? [String: Any])?["streams"] as? [[String: Any]] ?? []
    return streams.map { $0["codec_type"] as? String ?? "?" }
  }
}
