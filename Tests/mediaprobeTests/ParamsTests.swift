import Foundation
import H264Kit
import HEVCKit
import TestSupport
import Testing

@testable import mediaprobe
import NALKit

private let fixtures = ["bframes.h264", "interlaced.h264", "opengop.hevc"]

@Test(arguments: fixtures, ["table", "json", "jsonl"]) func paramsPrintsWhatItAlwaysDid(_ fixture: String, _ format: String) throws {
  let result = try Program.mediaprobe("params", "--format", format, Places.fixtures.appending(path: fixture).path)
  #expect(result.status == 0)
  #expect(result.standardError.isEmpty)
  try Golden.check(result.text, "params/\(fixture).\(format)")
}

@Test(arguments: fixtures) func paramsReadsPipesLikeFiles(_ fixture: String) throws {
  let data = try Data(contentsOf: Places.fixtures.appending(path: fixture))
  try Golden.check(try Program.mediaprobe("params", "-", input: data).text, "params/\(fixture).table")
  let slow = try Program.shell(
    "cd '\(Places.fixtures.path)' && (head -c 40 \(fixture); sleep 0.05; tail -c +41 \(fixture)) | $MP params -")
  try Golden.check(slow.text, "params/\(fixture).table")
}

@Test func paramsHasNoTableForSpreadsheets() throws {
  let result = try Program.mediaprobe("params", "--format", "csv", "x")
  #expect(result.status == 64)
  #expect(result.standardError.contains("Please provide one of: table, json, jsonl, hex, base64, sprop."))
}

// MARK: - Output

/// A row of JSON. Elements are also kept as text, since JSONSerialization drops duplicate keys.
private struct Row {
  var object: [String: Any]
  var elements: [String: Any]
  var summary: [String: Any]
  var type: String
}

