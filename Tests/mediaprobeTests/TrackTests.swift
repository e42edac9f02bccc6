import Foundation
import TestSupport
import Testing

/// Files with samples: the images of others are read by `ItemTests`.
private let corpusTracks = (Places.corpusFiles("mp4") + Places.corpusFiles("flv")).filter { !$0.contains("mp4/heif/") }

private let containers = ["plain.mp4", "fragmented.mp4", "hvc1.mp4", "avc_aac.flv"]

private func path(_ fixture: String) -> String { Places.fixtures.appending(path: fixture).path }

@Test(arguments: containers) func tracksArePrintedAsTheyAlwaysWere(_ fixture: String) throws {
  for format in ["table", "json", "csv"] {
    for command in ["nalu", "frames", "gop"] {
      let result = try Program.mediaprobe(command, "--format", format, path(fixture))
      #expect(result.status == 0)
      #expect(result.standardError.isEmpty)
      try Golden.check(result.text, "\(command)/\(fixture).\(format)")
    }
  }
  for format in ["table", "json"] {
    let params = try Program.mediaprobe("params", "--format", format, path(fixture))
    #expect(params.status == 0)
    try Golden.check(params.text, "params/\(fixture).\(format)")
  }
  let trace = try Program.mediaprobe("trace", "--type", "sps,pps,idr,idr_w_radl", path(fixture))
  #expect(trace.status == 0)
  try Golden.check(trace.text, "trace/\(fixture).text")
}

/// A row of `nalu --format csv`.
private struct Unit: Equatable {
  var offset: Int
  var lengthSize: Int
  var length: Int
  var type: Int

  init?(_ line: Substring) {
    let cells = line.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard let offset = cells[1], let size = cells[2], let length = cells[3], let zeros = cells[4] else { return nil }
    // Trailing zeros belong to the unit in a sample, but to the start code in a byte stream.
    (self.offset, lengthSize, self.length, type) = (offset, size, length + zeros, cells[5] ?? -1)
  }
}

private func units(_ arguments: String...) throws -> [Unit] {
  try Program.run(Program.mediaprobe, ["nalu", "--format", "csv"] + arguments).text.split(separator: "\n").dropFirst().compactMap(Unit.init)
}

/// The same pictures in four files have the same units, each at the offset of its row, after its length field.
@Test func containersHoldTheSameUnits() throws {
  let all = try ["plain.mp4", "faststart.mp4", "fragmented.mp4", "avc_aac.flv"].map { try units(path($0)) }
  #expect(all[0].count == 28)
  for other in all.dropFirst() {
    #expect(other.map(\.type) == all[0].map(\.type))
    #expect(other.map(\.length) == all[0].map(\.length))
  }
  for fixture in containers {
    let bytes = try Places.fixture(fixture)
    for unit in try units(path(fixture)) {
      let length = bytes[unit.offset..<unit.offset + unit.lengthSize].reduce(0) { $0 << 8 | Int($1) }
      let header = Int(bytes[unit.offset + unit.lengthSize])
      #expect(length == unit.length)
      #expect((fixture == "hvc1.mp4" ? header >> 1 & 63 : header & 31) == unit.type)
    }
  }
}

@Test(arguments: containers) func elementsAreReadWhereTheyStand(_ fixture: String) throws {
  struct Row: Decodable {
    var name: String?
    var byteOffset: Int?
  }
  let bytes = try Places.fixture(fixture)
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  var rows = 0
  for line in try Program.mediaprobe("trace", "--format", "jsonl", path(fixture)).text.split(separator: "\n") {
    let row = try decoder.decode(Row.self, from: Data(line.utf8))
    guard row.name == "forbidden_zero_bit", let byte = row.byteOffset else { continue }
    #expect(bytes[byte] & 0x80 == 0)
    rows += 1
  }
  #expect(rows == (try units(path(fixture)).count))
}

