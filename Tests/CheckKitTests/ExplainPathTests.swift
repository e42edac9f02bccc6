import BitstreamKit
import CheckKit
import MP4Kit
import ProbeKit
import RemuxKit
import TestSupport
import Testing

/// Places with names of elements at the end.
@Suite struct ExplainPathTests {
  private func answer(_ name: String, _ text: String) throws -> Explanation? {
    let place = try #require(ExplainPlace(text), "\(text)")
    return try Explain(ProbeInput(AnyByteSource(MemorySource(try Places.fixture(name))), name: name)).answer(place).explanation
  }

  private func element(_ name: String, _ text: String, _ wanted: String, _ value: ElementValue?) throws {
    let found = try #require(try answer(name, text), "\(name): \(text)")
    let layer = try #require(found.layers.first { $0.name == wanted && $0.offset == found.offset }, "\(name): \(text)")
    if let value { #expect(layer.number == value || layer.value == value.description, "\(name): \(text)") }
    // The page of the byte.
    let same = try #require(try answer(name, "\(found.offset)"))
    #expect(same.layers.map(\.name) == found.layers.map(\.name) && same.byte == found.byte)
  }

  @Test(
    arguments: [
      ("moov/mvhd/timescale", "timescale", 1000), ("moov › mvhd › timescale", "timescale", 1000), ("moov/mvhd > volume", "volume", nil),
      ("moov/mvhd/rate", "rate", nil), ("moov/trak[1]/tkhd/track_ID", "track_ID", 2), ("ftyp/minor_version", "minor_version", 512),
      ("moov/mvhd/size", "size", nil), ("moov/trak[1]/type", "type", nil),
      ("moov/trak[0]/mdia/minf/stbl/stsz/entry_size[3]", "entry_size[3]", 119),
      ("moov/trak[0]/mdia/minf/stbl/ctts/entries[11]/sample_offset", "sample_offset", 512),
      ("moov/trak[0]/mdia/minf/stbl/stsd/avc1/avcC › AVCLevelIndication", "AVCLevelIndication", 10),
      ("moov/trak[0]/mdia/minf/stbl/stsd/avc1/avcC › level_idc", "level_idc", 10),
      ("moov/trak[1]/mdia/minf/stbl/stsd/mp4a/esds › channelConfiguration", "channelConfiguration", 1),
      ("track 1 › AudioSpecificConfig › channelConfiguration", "channelConfiguration", 1),
      ("AudioSpecificConfig › audioObjectType", "audioObjectType", 2),
      ("configuration record › unit 0 › seq_parameter_set_data › level_idc", "level_idc", 10), ("unit 0 › level_idc", "level_idc", 10),
      ("unit 5 › slice_header › frame_num", "frame_num", 2), ("track 0 › unit 5 › slice_header › frame_num", "frame_num", 2),
      ("sample 0:3 › slice_header › frame_num", "frame_num", 3), ("sample 0:0 › unit 1 › slice_type", "slice_type", 7),
    ] as [(String, String, UInt64?)]) func elementsOfMovies(_ path: String, _ name: String, _ value: UInt64?) throws
  {
    try element("plain.mp4", path, name, value.map { .unsigned($0) })
  }

  @Test(
    arguments: [
      ("avc_aac.flv", "tag 1 › AVCPacketType", "AVCPacketType", 0), ("avc_aac.flv", "tag 1 › FrameType", "FrameType", 1),
      ("avc_aac.flv", "tag 2 › Timestamp", "Timestamp", nil), ("avc_aac.flv", "unit 0 › level_idc", "level_idc", 10),
      ("avc_aac.flv", "onMetaData › width", "ScriptDataValue", 128),
      ("avc_aac.flv", "AudioSpecificConfig › channelConfiguration", "channelConfiguration", 1),
      ("tone.aac", "frame 2 › aac_frame_length", "aac_frame_length", 142),
      ("opengop.hevc", "unit 1 › sps_max_dec_pic_buffering_minus1", "sps_max_dec_pic_buffering_minus1[0]", 4),
      ("opengop.hevc", "unit 1 › vui_parameters", "aspect_ratio_info_present_flag", 1),
      ("opengop.hevc", "sample 0:1 › slice_type", "slice_type", 1),
    ] as [(String, String, String, UInt64?)]) func elementsOfOtherFiles(
      _ file: String, _ path: String, _ name: String, _ value: UInt64?
    ) throws
  {
    try element(file, path, name, value.map { .unsigned($0) })
  }

  @Test(arguments: [
    ("plain.mp4", "tag 1"), ("plain.mp4", "moof"), ("tone.aac", "unit 1"), ("tone.aac", "frame 999"), ("avc_aac.flv", "tag 999"),
    ("avc_aac.flv", "frame 1"), ("opengop.hevc", "track 0 › unit 1"), ("plain.mp4", "track 1 › unit 0"),
    ("plain.mp4", "sample 0:0 › unit 9"),
    ("tone.aac", "AudioSpecificConfig"), ("plain.mp4", "onMetaData"), ("opengop.hevc", "moov/mvhd"),
  ]) func placesThatAFileLacks(_ file: String, _ path: String) throws {
    #expect(throws: ProbeRequestError.self) { try answer(file, path) }
  }

  @Test(arguments: [
    ("plain.mp4", "moov/mvhd/timescle", "moov/mvhd has no box or field 'timescle': it has version, flags, creation_time"),
    ("plain.mp4", "moov/trak[0]/mdi", "moov/trak[0] has no box or field 'mdi': it has tkhd, edts, mdia."),
    ("plain.mp4", "moov/trak/mdi", "moov/trak[0] has no box or field 'mdi': it has tkhd, edts, mdia."),
    ("plain.mp4", "moof/traf", "the file has no 'moof': it has ftyp, free, mdat, moov."),
    (
      "plain.mp4", "moov/trak[0]/mdia/minf/stbl/ctts/entries[99]",
      "no box or field 'entries[99]': it has version, flags, entry_count, entries[0] to"
    ),
    (
      "plain.mp4", "moov/trak[0]/mdia/minf/stbl/ctts/entries[1]/x",
      "entries[1] has no box or field 'x': it has sample_count, sample_offset."
    ),
    ("plain.mp4", "unit 5 / slice_header / frame_nmu", "'slice_header' has no element 'frame_nmu': it has first_mb_in_slice, slice_type,"),
    ("plain.mp4", "unit 5 › x", "The place has no element 'x': it has nal_unit_header, slice_header,"),
    ("avc_aac.flv", "onMetaData › widt", "The place has no element 'widt': it has duration, width, height,"),
  ]) func aMessageListsWhatIsThere(_ file: String, _ path: String, _ message: String) throws {
    do {
      _ = try answer(file, path)
      Issue.record("\(path) is found")
    } catch { #expect((error as? ProbeRequestError)?.message.contains(message) == true, "\(error)") }
  }

  @Test(arguments: [
    "somewhere", "unit x", "unit 1 › ", "› unit 1", "4711 › frame_num", "moov//mvhd", "track 1", "track 1 › slice_type", "sample 1",
    "configuration record", "configuration other › unit 1", "unit 1 2",
  ]) func noPlaces(_ text: String) { #expect(ExplainPlace(text) == nil) }

  @Test func placesAreWhatTheTextSays() {
    #expect(ExplainPlace("unit 5") == .unit(5))
    #expect(ExplainPlace("track 2 > unit 5") == .trackUnit(track: 2, number: 5))
    #expect(ExplainPlace("track 2 › configuration record › unit 5") == .trackUnit(track: 2, number: 5))
    #expect(ExplainPlace("sample 2:118/unit 1/slice_header") == .element(.sampleUnit(track: 2, index: 118, number: 1), ["slice_header"]))
    #expect(ExplainPlace("0x3:") == .path([BoxPathStep(Array("0x3:".utf8))].compactMap { $0 }))
    #expect(ExplainPlace("id b") == .path([BoxPathStep(Array("id b".utf8))].compactMap { $0 }))
    #expect(ExplainPlace("time/mvhd") == .path(["time", "mvhd"].compactMap { BoxPathStep(Array($0.utf8)) }))
    #expect(ExplainPlace("onMetaData › keyframes › times") == .element(.metaData, ["keyframes", "times"]))
  }

  /// A step without an index is any box of its type.
  @Test func aStepWithoutAnIndexTriesAllBoxes() throws {
    let found = try #require(try answer("plain.mp4", "moov/trak/mdia/minf/smhd"))
    #expect(found.layers.last?.name == "moov/trak[1]/mdia/minf/smhd")
    #expect(throws: ProbeRequestError.self) { try answer("plain.mp4", "moov/trak[0]/mdia/minf/smhd") }
  }

  /// The units of a movie have the same numbers in findings, in `nalu` and in `explain`.
  @Test func findingsNumberUnitsAsNalu() throws {
    var bytes = try Places.fixture("plain.mp4")
    let unit = try #require(try answer("plain.mp4", "unit 7"))
    bytes[Int(unit.offset)] |= 0x80
    let findings = Check(ProbeInput(AnyByteSource(MemorySource(bytes)), name: "a file"), CheckOptions()).run().findings
    let finding = try #require(findings.first { $0.page.id.description == "h264.forbidden-zero-bit" })
    #expect(finding.path == "unit 7" && finding.offset == unit.offset)
  }
}