private func rows(_ words: [String], input: Data? = nil) throws -> [Row] {
  let result = try Program.run(Program.mediaprobe, ["params", "--format", "jsonl"] + words, input: input)
  return try result.text.split(separator: "\n").map { line in
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let elements = try #require(object["elements"] as? [String: Any])
    let text = try #require(line.range(of: "\"elements\":")).upperBound
    #expect(line[text...].matches(of: /"[^"]+":/).count == elements.count, "a key comes twice: \(line)")
    return Row(
      object: object, elements: elements, summary: try #require(object["summary"] as? [String: Any]),
      type: try #require(object["type"] as? String))
  }
}

/// The parameter sets of a fixture, one of each kind, in order.
private func units(_ fixture: String) throws -> [(type: String, bytes: [UInt8])] {
  let bytes = try Places.fixture(fixture)
  return try rows([Places.fixtures.appending(path: fixture).path]).map { row in
    let (offset, size) = (try #require(row.object["offset"] as? Int), try #require(row.object["size"] as? Int))
    let code = bytes[offset + 2] == 1 ? 3 : 4
    return (row.type, Array(bytes[offset + code..<offset + code + size]))
  }
}

private func hexText(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

/// Sets taken from a stream and given as text in any notation have the same values.
@Test(arguments: fixtures) func setsOnTheCommandLineAreThoseOfTheStream(_ fixture: String) throws {
  let units = try units(fixture)
  let stream = try rows([Places.fixtures.appending(path: fixture).path])
  let spellings: [([UInt8]) -> String] = [
    hexText,
    { hexText($0).uppercased() },
    { "0x" + hexText($0) },
    { $0.map { String(format: "0x%02X", $0) }.joined(separator: ", ") },
    { $0.map { String(format: "%02x", $0) }.joined(separator: " ") },
    { $0.map { String(format: "%02x", $0) }.joined(separator: ":") },
    { "00000001" + hexText($0) },
    { Data($0).base64EncodedString() },
    { Data($0).base64EncodedString().replacing("=", with: "") },
    { Data($0).base64EncodedString().replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_") },
  ]
  for (number, spell) in spellings.enumerated() {
    let words = units.flatMap { ["--" + $0.type.lowercased(), spell($0.bytes)] }
    let given = try rows(words)
    #expect(given.map(\.type) == stream.map(\.type), "spelling \(number)")
    for (a, b) in zip(given, stream) {
      #expect(a.elements as NSDictionary == b.elements as NSDictionary, "spelling \(number)")
      #expect(a.summary as NSDictionary == b.summary as NSDictionary)
      #expect(a.object["offset"] is NSNull)
      #expect(a.object["size"] as? Int == b.object["size"] as? Int)
    }
  }
  // As in SDP, all sets in one list; and with start codes in one piece.
  let list = units.map { Data($0.bytes).base64EncodedString() }.joined(separator: ",")
  #expect(try rows(["--sps", list]).map { $0.elements as NSDictionary } == stream.map { $0.elements as NSDictionary })
  let annexB = hexText(units.flatMap { [0, 0, 0, 1] + $0.bytes })
  #expect(try rows(["--sps", annexB]).map { $0.elements as NSDictionary } == stream.map { $0.elements as NSDictionary })
}

@Test func recordsHoldTheSetsOfTheStream() throws {
  let avc = try units("bframes.h264")
  let avcC = try AVCDecoderConfigurationRecord(
    sequenceParameterSets: avc.filter { $0.type == "SPS" }.map(\.bytes), pictureParameterSets: avc.filter { $0.type == "PPS" }.map(\.bytes)
  ).encoded()
  var hvcC = HEVCDecoderConfigurationRecord()
  hvcC.generalProfileIdc = 1
  let hevc = try units("opengop.hevc")
  hvcC.arrays = hevc.map { unit in
    var array = HEVCDecoderConfigurationRecord.NALUnitArray()
    array.nalUnitType = unit.bytes[0] >> 1 & 63
    array.nalUnits = [unit.bytes]
    return array
  }
  for (option, record, fixture) in [("--avcc", avcC, "bframes.h264"), ("--hvcc", try hvcC.encoded(), "opengop.hevc")] {
    let given = try rows([option, hexText(record)])
    let stream = try rows([Places.fixtures.appending(path: fixture).path])
    #expect(given[0].type == (option == "--avcc" ? "avcC" : "hvcC"))
    #expect(given[0].elements["configurationVersion"] as? Int == 1)
    #expect(given.dropFirst().map { $0.elements as NSDictionary } == stream.map { $0.elements as NSDictionary })
    // Truncated: the elements before the end, the error, and exit code 1.
    let cut = try Program.mediaprobe("params", option, hexText(record.dropLast(8)))
    #expect(cut.status == 1)
    #expect(cut.text.contains("damaged (partial)") && cut.text.contains("SPS, "))
    #expect(cut.standardError.contains("mediaprobe: command line: \(option): ") && cut.standardError.contains("truncated"))
  }
  let unit = try #require(try rows(["--avcc", hexText(avcC)])[0].elements["sequenceParameterSetNALUnit"] as? String)
  #expect(unit == "0x" + hexText(avc[0].bytes))
}

@Test func structuresThatComeTwiceHaveNumbers() throws {
  var sps = H264Kit.SeqParameterSet()
  sps.log2MaxPicOrderCntLsbMinus4 = 0
  var vui = H264Kit.VUIParameters()
  var hrd = H264Kit.HRDParameters()
  hrd.bitRateScale = 4
  hrd.cpbSizeScale = 6
  hrd.schedules = [.init(), .init()]
  hrd.schedules[0].bitRateValueMinus1 = 4999
  hrd.schedules[1].bitRateValueMinus1 = 9999
  hrd.schedules[1].cbrFlag = true
  vui.nalHrdParameters = hrd
  vui.vclHrdParameters = hrd
  vui.lowDelayHrdFlag = false
  vui.timingInfo = .init()
  vui.timingInfo?.timeScale = 60000
  vui.timingInfo?.numUnitsInTick = 1001
  vui.aspectRatioIdc = 14
  vui.videoSignalType = .init()
  vui.videoSignalType?.colourDescription = .init()
  vui.videoSignalType?.colourDescription?.colourPrimaries = 9
  vui.videoSignalType?.colourDescription?.transferCharacteristics = 16
  vui.videoSignalType?.colourDescription?.matrixCoefficients = 200
  sps.vuiParameters = vui
  var unit = H264Kit.NALUnit()
  unit.header.nalRefIdc = 3
  unit.header.nalUnitType = 7
  unit.payload = .seqParameterSet(sps)
  let text = hexText(try unit.encoded(sets: .init()))
  let row = try rows(["--sps", text])[0]
  #expect(row.elements["vui_parameters.hrd_parameters[0].bit_rate_value_minus1[1]"] as? Int == 9999)
  #expect(row.elements["vui_parameters.hrd_parameters[1].bit_rate_value_minus1[0]"] as? Int == 4999)
  #expect(row.elements["vui_parameters.time_scale"] as? Int == 60000)
  let nal = try #require(row.summary["nal_hrd"] as? [[String: Any]])
  #expect(nal.map { $0["bit_rate"] as? Int } == [5_120_000, 10_240_000] && nal.map { $0["cbr"] as? Bool } == [false, true])
  #expect(nal.map { $0["cpb_size"] as? Int } == [1024, 1024])
  #expect(row.summary["frame_rate"] as? String == "30000/1001")
  let table = try Program.mediaprobe("params", "--sps", text).text
  for line in [
    "  frame rate                    30000/1001 (29.970)\n", "  sample aspect ratio           4:3\n",
    "  colour primaries              BT.2020\n", "  transfer characteristics      SMPTE ST 2084 (PQ)\n",
    "  matrix coefficients           reserved (200)\n", "  nal hrd                       5120000 bit/s, buffer of 1024 bits\n",
    "                                10240000 bit/s, constant, buffer of 1024 bits\n",
  ] { #expect(table.contains(line), "\(line)\(table)") }
}

// MARK: - Errors

@Test(arguments: [
  ("674", "3 hexadecimal digits: the number of digits is odd"), ("67 4g", "'g' is not a hexadecimal digit (digit 4)"),
  ("0x67zz", "'z' is not a hexadecimal digit (digit 3)"), ("0x", "no hexadecimal digits"), ("", "the value is empty"),
  ("Z0IACvhBo", "9 base64 characters are not whole bytes: truncated, or one character too many"),
  ("Z0IACvhBoh==", "it is neither hexadecimal nor whole base64: the last character has unused bits set"),
  ("Z0IACvhBog=", "base64 of 10 characters needs 2 '=', not 1"),
  ("Z0I=ACvh", "'=' before the end of base64 (character 4)"),
  ("Z0I!", "'!' is neither hexadecimal nor base64 (character 4)"),
  ("Z0\u{1B}I", "'\\u{1B}' is neither hexadecimal nor base64 (character 3)"),
  ("Z0IACvhBog==,,aM4=", "entry 2 of 3: the value is empty"), ("68ce", "this belongs to '--pps'"),
  ("658884", "its first byte is 0x65, nal_unit_type 5 of H.264 or 50 of H.265, which is not a parameter set"),
  ("00000001", "no data after the start code"),
])
func malformedTextIsExplained(_ text: String, _ why: String) throws {
  let result = try Program.mediaprobe("params", "--sps", text)
  #expect(result.status == 64)
  #expect(result.standardOutput.isEmpty)
  #expect(
    result.standardError.hasPrefix("Error: The value of '--sps' cannot be read: \(why).\n  See 'mediaprobe params --help'"),
    "\(result.standardError)")
}

@Test(arguments: [
  (["params"], "Missing expected argument '<file>', or --sps, --pps, --vps, --avcc or --hvcc."),
  (["params", "x", "--sps", "6742000af841a2"], "Unexpected argument 'x': parameter sets are given by options."),
  (["params", "--avcc", "01", "--vps", "4001"], "'--avcc' is for H.264, '--vps' for H.265: use one codec."),
  (["params", "--codec", "hevc", "--avcc", "01"], "'--codec hevc' conflicts with the other options."),
  (
    ["params", "--codec", "hevc", "--sps", "6742000af841a2"],
    "The value of '--sps' cannot be read: its first byte is 0x67, nal_unit_type 51 of H.265, which is not a parameter set."
  ),
])
func wrongParamsCommandLines(_ words: [String], _ message: String) throws {
  let result = try Program.run(Program.mediaprobe, words)
  #expect(result.status == 64)
  #expect(result.standardOutput.isEmpty)
  #expect(result.standardError.hasPrefix("Error: \(message)\n"), "\(result.standardError)")
}

@Test func damagedSetsAreShownAsFarAsTheyGo() throws {
  let sps = try units("bframes.h264")[0].bytes
  for count in 1..<sps.count {
    let result = try Program.mediaprobe("params", "--codec", "h264", "-", input: Data([0, 0, 0, 1] + sps.prefix(count)))
    #expect(result.status == (count == 1 ? 65 : 1), "\(count)")
    #expect(result.standardError.contains("SPS at 0: nal_unit › seq_parameter_set_data") && result.standardError.contains("truncated"))
    #expect(result.text.contains("damaged") == (count > 1) && result.text.contains("  profile_idc                   100\n") == (count > 1))
  }
  // The error has the byte offset in the file.
  let cut = try Program.mediaprobe("params", "-", input: Data([0, 0, 0, 1] + sps.prefix(12)))
  #expect(cut.standardError.contains("(file byte 0xe): truncated"), "\(cut.standardError)")
  let row = try rows(["-"], input: Data([0, 0, 0, 1] + sps.prefix(12)))[0]
  #expect((row.object["errors"] as? [String])?.count == 1 && row.summary.isEmpty && row.elements["profile_idc"] as? Int == 100)
}

/// A track whose sets are in samples that the file does not have is an empty document, as of the other commands.
@Test(arguments: ["json", "jsonl"]) func tracksWithoutUnitsHaveNoSets(_ format: String) throws {
  let whole = try Places.fixture("plain.mp4")
  let record: [UInt8] = [1, 0x64, 0, 10, 0xFF, 0xE0, 0, 0xFD, 0xF8, 0xF8, 0]
  let bare = try BoxEdit(whole).replacing("moov/trak/mdia/minf/stbl/stsd/avc1/avcC", with: makeBox("avcC", record))
  let empty = try BoxEdit(bare).replacing("moov/trak/mdia/minf/stbl/stsz", with: makeBox("stsz", [UInt8](repeating: 0, count: 12)))
  let file = Places.scratch("bare.mp4")
  defer { try? FileManager.default.removeItem(at: file) }
  try Data(empty).write(to: file)
  let result = try Program.run(Program.mediaprobe, ["params", "--format", format, "--track", "0", file.path])
  #expect(format == "jsonl" || result.text.contains("\"sets\":[]"), "\(result.text) \(result.standardError)")
}

@Test func streamsWithoutSetsSayHowManyUnitsTheyHave() throws {
  let result = try Program.mediaprobe("params", "--codec", "h264", "-", input: Data([0, 0, 1, 0x41, 0x9A, 0, 0, 1, 0x41, 0x9B]))
  #expect(result.status == 65)
  #expect(result.standardOutput.isEmpty)
  #expect(result.standardError == "mediaprobe: standard input: no readable parameter set in 2 NAL units\n")
}

@Test func aSetThatChangesIsANewRow() throws {
  let units = try units("bframes.h264")
  var changed = try H264Kit.NALUnit(parsing: units[1].bytes, sets: .init())
  var held: H264Kit.PicParameterSet?
  if case .picParameterSet(let set) = changed.payload { held = set }
  var pps = try #require(held)
  pps.picInitQpMinus26 += 1
  changed.payload = .picParameterSet(pps)
  let other = try changed.encoded(sets: .init())
  // A set with another nal_ref_idc is the same set.
  let again = [units[1].bytes[0] & 0x9F | 0x20] + units[1].bytes.dropFirst()
  let stream = [units[0].bytes, units[1].bytes, other, again, units[1].bytes, units[0].bytes]
  let found = try rows(["-"], input: Data(stream.flatMap { [0, 0, 0, 1] + $0 }))
  #expect(found.map(\.type) == ["SPS", "PPS", "PPS"])
  #expect(found.map { $0.object["count"] as? Int } == [2, 3, 1])
  #expect(found.map { $0.summary["id"] as? Int } == [0, 0, 0])
  #expect(found.map { $0.summary["initial_qp"] as? Int } == [nil, 34, 35])
}

/// Sets beyond the limit are counted but not kept.
@Test func memoryIsBounded() throws {
  var stream = Data()
  for number in 0..<40 {
    stream.append(contentsOf: [0, 0, 1, 0x67, 0x42, 0xC0, UInt8(number)])
    stream.append(Data(repeating: 0xAA, count: 1_000_000))
  }
  let result = try Program.mediaprobe("params", "--codec", "h264", "-", input: stream)
  #expect(result.status == 1)
  #expect(result.standardError.hasSuffix("more findings\n") || result.standardError.contains("24 more units"))
  #expect(result.text.split(separator: "\n").filter { $0.hasPrefix("SPS") }.count == 16)
  let large = Data([0, 0, 1, 0x67, 0x42, 0xC0, 30]) + Data(repeating: 0xAA, count: 3_000_000)
  let one = try Program.mediaprobe("params", "--codec", "h264", "-", input: large)
  #expect(one.standardError.contains("size is 3000004 bytes, only the first 1048576 were parsed"), "\(one.standardError)")
}

// MARK: - Comparison with other programs

/// Files on which ffprobe differs, by reason.
private let ffprobeRefuses = [
  // Slice groups, which ffmpeg does not decode.
  "h264/jcodec_fmo_boxout.264", "h264/jcodec_fmo_dispersed.264", "h264/jcodec_fmo_explicit.264", "h264/jcodec_fmo_foreground.264",
  // No picture uses these sets, or none of the base view.
  "h264/sps_subsetsps_bothVUI.264", "hevc/sei-double-3byte-case.hevc", "hevc/sei-double-3byte-start-code-4.hevc",
  // Cropping of the whole picture, which ffmpeg rejects.
  "h264/zero-cropping.264",
]

/// Compares size, profile, level, frame rate, aspect ratio and reordering of every stream with ffprobe.
@Test(.enabled(if: Places.corpus != nil), arguments: Places.corpusFiles("h264") + Places.corpusFiles("hevc"))
func paramsAgreesWithTheCorpus(_ path: String) throws {
  guard let corpus = Places.corpus else { return }
  let expected = corpus.appending(path: "expected/\(path).json")
  guard let facts = try JSONSerialization.jsonObject(with: Data(contentsOf: expected)) as? [String: Any],
    let stream = ((facts["ffprobe"] as? [String: Any])?["streams"] as? [[String: Any]])?.first
  else { return }
  let rows = try rows([corpus.appending(path: path).path])
  guard let sps = rows.first(where: { $0.type == "SPS" }) else {
    // Single units without a start code, another file type, a stream with one unusual set.
    let without = [
      "fq_avc_nalu_sei_recovery_point.nal", "fq_avc_pps_stop_more_8bit.nal", "two-frames.264", "unsupp-nals.264",
      "fq_hevc_dcr_regression0.hvcC",
    ]
    #expect(without.contains { path.hasSuffix($0) }, "\(path)")
    return
  }
  if let first = facts["first_sps"] as? [String: Int], path != "h264/zero-cropping.264" {
    #expect(sps.summary["coded_size"] as? [String: Int] == ["width": first["coded_width"] ?? 0, "height": first["coded_height"] ?? 0])
    #expect(
      sps.summary["cropped_size"] as? [String: Int] == ["width": first["display_width"] ?? 0, "height": first["display_height"] ?? 0])
  }
  if ffprobeRefuses.contains(path) {
    #expect(stream["width"] as? Int == 0)
    return
  }
  #expect(
    sps.summary["cropped_size"] as? [String: Int] == ["width": stream["width"] as? Int ?? 0, "height": stream["height"] as? Int ?? 0])
  try compareProfile(sps, stream, isHEVC: path.hasPrefix("hevc"), path)
  compareTiming(sps, stream, path)
}

private func compareProfile(_ sps: Row, _ stream: [String: Any], isHEVC: Bool, _ path: String) throws {
  let level = try #require(sps.summary["level"] as? String)
  #expect(level == "1b" || Int((Double(level) ?? 0) * (isHEVC ? 30 : 10) + 0.5) == stream["level"] as? Int, "\(path)")
  let (ours, theirs) = (try #require(sps.summary["profile"] as? String), stream["profile"] as? String)
  switch theirs {
  // ffprobe has one name for all profiles of Table A.2, which are named by their constraint flags.
  case "Rext": #expect(sps.elements["profile_tier_level.general_profile_idc"] as? Int == 4 && ours != "Main", "\(path)")
  // High with constraint_set4_flag is Progressive High (A.2.4.1), which ffprobe reports as High.
  case "High" where path.contains("MVC"): #expect(ours == "Progressive High")
  // Profiles that ffprobe reports as numbers: 9 is Screen-Extended (A.3.7), 0 is none.
  case "9": #expect(ours == "Screen-Extended")
  case "0": #expect(ours == "unknown (0)")
  default: #expect(ours == theirs, "\(path)")
  }
}

private func compareTiming(_ sps: Row, _ stream: [String: Any], _ path: String) {
  // Without timing ffprobe assumes 25.
  #expect((sps.summary["frame_rate"] as? String ?? "25/1") == stream["r_frame_rate"] as? String, "\(path)")
  if let ratio = stream["sample_aspect_ratio"] as? String { #expect(sps.summary["sample_aspect_ratio"] as? String == ratio, "\(path)") }
  // If H.264 does not code it, the specification derives it from the level, while ffprobe guesses from the first pictures.
  let isCoded = sps.elements["vui_parameters.max_num_reorder_frames"] != nil || sps.summary["poc_type"] as? Int == 2
  let reorder = sps.summary["reorder_pictures"] as? Int ?? (isCoded ? sps.summary["reorder_frames"] as? Int : nil)
  if let reorder { #expect(reorder == stream["has_b_frames"] as? Int, "\(path)") }
  let range = (stream["color_range"] as? String).map { $0 == "pc" ? "full" : "limited" }
  if let ours = sps.summary["video_range"] as? String { #expect(ours == range, "\(path)") }
}
