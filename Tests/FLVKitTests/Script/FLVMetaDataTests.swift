import BitstreamKit
import TestSupport
import Testing

@testable import FLVKit

/// Metadata with all properties.
private func full() -> FLVMetaData {
  var data = FLVMetaData()
  (data.width, data.height, data.framerate) = (1920, 1080, 29.97)
  (data.videocodecid, data.audiocodecid) = (VideoCoding.hevc.metaDataCodec, AudioCoding.aac.metaDataCodec)
  (data.audiosamplerate, data.audiosamplesize, data.stereo) = (44100, 16, true)
  data.further = [AMF0Property("encoder", .string("mediaprobe"))]
  data.measured = [.duration, .filesize, .videodatarate, .audiodatarate, .canSeekToEnd]
  return data
}

private func view(_ body: [UInt8]) throws -> OnMetaData { try #require(OnMetaData(try ScriptData(parsing: body))) }

@Test func metaDataSayWhatIsKnown() throws {
  let body = try full().scriptData().encoded()
  let read = try view(body)
  #expect(read.width == 1920 && read.height == 1080 && read.framerate == 29.97 && read.duration == 0 && read.filesize == 0)
  #expect(read.videocodecid == .fourCC(VideoFourCc.hevc) && read["videocodecid"]?.doubleValue == 1_752_589_105)
  #expect(read.audiocodecid == .id(10) && read.audiosamplerate == 44100 && read.audiosamplesize == 16 && read.stereo == true)
  #expect(read.encoder == "mediaprobe" && read.canSeekToEnd == false && read.keyframes == nil)
  #expect(read.object.properties.count == 14)
  let none = try view(FLVMetaData().scriptData().encoded())
  #expect(none.object.properties.isEmpty)
  #expect([OnMetaData.Codec.id(7), .fourCC("hvc1"), .name("AVC")].map { "\($0)" } == ["7", "hvc1", "AVC"])
  #expect(OnMetaData.Codec.id(12) == VideoCoding.legacyHEVC.metaDataCodec && .id(7) == VideoCoding.avc.metaDataCodec)
}

/// Metadata that is written, patched and parsed again has the values of the file and is otherwise unchanged.
@Test(arguments: [0, 1, 3, 100, 9000]) func patchesPutTheValuesIn(_ capacity: Int) throws {
  var data = full()
  data.keyframeCapacity = capacity
  var writer = FLVWriter(video: .hevc, audio: .aac)
  var bytes: [UInt8] = []
  writer.appendFileHeader(to: &bytes)
  try writer.append(data, to: &bytes)
  let early = try #require(try writer.patch())
  #expect(early.offset == 24 && Int(early.offset) + early.bytes.count + 4 == bytes.count)
  for index in 0..<50 as Range<Int64> {
    let isKey = index % 10 == 0
    try writer.append(.video(isKey ? .key : .inter, at: index * 40, compositionTime: 80), [1, 2, 3], 0..<3, to: &bytes)
    try writer.append(.audio(at: index * 40 + 5), [1], 0..<1, to: &bytes)
  }
  let unpatched = bytes
  let patch = try #require(try writer.patch())
  #expect(patch.offset == early.offset && patch.bytes.count == early.bytes.count)
  bytes.replaceSubrange(Int(patch.offset)..<Int(patch.offset) + patch.bytes.count, with: patch.bytes)
  #expect(
    bytes.count == unpatched.count
      && bytes.dropFirst(Int(patch.offset) + patch.bytes.count) == unpatched.dropFirst(Int(patch.offset) + patch.bytes.count))
  let all = walk(bytes)
  #expect(all.findings == [] && all.error == nil && all.tags.count == 101)
  let read = try view(try #require(all.tags[0].body))
  #expect(read.duration == 2.08 && read.filesize == Double(bytes.count) && read.canSeekToEnd == false && read.framerate == 29.97)
  // 50 bodies of 11 bytes and of 3, for 40 ms each.
  #expect(read.videodatarate == 50 * 11 * 8 / 1000 / 2 && read.audiodatarate == 50 * 3 * 8 / 1000 / 2)
  guard capacity > 0 else { return #expect(read.keyframes == nil) }
  let index = try #require(read.keyframes)
  let thinned: [Int: [Double]] = [1: [0], 3: [0, 0.8, 1.6]]
  let wanted = thinned[capacity] ?? [0, 0.4, 0.8, 1.2, 1.6]
  #expect(index.times == wanted)
  let places = all.tags.filter { $0.tag.header.type == .video && $0.body?.first.map { $0 >> 4 & 7 } == 1 }
  for (time, place) in zip(index.times, index.filepositions) {
    #expect(places.contains { Double($0.tag.position) == place && Double($0.tag.header.milliseconds) / 1000 == time })
  }
}

@Test func nothingMeasuredIsNothingToPatch() throws {
  var writer = FLVWriter(video: .avc, audio: nil)
  var bytes: [UInt8] = []
  #expect(try writer.patch() == nil)
  var data = full()
  data.measured = []
  try writer.append(data, to: &bytes)
  #expect(try writer.patch() == nil)
}

/// The frame rate is measured from the first to the last frame; with fewer than two frames there is no frame rate and no duration.
@Test func measurementsOfFewFrames() throws {
  var data = FLVMetaData()
  data.measured = .all
  var writer = FLVWriter(video: .avc, audio: .aac)
  var bytes: [UInt8] = []
  try writer.append(data, to: &bytes)
  func now() throws -> OnMetaData { try view(try #require(try writer.patch()).bytes) }
  #expect(try now().duration == 0 && now().framerate == 0 && now().videodatarate == 0)
  try writer.append(.video(.key, at: 1000), [1], 0..<1, to: &bytes)
  #expect(try now().duration == 0 && now().framerate == 0 && now().canSeekToEnd == true)
  try writer.append(.video(.inter, at: 1040), [1], 0..<1, to: &bytes)
  #expect(try now().duration == 0.08 && now().framerate == 25 && now().canSeekToEnd == false)
  try writer.append(.audio(at: 980), [1], 0..<1, to: &bytes)
  try writer.append(.audio(at: 1100), [1], 0..<1, to: &bytes)
  #expect(try now().duration == 0.24 && now().filesize == Double(bytes.count))
}

/// The index holds every n-th key frame, where n is the smallest power of two that fits the capacity.
@Test(arguments: 1...20) func indicesAreThinnedEvenly(_ capacity: Int) {
  var measurements = FLVMeasurements()
  measurements.capacity = capacity
  for count in 1...200 {
    measurements.takeKeyframe(Int64(count - 1) * 1000, at: UInt64(count - 1))
    var step = 1
    while (count + step - 1) / step > capacity { step *= 2 }
    #expect(measurements.index.filepositions == stride(from: 0, to: count, by: step).map(Double.init), "\(count)")
    #expect(measurements.index.times == measurements.index.filepositions)
  }
}

@Test func tooMuchForATagIsAnError() throws {
  var writer = FLVWriter(video: .avc, audio: nil)
  var bytes: [UInt8] = []
  var data = FLVMetaData()
  for capacity in [932_068, 932_067, Int.max] {
    data.keyframeCapacity = capacity
    #expect(throws: SyntaxError.self) { try writer.append(data, to: &bytes) }
  }
  #expect(bytes.isEmpty)
  data.keyframeCapacity = 2
  #expect(throws: SyntaxError.self) { try data.scriptData(keyframes: .init(times: [1, 2, 3], filepositions: [1, 2, 3])) }
  #expect(throws: SyntaxError.self) { try data.scriptData(keyframes: .init(times: [1], filepositions: [1, 2])) }
  data.further = [AMF0Property("x", .string(AMF0String(bytes: [UInt8](repeating: 0x61, count: 65536))))]
  #expect(throws: SyntaxError.self) { try writer.append(data, to: &bytes) }
}