/// Compares the track with the byte stream of a reference program, except parameter sets and delimiters, some of which it inserts.
private func checkUnits(_ file: String) throws {
  let all = try Program.mediaprobe("nalu", "--format", "csv", file)
  // The reference program drops damaged and encrypted units.
  if all.status != 0 { return }
  let isHEVC = all.text.contains("nuh_layer_id")
  let added = isHEVC ? [32, 33, 34, 35] : [7, 8, 9, 13]
  let ours = all.text.split(separator: "\n").dropFirst().compactMap(Unit.init)
  // A record only, or empty samples.
  if !ours.contains(where: { $0.lengthSize != 2 }) { return }
  let stream = Places.scratch("stream")
  defer { try? FileManager.default.removeItem(at: stream) }
  let filter = isHEVC ? "hevc_mp4toannexb" : "h264_mp4toannexb"
  let tail = ["-map", "0:v:0", "-c", "copy", "-bsf:v", filter, "-f", "data", "-y", stream.path]
  var made = try Program.run("ffmpeg", ["-v", "error", "-nostdin", "-ignore_editlist", "1", "-i", file] + tail)
  if made.status != 0 { made = try Program.run("ffmpeg", ["-v", "error", "-nostdin", "-i", file] + tail) }
  // Versions before 6.1 do not support H.265 in FLV.
  if made.standardError.contains("is not supported by the bitstream filter") { return }
  #expect(made.status == 0, "\(file): \(made.standardError)")
  var theirs = try units("--codec", isHEVC ? "hevc" : "h264", stream.path).filter { !added.contains($0.type) }.map { [$0.type, $0.length] }
  let samples = ours.filter { $0.lengthSize != 2 && !added.contains($0.type) }.map { [$0.type, $0.length] }
  // The reference program inserts the SEI units of a record between those of the first sample.
  for unit in ours where unit.lengthSize == 2 && theirs.count > samples.count {
    if let place = theirs.firstIndex(of: [unit.type, unit.length]) { theirs.remove(at: place) }
  }
  #expect(samples == theirs, "\(file)")
}

@Test(.enabled(if: Program.has("ffmpeg")), arguments: containers + ["faststart.mp4"]) func unitsAreThoseOfAFilter(_ fixture: String) throws
{
  try checkUnits(path(fixture))
}

/// One file has start codes inside a length-prefixed unit, which the reference program splits.
@Test(
  .enabled(if: Places.corpus != nil && Program.has("ffmpeg")),
  arguments: corpusTracks.filter { !$0.hasSuffix("fate_mixed-nal-coding.mp4") })
func unitsOfTheCorpusAreThoseOfAFilter(_ file: String) throws {
  guard let corpus = Places.corpus else { return }
  let whole = corpus.appending(path: file).path
  try checkUnits(whole)
}

// MARK: - Pictures

private struct Frame: Decodable {
  var offset: Int
  var size: Int
  var type: String
  var keyframe: Bool
  var displayIndex: Int?
}

private func frames(_ file: String) throws -> [Frame] {
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  return try Program.mediaprobe("frames", "--format", "jsonl", file).text.split(separator: "\n").map {
    try decoder.decode(Frame.self, from: Data($0.utf8))
  }
}

@Test(.enabled(if: Program.has("ffprobe")), arguments: containers + ["faststart.mp4"]) func picturesOfATrackAreThoseOfADecoder(
  _ fixture: String
) throws {
  let shown = try Program.run(
    "ffprobe",
    ["-v", "error", "-select_streams", "v", "-show_frames", "-show_entries", "frame=pict_type,key_frame", "-of", "csv=p=0", path(fixture)])
  let theirs = shown.text.split(separator: "\n").map { $0.split(separator: ",").prefix(2).joined(separator: ",") }
  let ours = try frames(path(fixture)).sorted { ($0.displayIndex ?? 0) < ($1.displayIndex ?? 0) }
  #expect(ours.map { "\($0.keyframe ? 1 : 0),\($0.type)" } == theirs)
}

private func checkPlaces(_ file: String) throws {
  let table = try Program.mediaprobe("packets", "--format", "csv", file)
  guard let track = try units(file).first(where: { $0.lengthSize != 2 }) else { return }
  let packets = table.text.split(separator: "\n").dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  let index = packets.first { row in (Int(row[6]) ?? 0) <= track.offset && track.offset < (Int(row[6]) ?? 0) + (Int(row[5]) ?? 0) }?[0]
  let samples = packets.filter { $0[0] == index }.map { [Int($0[6]) ?? -1, Int($0[5]) ?? -1] }
  #expect(try frames(file).map { [$0.offset, $0.size] } == samples, "\(file)")
}

/// A picture has the size and offset of its sample.
@Test(arguments: containers) func picturesStandWhereSamplesDo(_ fixture: String) throws { try checkPlaces(path(fixture)) }

@Test(.enabled(if: Places.corpus != nil), arguments: corpusTracks)
func picturesOfTheCorpusStandWhereSamplesDo(_ file: String) throws {
  guard let corpus = Places.corpus else { return }
  let whole = corpus.appending(path: file).path
  if try Program.mediaprobe("nalu", whole).status == 0 { try checkPlaces(whole) }
}

