import AACKit
import BitstreamKit
import FLVKit
import TestSupport
import Testing

/// A tag appended as a whole gives the bytes and the statistics that the writer's own methods give.
@Test(arguments: [VideoCoding.avc, .hevc, .legacyHEVC, .fourCC(VideoFourCc.av1)], [AudioCoding.aac, .fourCC(AudioFourCc.opus)])
func tagsAreWrittenAsFramesAre(video: VideoCoding, audio: AudioCoding) throws {
  var direct = FLVWriter(video: video, audio: audio)
  var whole = FLVWriter(video: nil, audio: nil)
  let tags = FLVTagMaker(video: video, audio: audio)
  var (wanted, found): ([UInt8], [UInt8]) = ([], [])
  var data = FLVMetaData()
  (data.width, data.measured) = (640, .all)
  data.keyframeCapacity = 4
  try direct.append(data, to: &wanted)
  try whole.append(tags.metaData(data), to: &found)
  try direct.appendConfiguration(.video, [1, 2, 3], at: 0, to: &wanted)
  try whole.append(tags.configuration(.video, [1, 2, 3]), to: &found)
  try direct.appendConfiguration(.audio, [0x12, 0x10], at: 7, to: &wanted)
  try whole.append(tags.configuration(.audio, [0x12, 0x10], at: 7), to: &found)
  for (index, frame) in [FLVSample.video(.key, at: 0), .audio(at: 10), .video(.inter, at: 40), .video(.key, at: 0x123_4567)].enumerated() {
    let bytes = [UInt8](repeating: UInt8(index), count: index * 100)
    try direct.append(frame, bytes, 0..<bytes.count, to: &wanted)
    try whole.append(tags.frame(frame, bytes), to: &found)
  }
  try direct.appendSequenceEnd(.video, at: 50, to: &wanted)
  if let end = try tags.sequenceEnd(.video, at: 50) { try whole.append(end, to: &found) }
  #expect(found == wanted)
  #expect(whole.videoFrameCount == 3 && whole.audioFrameCount == 1 && whole.position == direct.position)
  #expect(try whole.patch() == direct.patch())
}

@Test func tagsThatCannotBeWrittenAreRefused() throws {
  let tags = FLVTagMaker(video: .avc, audio: nil)
  #expect(throws: SyntaxError.self) { try tags.frame(.audio(at: 0), [1]) }
  #expect(throws: SyntaxError.self) { try tags.frame(.video(.key, at: -1), [1]) }
  #expect(throws: SyntaxError.self) { try tags.frame(.video(.key, at: 0, compositionTime: 1 << 23), [1]) }
  #expect(throws: SyntaxError.self) { try tags.configuration(.audio, [1]) }
  #expect(throws: SyntaxError.self) { try tags.configuration(.script, [1]) }
  #expect(throws: SyntaxError.self) { try tags.frame(.video(.key, at: 0), body: [UInt8](repeating: 0, count: 1 << 24)) }
  #expect(try tags.frame(.video(.key, at: 0), body: [UInt8](repeating: 0, count: 1 << 24 - 1)).body.count == 0xFF_FFFF)
  #expect(try tags.sequenceEnd(.audio, at: 0) == nil)
}
