import BitstreamKit
import EncoderKit
import Foundation
import NALKit
import TestSupport
import Testing

/// Takes access units, slowly or not, and remembers them.
private final class FakeEncoder: VideoEncoder {
  let codec = VideoEncoderSettings.Codec.h264
  let name = "fake"
  /// Rounds that a picture takes.
  private let slowness: Int
  private let failsAt: UInt64?
  private var queue: [(VideoPicture, Bool)] = []
  private var ready: [EncodedAccessUnit] = []
  private var round = 0
  private var isClosing = false
  private var number: UInt64 = 0
  private(set) var keys: [UInt64] = []
  private(set) var wasInvalidated = false

  init(slowness: Int = 0, failsAt: UInt64? = nil) {
    self.slowness = slowness
    self.failsAt = failsAt
  }

  var isReadyForMorePictures: Bool { queue.count < 2 }
  var isFinished: Bool { isClosing && queue.isEmpty && ready.isEmpty }
  func enqueue(_ picture: VideoPicture, forceKeyFrame: Bool) throws(EncoderError) {
    if number == failsAt { throw .unsupported("enough") }
    if forceKeyFrame { keys.append(number) }
    queue.append((picture, forceKeyFrame))
    number += 1
  }
  func markAsFinished() throws(EncoderError) { isClosing = true }
  func register(in set: inout WaitSet) { set.limit(to: 0) }
  func advance() throws(EncoderError) {
    round += 1
    if queue.isEmpty || round % (slowness + 1) != 0 { return }
    let (picture, isKey) = queue.removeFirst()
    ready.append(
      EncodedAccessUnit(
        data: [1, 2, 3], framing: .lengths, presentationTimeStamp: picture.presentationTimeStamp,
        decodeTimeStamp: picture.presentationTimeStamp, duration: nil, isKeyFrame: isKey, parameterSets: nil, pictureNumber: 0))
  }
  func nextAccessUnit() -> EncodedAccessUnit? { ready.isEmpty ? nil : ready.removeFirst() }
  func invalidate() { wasInvalidated = true }
}

@Test func picturesAreDroppedForTheSlowOneAlone() throws {
  let (fast, slow) = (FakeEncoder(), FakeEncoder(slowness: 9))
  let session = EncodingSession(movingPictures(100))
  var counts = [0, 0]
  session.add(fast, overflow: .drop) { _ in counts[0] += 1 }
  session.add(slow, overflow: .drop) { _ in counts[1] += 1 }
  session.forcesKeyFrame = { number, _ in number % 10 == 3 }
  try session.run()
  let (first, second) = (session.statistics.encoders[0], session.statistics.encoders[1])
  #expect(first.droppedCount == 0 && first.pictureCount == 100 && counts[0] == 100)
  #expect(second.droppedCount > 50 && second.droppedCount + second.pictureCount == 100 && counts[1] == Int(second.pictureCount))
  // A key frame that fell into a gap is made up for.
  #expect(fast.keys == Array(stride(from: 3, to: 100, by: 10)) && !slow.keys.isEmpty)
}

@Test func theSourceWaitsWhereNothingMayBeLost() throws {
  let slow = FakeEncoder(slowness: 9)
  let session = EncodingSession(movingPictures(50))
  var count = 0
  session.add(slow) { _ in count += 1 }
  try session.run()
  #expect(count == 50 && session.statistics.encoders[0].droppedCount == 0)
}

@Test func whoFailsEndsAloneAndIsNamed() throws {
  let (good, bad) = (FakeEncoder(), FakeEncoder(failsAt: 7))
  let session = EncodingSession(movingPictures(20))
  var counts = [0, 0, 0]
  session.add(good) { _ in counts[0] += 1 }
  session.add(bad) { _ in counts[1] += 1 }
  let full = FakeEncoder()
  session.add(full) { _ throws(EncoderError) in
    counts[2] += 1
    if counts[2] == 3 { throw .bytes(ByteError("disk: No space left on device", code: 28)) }
  }
  #expect(throws: EncoderError.unsupported("enough")) { try session.run() }
  #expect(counts[0] == 20 && counts[1] >= 5 && counts[2] == 3)
  #expect(bad.wasInvalidated && full.wasInvalidated && !good.wasInvalidated)
  #expect(session.failure(of: 0) == nil && session.failure(of: 2) == .bytes(ByteError("disk: No space left on device", code: 28)))
}

@Test func aSourceThatBreaksEndsWhatCame() throws {
  let source = DrawnPictures(PictureFormat(width: 16, height: 16), count: 20) { number, _ throws(EncoderError) in
    if number == 12 { throw .malformed("a hole") }
  }
  let session = EncodingSession(source)
  var count = 0
  session.add(FakeEncoder()) { _ in count += 1 }
  #expect(throws: EncoderError.malformed("a hole")) { try session.run() }
  #expect(count == 12)
}

@Test func aStopEndsTheSource() throws {
  let session = EncodingSession(movingPictures(1_000_000))
  var count = 0
  session.add(FakeEncoder()) { _ in count += 1 }
  session.shouldStop = { count >= 30 }
  try session.run()
  #expect(count >= 30 && count < 40 && session.statistics.wasStopped)
}