// MARK: - Options

@Test func theTrackIsChosen() throws {
  for command in ["nalu", "trace", "params", "frames", "gop"] {
    let first = try Program.mediaprobe(command, path("plain.mp4"))
    #expect(try Program.mediaprobe(command, "--track", "0", path("plain.mp4")).text == first.text)
    let sound = try Program.mediaprobe(command, "--track", "1", path("plain.mp4"))
    #expect(sound.status == 65)
    #expect(sound.text.isEmpty)
    #expect(sound.standardError.hasSuffix("track 1 is AAC, which has no NAL units\n"))
    let none = try Program.mediaprobe(command, "--track", "2", path("plain.mp4"))
    #expect(none.status == 64)
    #expect(none.standardError.contains("No track '2': the file has tracks 0 to 1.\n  See 'mediaprobe \(command) --help'"))
    let other = try Program.mediaprobe(command, "--codec", "hevc", path("plain.mp4"))
    #expect(other.status == 65)
    #expect(other.standardError.hasSuffix("no track of H.265: 0 is H.264, 1 is AAC\n"))
    #expect(try Program.mediaprobe(command, "--codec", "hevc", "--track", "0", path("plain.mp4")).status == 64)
    // A byte stream has one track.
    let stream = try Program.mediaprobe(command, path("bframes.h264"))
    #expect(try Program.mediaprobe(command, "--track", "0", path("bframes.h264")).text == stream.text)
    #expect(try Program.mediaprobe(command, "--track", "1", path("bframes.h264")).status == 64)
    // A container that comes through a pipe is read from a temporary file.
    for fixture in ["plain.mp4", "avc_aac.flv"] {
      let piped = try Program.shell("cat '\(path(fixture))' | $MP \(command) -")
      let file = try Program.mediaprobe(command, path(fixture))
      #expect(piped.status == file.status && piped.text == file.text)
    }
  }
}

// MARK: - Hand-made files and damage

/// Creates an FLV file of video tags.
private func flv(_ bodies: [[UInt8]]) -> Data {
  func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  var bytes: [UInt8] = [0x46, 0x4C, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]
  for body in bodies {
    bytes += [9] + number(body.count, 3) + [0, 0, 0, 0, 0, 0, 0] + body
    bytes += number(body.count + 11, 4)
  }
  return Data(bytes)
}

private func record(lengthSize: UInt8, sps: [UInt8]) -> [UInt8] {
  [0x17, 0, 0, 0, 0, 1, 0x42, 0, 10, 0xFC | (lengthSize - 1), 0xE1, 0, UInt8(sps.count)] + sps + [1, 0, 2, 0x68, 0xCE]
}

private let baseline: [UInt8] = [0x67, 0x42, 0, 10, 0xF8, 0x41, 0xA2]

private func csv(_ data: Data) throws -> (rows: [String], result: Program.Result) {
  let result = try Program.mediaprobe("nalu", "--format", "csv", "-", input: data)
  return (result.text.split(separator: "\n").dropFirst().map(String.init), result)
}

@Test(arguments: [1, 2, 3, 4]) func lengthsOfAnySizeAreRead(_ size: UInt8) throws {
  let length = [UInt8](repeating: 0, count: Int(size) - 1)
  let sample: [UInt8] = [0x17, 1, 0, 0, 0] + length + [3, 0x65, 0x88, 0x84] + length + [1, 0x0C]
  let (rows, result) = try csv(flv([record(lengthSize: size, sps: baseline), sample]))
  #expect(result.status == (size == 3 ? 1 : 0))
  #expect(result.standardError.contains("lengthSizeMinusOne is 2, which is reserved, at 33") == (size == 3))
  // After the file header of 13 bytes: 11 bytes of tag header, 5 of video header, and 6 of the record.
  let start = 13 + 11 + record(lengthSize: size, sps: baseline).count + 4 + 11 + 5
  #expect(
    rows == [
      "0,35,2,7,0,7,SPS,3", "1,45,2,2,0,8,PPS,3", "2,\(start),\(size),3,0,5,IDR,3",
      "3,\(start + Int(size) + 3),\(size),1,0,12,FILL,0",
    ])
}

