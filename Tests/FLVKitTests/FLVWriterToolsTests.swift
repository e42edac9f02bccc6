import AACKit
import BitstreamKit
import FLVKit
import Foundation
import H264Kit
import HEVCKit
import TestSupport
import Testing
import NALKit

/// A frame of an elementary stream.
private struct Frame {
  var sample: FLVSample
  var data: [UInt8]
}

/// Units of a byte stream with the start and end of each, including start codes and zeros.
private func units(_ stream: [UInt8]) -> [(range: Range<Int>, offset: UInt64, end: UInt64)] {
  var parser = AnnexBParser()
  var cursor = 0
  var found: [(range: Range<Int>, offset: UInt64, end: UInt64)] = []
  while let unit = parser.next(in: stream, from: &cursor, to: stream.count) ?? parser.finish() {
    let first = Int(unit.offset)
    found.append((first..<first + Int(unit.length), unit.startCodeOffset, unit.offset + unit.length + unit.trailingZeroBytes))
  }
  return found
}

/// Frames at 25 per second, from the offset, size, type and output index of pictures.
private func frames(
  _ pictures: [(offset: UInt64, size: UInt64, isKey: Bool, place: UInt64?)], depth: Int, _ stream: [UInt8],
  _ conversion: AccessUnitConversion
) throws -> [Frame] {
  try pictures.enumerated().map { index, picture in
    var data: [UInt8] = []
    try conversion.appendAnnexB(stream, Int(picture.offset)..<Int(picture.offset + picture.size), to: &data)
    let offset = (Int64(try #require(picture.place)) + Int64(depth) - Int64(index)) * 40
    return Frame(sample: .video(picture.isKey ? .key : .inter, at: Int64(index) * 40, compositionTime: offset), data: data)
  }
}

/// - Parameter depth: number of pictures by which presentation is delayed; nil for the minimum.
private func h264(_ stream: [UInt8], depth: Int? = nil) throws -> (frames: [Frame], record: AVCDecoderConfigurationRecord) {
  var (parser, order, pictures, sets) = (H264Kit.PictureParser(), H264Kit.DisplayOrder(), [H264Kit.Picture](), [[UInt8]]())
  for unit in units(stream) {
    if VideoCodec.h264.isParameterSet(stream[unit.range.lowerBound]) { sets.append(Array(stream[unit.range])) }
    if let picture = parser.take(stream, unit.range, unitOffset: unit.offset, offset: unit.offset, end: unit.end) {
      pictures += order.take(picture)
    }
  }
  if let last = parser.finish() { pictures += order.take(last) }
  pictures += order.finish()
  let conversion = UnitFilter.intoSamples(.h264).conversion(into: .lengths(.four))
  let list = pictures.map { (offset: $0.offset, size: $0.size, isKey: $0.isKeyframe, place: $0.displayIndex) }
  return (try frames(list, depth: depth ?? order.reorderDepth, stream, conversion), try .init(parameterSetsOf: sets))
}

private func hevc(_ stream: [UInt8]) throws -> (frames: [Frame], record: HEVCDecoderConfigurationRecord) {
  var (parser, order, pictures) = (HEVCKit.PictureParser(), HEVCKit.DisplayOrder(), [HEVCKit.Picture]())
  var sets: [UInt8: [[UInt8]]] = [:]
  for unit in units(stream) {
    let type = VideoCodec.hevc.unitType(stream[unit.range.lowerBound])
    let bytes = Array(stream[unit.range])
    if (32...34).contains(type), sets[type]?.contains(bytes) != true { sets[type, default: []].append(bytes) }
    if let picture = parser.take(stream, unit.range, unitOffset: unit.offset, offset: unit.offset, end: unit.end) {
      pictures += order.take(picture)
    }
  }
  if let last = parser.finish() { pictures += order.take(last) }
  pictures += order.finish()
  let conversion = UnitFilter.intoSamples(.hevc).conversion(into: .lengths(.four))
  let list = pictures.map { (offset: $0.offset, size: $0.size, isKey: $0.randomAccess != nil, place: $0.displayIndex) }
  let record = try HEVCDecoderConfigurationRecord(
    videoParameterSets: sets[32] ?? [], seqParameterSets: sets[33] ?? [], picParameterSets: sets[34] ?? [])
  return (try frames(list, depth: order.reorderDepth, stream, conversion), record)
}

/// Frames of an ADTS stream; the first begins `priming` samples before `start` milliseconds.
private func aac(_ stream: [UInt8], start: Double, priming: Int) throws -> (frames: [Frame], config: AudioSpecificConfig) {
  var (parser, cursor, found) = (ADTSParser(), 0, [ADTSFrame]())
  while let event = parser.next(in: stream, from: &cursor, to: stream.count) ?? parser.finish() {
    if case .frame(let frame) = event { found.append(frame) }
  }
  let config = try AudioSpecificConfig(try #require(found.first).header)
  let rate = Double(try #require(config.sampleRate))
  return (
    found.enumerated().map { index, frame in
      let time = Int64(saturating: (start + Double(index * 1024 - priming) * 1000 / rate).rounded())
      return Frame(sample: .audio(at: time), data: Array(stream[Int(frame.payloadPosition)..<Int(frame.end)]))
    }, config
  )
}

/// Writes the frames of all tracks in order of their decode times; of equal times the one of the first track.
private func write(_ tracks: [[Frame]], _ writer: inout FLVWriter, _ sink: inout MemorySink) throws {
  let frames = tracks.enumerated().flatMap { track, frames in frames.map { (track, $0) } }
  for (_, frame) in frames.sorted(by: { ($0.1.sample.decodeTime, $0.0) < ($1.1.sample.decodeTime, $1.0) }) {
    try writer.write(frame.sample, frame.data, 0..<frame.data.count, to: &sink)
  }
}

private func run(_ tool: String, _ arguments: [String]) throws -> String {
  let result = try Program.run(tool, arguments)
  try #require(result.status == 0, "\(result.standardError)")
  return result.text
}

/// Packets as reported by ffprobe: stream, times, size, flags.
private func packets(_ file: String) throws -> [String] {
  let entries = ["-show_entries", "packet=stream_index,pts,dts,size,flags"]
  return try run("ffprobe", ["-v", "error"] + entries + ["-of", "csv=p=0", file]).split(separator: "\n").map(String.init)
}

/// Hashes of the decoded frames of a stream, without their times.
private func hashes(_ file: String, _ stream: String, format: [String] = []) throws -> [String] {
  let arguments =
    ["-v", "error", "-nostdin"] + format + ["-i", file, "-map", "0:\(stream):0", "-vsync", "passthrough", "-f", "framemd5", "-"]
  return try run("ffmpeg", arguments).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
    String($0.split(separator: ",").last ?? "").trimmingCharacters(in: .whitespaces)
  }
}

private func scratch(_ bytes: [UInt8], _ name: String) throws -> URL {
  let url = Places.scratch(name)
  try Data(bytes).write(to: url)
  return url
}

@Suite(.enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct FLVWriterToolsTests {
  /// Splits a file made by FFmpeg into elementary streams and muxes them again: the result is the same, except for the metadata and three
  /// bytes in the AudioSpecificConfig that signal the absence of SBR.
  @Test func whatFFmpegMuxedFromTheSameStreams() throws {
    let original = Places.fixtures.appending(path: "avc_aac.flv").path
    let (video, audio) = (Places.scratch("v.h264"), Places.scratch("a.aac"))
    let out = Places.scratch("out.flv")
    defer { for url in [video, audio, out] { try? FileManager.default.removeItem(at: url) } }
    _ = try run("ffmpeg", ["-v", "error", "-nostdin", "-i", original, "-map", "0:v", "-c", "copy", "-f", "h264", video.path])
    _ = try run("ffmpeg", ["-v", "error", "-nostdin", "-i", original, "-map", "0:a", "-c", "copy", "-f", "adts", audio.path])
    // The encoder delays presentation by two pictures, one more than necessary.
    let pictures = try h264([UInt8](Data(contentsOf: video)), depth: 2)
    let sound = try aac([UInt8](Data(contentsOf: audio)), start: 80, priming: 1024)
    var writer = FLVWriter(video: .avc, audio: .aac)
    var sink = MemorySink()
    writer.appendFileHeader(to: &sink.bytes)
    var data = FLVMetaData()
    data.measured = .all
    data.keyframeCapacity = 10
    try writer.append(data, to: &sink.bytes)
    try writer.append(pictures.record, to: &sink.bytes)
    try writer.append(sound.config, to: &sink.bytes)
    try write([pictures.frames, sound.frames], &writer, &sink)
    try writer.appendSequenceEnd(.video, at: try #require(pictures.frames.last).sample.decodeTime, to: &sink.bytes)
    let patch = try #require(try writer.patch())
    sink.bytes.replaceSubrange(Int(patch.offset)..<Int(patch.offset) + patch.bytes.count, with: patch.bytes)
    try Data(sink.bytes).write(to: out)

    #expect(try packets(out.path) == packets(original))
    for stream in ["v", "a"] { #expect(try hashes(out.path, stream) == hashes(original, stream)) }
    let duration = try run("ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", out.path])
    let script = try #require(walk(sink.bytes).tags[0].body)
    let said = try #require(OnMetaData(try ScriptData(parsing: script)))
    #expect(abs((Double(duration.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) - (said.duration ?? -1)) < 0.0005)
    let (ours, theirs) = (walk(sink.bytes), walk(try Places.fixture("avc_aac.flv")))
    func bodies(_ walk: Walk, _ type: TagType) -> [[UInt8]] {
      walk.tags.filter { $0.tag.header.type == type }.map { $0.body ?? [] }.filter { !$0.starts(with: [0xAF, 0]) }
    }
    #expect(bodies(ours, .video) == bodies(theirs, .video) && bodies(ours, .audio) == bodies(theirs, .audio))
    #expect(ours.findings == [] && said.keyframes?.times.first == 0 && said.filesize == Double(sink.bytes.count))
  }

  /// A byte stream with B frames, fields or delimiters: each packet has the time of its picture, and the decoded frames are the same.
  @Test(arguments: ["bframes.h264", "interlaced.h264"]) func bareH264(_ name: String) throws {
    let stream = try Places.fixture(name)
    let pictures = try h264(stream)
    let sound = try aac(try Places.fixture("tone.aac"), start: 0, priming: 0)
    var writer = FLVWriter(video: .avc, audio: .aac)
    var sink = MemorySink()
    writer.appendFileHeader(to: &sink.bytes)
    try writer.append(pictures.record, to: &sink.bytes)
    try writer.append(sound.config, to: &sink.bytes)
    try write([pictures.frames, sound.frames], &writer, &sink)
    let out = try scratch(sink.bytes, "out.flv")
    defer { try? FileManager.default.removeItem(at: out) }
    let source = Places.fixtures.appending(path: name).path
    #expect(try hashes(out.path, "v") == hashes(source, "v", format: ["-f", "h264"]))
    #expect(try hashes(out.path, "a") == hashes(Places.fixtures.appending(path: "tone.aac").path, "a"))
    let told = try packets(out.path)
    let wanted = pictures.frames.map { frame in
      let flags = frame.sample.frameType == .key ? "K_" : "__"
      return "0,\(frame.sample.decodeTime + frame.sample.compositionTime),\(frame.sample.decodeTime),\(frame.data.count),\(flags)"
    }
    #expect(told.filter { $0.hasPrefix("0,") } == wanted && wanted.count == 25)
    #expect(
      told.filter { $0.hasPrefix("1,") }
        == sound.frames.map { "1,\($0.sample.decodeTime),\($0.sample.decodeTime),\($0.data.count),K_" })
    // Decoding times never go backwards.
    let times = told.compactMap { Int($0.split(separator: ",")[2]) }
    #expect(times == times.sorted())
  }

  /// HEVC with the enhanced header and with codec ID 12: this FFmpeg supports neither, so the stream is extracted and decoded.
  @Test(arguments: [VideoCoding.hevc, .legacyHEVC]) func bareHEVC(_ coding: VideoCoding) throws {
    let stream = try Places.fixture("opengop.hevc")
    let pictures = try hevc(stream)
    var writer = FLVWriter(video: coding, audio: nil)
    var sink = MemorySink()
    writer.appendFileHeader(to: &sink.bytes)
    try writer.append(pictures.record, to: &sink.bytes)
    try write([pictures.frames], &writer, &sink)
    try writer.appendSequenceEnd(.video, at: 2000, to: &sink.bytes)
    let all = walk(sink.bytes)
    #expect(all.findings == [] && all.error == nil)
    var back: [UInt8] = []
    var places = pictures.frames[...]
    var record: HEVCDecoderConfigurationRecord?
    var converter: SampleConverter?
    var (packetTypes, ends): (Set<UInt8>, Int) = ([], 0)
    for tag in all.tags {
      let body = try #require(tag.body)
      let header = try VideoTagHeader(parsing: body)
      #expect(header.nalCodec == VideoFourCc.hevc)
      if header.isSequenceHeader {
        let read = try HEVCDecoderConfigurationRecord(parsing: Array(body[header.byteCount...]))
        record = read
        var filter = UnitFilter.intoStream(read)
        filter.delimiters = .keep
        converter = SampleConverter(filter.conversion(into: .shortestStartCodes), lengthSize: .four)
      } else if header.hasPicture {
        let next = places.popFirst()
        let frame = try #require(next)
        #expect(header.frame == frame.sample.frameType && Int64(tag.tag.header.milliseconds) == frame.sample.decodeTime)
        #expect(Int64(header.compositionOffset ?? 0) == frame.sample.compositionTime)
        packetTypes.insert(header.exVideoTagHeader?.videoPacketType ?? header.avcPacketType ?? 99)
        converter?.begin(puttingParameterSets: header.frame == .key)
        try converter?.append(body, header.byteCount..<body.count, to: &back)
        try converter?.end()
      } else {
        ends += 1
      }
    }
    #expect(record == pictures.record && places.isEmpty && ends == 1)
    #expect(packetTypes == (coding == .hevc ? [VideoPacketType.codedFrames.rawValue, VideoPacketType.codedFramesX.rawValue] : [1]))
    let out = try scratch(back, "out.hevc")
    defer { try? FileManager.default.removeItem(at: out) }
    let source = Places.fixtures.appending(path: "opengop.hevc").path
    let decoded = try hashes(out.path, "v", format: ["-f", "hevc"])
    #expect(try decoded == hashes(source, "v", format: ["-f", "hevc"]) && decoded.count == 25)
  }
}