@Suite(.enabled(if: Program.has("x264") && Program.has("x265") && Program.has("ffmpeg"))) struct RealSessionTests {
  /// Two codecs at once are what each is alone, bit for bit.
  @Test func encodersDoNotDisturbEachOther() throws {
    var (h264, hevc) = (VideoEncoderSettings(.h264), VideoEncoderSettings(.hevc))
    for preset in ["veryfast"] { (h264.preset, hevc.preset) = (preset, preset) }
    let alone = [
      try encodeAll(ProcessVideoEncoder(.x264, h264), movingPictures(60)),
      try encodeAll(ProcessVideoEncoder(.x265, hevc), movingPictures(60)),
    ]
    var together: [[EncodedAccessUnit]] = [[], []]
    let session = EncodingSession(movingPictures(60))
    session.add(try ProcessVideoEncoder(.x264, h264)) { unit in together[0].append(unit) }
    session.add(try ProcessVideoEncoder(.x265, hevc)) { unit in together[1].append(unit) }
    try session.run()
    #expect(together == alone)
  }

  @Test func soundIsCodedBesideThePictures() throws {
    try withFolder { folder in
      let wav = folder.appending(path: "a.wav").path
      let words = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=440:sample_rate=44100:duration=3", "-ac", "2", wav]
      #expect(try Program.run("ffmpeg", words).status == 0)
      let session = EncodingSession(movingPictures(50))
      var (pictures, sound): ([EncodedAccessUnit], [EncodedAudioUnit]) = ([], [])
      session.add(try ProcessVideoEncoder(.x264, VideoEncoderSettings(.h264))) { unit in pictures.append(unit) }
      let encoder = try ProcessAudioEncoder(.ffmpeg)
      session.setSound(try WAVSound(path: wav), encoder) { unit in sound.append(unit) }
      try session.run()
      #expect(pictures.count == 50 && encoder.frameCount == 3 * 44100)
      // 1024 frames of silence before the first, and the last one filled up.
      #expect(sound.count == (3 * 44100 + 1024 + 1023) / 1024)
      #expect(sound.first?.presentationTimeStamp == MediaTime(value: -1024, timescale: 44100))
      #expect(sound.first?.configuration?.priming == 1024 && sound.first?.configuration?.config.channelCount == 2)
      #expect(sound.dropFirst().allSatisfy { $0.configuration == nil })
      // The tone is where it was: FFmpeg decodes the frames, and the first 1024 samples go.
      let aac = folder.appending(path: "a.aac").path
      let direct = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", wav, "-c:a", "aac", "-f", "adts", aac])
      #expect(direct.status == 0)
      #expect(try Data(contentsOf: URL(filePath: aac)).count - 7 * sound.count == sound.reduce(0) { $0 + $1.data.count })
    }
  }

  /// A file of sound is read in portions of a minute and more; what lies after the last picture is not in a recording that is stopped.
  @Test func soundEndsWithAStop() throws {
    try withFolder { folder in
      let wav = folder.appending(path: "a.wav").path
      let words = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=440:sample_rate=8000:duration=60", "-c:a", "pcm_alaw", wav]
      #expect(try Program.run("ffmpeg", words).status == 0)
      let session = EncodingSession(movingPictures(1000))
      var sound: [EncodedAudioUnit] = []
      session.add(FakeEncoder()) { _ in }
      let encoder = try ProcessAudioEncoder(.ffmpeg)
      session.setSound(try WAVSound(path: wav), encoder) { unit in sound.append(unit) }
      var taken: UInt64 = 0
      session.forcesKeyFrame = { number, _ in
        taken = number + 1
        return false
      }
      session.shouldStop = { taken >= 50 && encoder.frameCount >= 8000 }
      try session.run()
      let end = try #require(MediaTime(value: Int64(taken), timescale: 25))
      let limit = end + MediaTime(milliseconds: 1000)
      #expect(encoder.endOfInput <= limit + MediaTime(milliseconds: 1), "\(encoder.endOfInput) \(taken)")
      let last = try #require(sound.last?.presentationTimeStamp)
      #expect(last < end && last > .zero, "\(last), \(taken) pictures")
    }
  }

  /// Pictures that are paced pace the sound after them as well.
  @Test func soundAfterThePicturesIsPaced() throws {
    try withFolder { folder in
      let wav = folder.appending(path: "a.wav").path
      let words = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=440:sample_rate=8000:duration=9", wav]
      #expect(try Program.run("ffmpeg", words).status == 0)
      let session = EncodingSession(PacedPictures(movingPictures(25), rate: try #require(ExactRatio(4, 1))))
      session.add(FakeEncoder()) { _ in }
      let encoder = try ProcessAudioEncoder(.ffmpeg)
      session.setSound(try WAVSound(path: wav), encoder) { _ in }
      let start = ContinuousClock.now
      try session.run()
      // All but the last second at four times the speed.
      #expect(encoder.frameCount == 9 * 8000 && ContinuousClock.now - start > .milliseconds(1900))
    }
  }

  @Test func capturedPicturesComeFromAProgram() throws {
    try withFolder { folder in
      let file = folder.appending(path: "in.y4m").path
      try Data(y4m(movingPictures(30))).write(to: URL(filePath: file))
      let source = try Y4MPictures(capture: CommandTemplate("sh -c 'cat \"\(file)\"; exit 0'"))
      let session = EncodingSession(source)
      var count = 0
      session.add(try ProcessVideoEncoder(.x264, VideoEncoderSettings(.h264))) { _ in count += 1 }
      try session.run()
      #expect(count == 30)
      let broken = EncodingSession(try Y4MPictures(capture: CommandTemplate("sh -c 'cat \"\(file)\"; echo no camera >&2; exit 2'")))
      var kept = 0
      broken.add(try ProcessVideoEncoder(.x264, VideoEncoderSettings(.h264))) { _ in kept += 1 }
      #expect(throws: EncoderError.failed(ProgramFailure(program: "sh", reason: .exited(2), messages: "no camera"))) { try broken.run() }
      #expect(kept == 30)
    }
  }
}