@Test func aLengthBehindItsSampleCostsThatSampleAlone() throws {
  let good: [UInt8] = [0x27, 1, 0, 0, 0, 0, 0, 0, 2, 0x41, 0x9A]
  for (bad, finding, row) in [
    ([0, 0, 0, 9, 0x41, 0x9A] as [UInt8], "the NAL unit at 95 has length 9, but its sample has 2 bytes left", "3,95,4,2,0,1,SLICE,2"),
    ([0xFF, 0xFF, 0xFF, 0xFF, 0x41], "the NAL unit at 95 has length 4294967295, but its sample has 1 byte left", "3,95,4,1,0,1,SLICE,2"),
    ([0, 0, 0, 5], "the NAL unit at 95 has length 5, but its sample has 0 bytes left", nil),
    ([0, 0, 1], "3 bytes at 95 after the last unit: too few for a length", nil),
    ([0, 0, 0, 0], "an empty NAL unit at 95", "3,95,4,0,0,,EMPTY,"),
  ] as [([UInt8], String, String?)] {
    let (rows, result) = try csv(flv([record(lengthSize: 4, sps: baseline), good, [0x27, 1, 0, 0, 0] + bad, good]))
    #expect(result.status == 1)
    #expect(result.standardError == "mediaprobe: standard input: \(finding)\n")
    #expect(rows.count == (row == nil ? 4 : 5))
    if let row { #expect(rows[3] == row) }
    #expect(rows.last?.hasSuffix(",4,2,0,1,SLICE,2") == true)
  }
}

/// A changed sequence header takes effect at its position; a repeated one is not reported.
@Test func aConfigurationMayChange() throws {
  let wide: [UInt8] = [0x27, 1, 0, 0, 0, 0, 0, 0, 2, 0x41, 0x9A]
  let narrow: [UInt8] = [0x27, 1, 0, 0, 0, 2, 0x41, 0x9A]
  let first = record(lengthSize: 4, sps: baseline)
  let second = record(lengthSize: 1, sps: [0x67, 0x42, 0, 11, 0xF8, 0x41, 0xA2])
  let file = flv([first, wide, first, wide, second, narrow, first, wide])
  let (rows, result) = try csv(file)
  #expect(result.status == 0)
  #expect(rows.map { $0.split(separator: ",")[2] } == ["2", "2", "4", "4", "2", "2", "1", "2", "2", "4"])
  let params = try Program.mediaprobe("params", "--format", "jsonl", "-", input: file)
  #expect(params.text.split(separator: "\n").map { $0.prefix(14) } == ["{\"type\":\"SPS\",", "{\"type\":\"PPS\",", "{\"type\":\"SPS\","])
}

@Test func withoutARecordLengthsOfFourBytesAreAssumed() throws {
  let (rows, result) = try csv(flv([[0x17, 1, 0, 0, 0, 0, 0, 0, 3, 0x65, 0x88, 0x84]]))
  #expect(result.status == 1)
  #expect(result.standardError.hasSuffix("no readable configuration record: assuming 4-byte lengths\n"))
  #expect(rows == ["0,29,4,3,0,5,IDR,3"])
}

/// Bits flipped anywhere: a documented exit code, a message if it is not 0, never a signal.
@Test(.waiting, arguments: ["nalu", "frames", "params"], ["hvc1.mp4", "avc_aac.flv"]) func flippedBitsAreSurvived(
  _ command: String, _ fixture: String
)
  throws
{
  let whole = try Places.fixture(fixture)
  for step in 0..<150 {
    var bytes = whole
    let place = step < 75 ? step * whole.count / 75 : (fixture == "hvc1.mp4" ? whole.count - 1 - (step - 75) * 9 : step)
    bytes[place] ^= 1 << UInt8(step % 8)
    let result = try Program.mediaprobe(command, "-", input: Data(bytes))
    #expect([0, 1, 65].contains(result.status), "\(command) \(fixture) \(place): \(result.status)")
    #expect(result.status == 0 || !result.standardError.isEmpty)
  }
}

/// A file truncated inside a sample gives everything before it.
@Test func aCutFileGivesWhatItHas() throws {
  let whole = try units(path("faststart.mp4"))
  let bytes = try Places.fixture("faststart.mp4")
  let unit = try #require(whole.dropFirst(2).first { $0.offset > bytes.count / 2 })
  let cut = Data(bytes[..<(unit.offset + 10)])
  let result = try Program.mediaprobe("nalu", "--format", "csv", "-", input: cut)
  #expect(result.status == 1)
  #expect(result.standardError.contains("is truncated: "))
  let rows = result.text.split(separator: "\n").dropFirst().compactMap(Unit.init)
  #expect(Array(rows.dropLast()) == whole.filter { $0.offset < unit.offset })
  #expect(rows.last?.offset == unit.offset && rows.last?.length == 6)
}
