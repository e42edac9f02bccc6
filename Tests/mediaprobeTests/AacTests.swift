import Foundation
import TestSupport
import Testing

@Test(arguments: ["table", "json", "jsonl", "csv"]) func aacPrintsWhatItAlwaysDid(_ format: String) throws {
  let file = Places.fixtures.appending(path: "tone.aac").path
  let result = try Program.mediaprobe("aac", "--format", format, file)
  #expect(result.status == 0)
  #expect(result.standardError.isEmpty)
  try Golden.check(result.text, "aac/tone.\(format)")
}

@Test func aacRowsHaveTheirOldForm() throws {
  let lines = try Program.mediaprobe("aac", Places.fixtures.appending(path: "tone.aac").path).text.split(separator: "\n")
  #expect(lines[0] == "  Num|     Profile| Frequency|  Channel| Size|")
  for (index, line) in lines.dropFirst().enumerated() {
    #expect(try /[ 0-9]{5}\| {6}AAC LC\| {3}44100Hz\| {8}1\|[ 0-9]{5}\|/.wholeMatch(in: line) != nil, "\(line)")
    #expect(line.prefix(5).trimmingCharacters(in: .whitespaces) == "\(index)")
  }
}

@Test func garbageIsPassedOverAndSaid() throws {
  let data = try Data(contentsOf: Places.fixtures.appending(path: "tone.aac"))
  let whole = try Program.mediaprobe("aac", "-", input: data)
  let frames = try Program.mediaprobe("aac", "--format", "csv", "-", input: data).text.split(separator: "\n").dropFirst()
  let third = try #require(Int(frames[frames.startIndex + 3].split(separator: ",")[1]))
  let damaged = data.prefix(third) + Data([0xFF, 0xF1, 9, 9, 9, 9, 9]) + data.dropFirst(third)
  let result = try Program.mediaprobe("aac", "-", input: damaged)
  #expect(result.status == 1)
  #expect(result.text == whole.text)
  #expect(result.standardError == "mediaprobe: standard input: skipped 7 bytes at \(third): garbage\n")
}

@Test func aCutFrameIsShownWithItsHeader() throws {
  let data = try Data(contentsOf: Places.fixtures.appending(path: "tone.aac"))
  let result = try Program.mediaprobe("aac", "-", input: data.dropLast(5))
  #expect(result.status == 1)
  #expect(result.text == (try Program.mediaprobe("aac", "-", input: data).text))
  #expect(result.standardError.contains("truncated"))
}

/// Compares the frames of every corpus file with a reference index.
@Test(.enabled(if: Places.corpus != nil), arguments: Places.corpusFiles("aac", suffixes: [".aac"])) func aacAgreesWithTheCorpus(
  _ path: String
) throws {
  guard let corpus = Places.corpus else { return }
  let expected = try Places.expectedRows(path + ".adts.csv.gz")
  let csv = try Program.mediaprobe("aac", "--format", "csv", corpus.appending(path: path).path).text.split(separator: "\n").map {
    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
  #expect(csv.count == expected.count + 1)
  let column = Dictionary(uniqueKeysWithValues: csv[0].enumerated().map { ($1, $0) })
  let names = [
    "offset", "aac_frame_length", "ID", "layer", "protection_absent", "profile_ObjectType", "sampling_frequency_index",
    "channel_configuration", "number_of_raw_data_blocks_in_frame",
  ]
  for (row, frame) in zip(csv.dropFirst(), expected) {
    #expect(try names.map { row[try #require(column[$0])] } == frame, "\(path)")
  }
}
