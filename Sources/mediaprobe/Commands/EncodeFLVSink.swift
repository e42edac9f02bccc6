import AACKit
import BitstreamKit
import EncoderKit
import FLVKit
import H264Kit
import HEVCKit

/// Writes an FLV file with tags in time order.
final class FLVSink: EncodeSink {
  private let output: GatheringOutput
  private let codec: VideoEncoderSettings.Codec
  private var writer: FLVWriter
  private var maker: SampleMaker
  private var video: [EncodedAccessUnit] = []
  private var audio: [EncodedAudioUnit] = []
  private let wantsSound: Bool
  private var isSoundOver: Bool
  private var isVideoOver = false
  private var isStarted = false
  /// Offset subtracted from all times so that the earliest decoding time is 0, the minimum in FLV.
  private var origin = MediaTime.zero
  private var last: (video: Int64, audio: Int64) = (0, 0)
  private var bytes: [UInt8] = []
  /// Bytes written before the first frame.
  private var front: [UInt8] = []

  /// - Parameter isLive: whether each tag is written immediately.
  init(_ output: MediaOutput, _ codec: VideoEncoderSettings.Codec, hasSound: Bool, isLegacy: Bool, isLive: Bool = false) {
    self.output = isLive ? GatheringOutput(output, room: 1) : GatheringOutput(output)
    self.codec = codec
    maker = SampleMaker(codec)
    wantsSound = hasSound
    isSoundOver = !hasSound
    writer = FLVWriter(video: codec == .h264 ? .avc : isLegacy ? .legacyHEVC : .hevc, audio: hasSound ? .aac : nil)
  }

  func take(_ unit: EncodedAccessUnit) throws(EncoderError) {
    video.append(unit)
    try pump()
  }

  func take(_ unit: EncodedAudioUnit) throws(EncoderError) {
    audio.append(unit)
    try pump()
  }

  func endSound() throws(EncoderError) {
    isSoundOver = true
    try pump()
  }

  func finish() throws(EncoderError) {
    (isVideoOver, isSoundOver) = (true, true)
    try pump()
    guard isStarted else { throw .malformed("there is no picture") }
    var patch: FLVPatch?
    bytes.removeAll()
    try attempt { () throws(SyntaxError) in
      try writer.appendSequenceEnd(.video, at: last.video, to: &bytes)
      if writer.audio != nil { try writer.appendSequenceEnd(.audio, at: last.audio, to: &bytes) }
      patch = try writer.patch()
    }
    try output.put(bytes)
    try output.flush()
    if output.canReplace, let patch { try output.replace(at: patch.offset, patch.bytes) }
  }

  private func attempt(_ body: () throws(SyntaxError) -> Void) throws(EncoderError) {
    do throws(SyntaxError) { try body() } catch { throw .malformed(error.description) }
  }

  /// Writes the tags whose order is final.
  private func pump() throws(EncoderError) {
    if !isStarted {
      if video.isEmpty || wantsSound && audio.isEmpty && !isSoundOver { return }
      try start()
    }
    var (pictures, frames) = (0, 0)
    defer {
      video.removeFirst(pictures)
      audio.removeFirst(frames)
    }
    while true {
      let picture = pictures < video.count ? video[pictures] : nil
      let frame = frames < audio.count ? audio[frames] : nil
      if let picture, frame.map({ picture.decodeTimeStamp <= $0.presentationTimeStamp }) ?? isSoundOver {
        pictures += 1
        try write(picture)
      } else if let frame, picture != nil || isVideoOver {
        frames += 1
        try write(frame)
      } else {
        return
      }
    }
  }

  private func start() throws(EncoderError) {
    guard let first = video.first else { return }
    isStarted = true
    origin = min(first.decodeTimeStamp, audio.first?.presentationTimeStamp ?? first.decodeTimeStamp)
    if audio.isEmpty { writer.audio = nil }
    var data = FLVMetaData()
    if output.canReplace { data.measured = .all }
    data.videocodecid = writer.video?.metaDataCodec
    let config = audio.first?.configuration?.config
    if let config {
      (data.audiosamplerate, data.stereo) = (config.sampleRate.map { Double($0) }, config.channelCount == 2)
      data.audiosamplesize = 16
      data.audiocodecid = writer.audio?.metaDataCodec
    }
    bytes.removeAll()
    let sets = first.parameterSets ?? []
    try attempt { () throws(SyntaxError) in
      let size = try Self.size(sets, codec)
      (data.width, data.height) = (size.map { Double($0.width) }, size.map { Double($0.height) })
      writer.appendFileHeader(to: &bytes)
      try writer.append(data, to: &bytes)
      try appendRecord(sets, at: 0)
      if let config { try writer.append(config, to: &bytes) }
    }
    // Written with the first frame, so that the output is not touched before.
    front = bytes
  }

  private static func size(_ sets: [[UInt8]], _ codec: VideoEncoderSettings.Codec) throws(SyntaxError) -> PictureSize? {
    switch codec {
    case .h264:
      let found = try AVCDecoderConfigurationRecord(parameterSetsOf: sets).parameterSets().sets
      for id in 0..<32 as Range<UInt32> { if let sps = found.seqParameterSet(id) { return sps.croppedSize } }
    case .hevc:
      let found = try Self.hevcRecord(sets).parameterSets().sets
      for id in 0..<16 as Range<UInt8> { if let sps = found.seqParameterSet(id) { return sps.croppedSize } }
    }
    return nil
  }

  private static func hevcRecord(_ sets: [[UInt8]]) throws(SyntaxError) -> HEVCDecoderConfigurationRecord {
    func units(_ type: UInt8) -> [[UInt8]] { sets.filter { ($0.first ?? 0) >> 1 & 63 == type } }
    return try HEVCDecoderConfigurationRecord(videoParameterSets: units(32), seqParameterSets: units(33), picParameterSets: units(34))
  }

  private func appendRecord(_ sets: [[UInt8]], at time: Int64) throws(SyntaxError) {
    switch codec {
    case .h264: try writer.append(AVCDecoderConfigurationRecord(parameterSetsOf: sets), at: time, to: &bytes)
    case .hevc: try writer.append(Self.hevcRecord(sets), at: time, to: &bytes)
    }
  }

  /// - Throws: if the time does not fit in 64 bits.
  private func milliseconds(_ time: MediaTime) throws(EncoderError) -> Int64 {
    guard let value = time.subtracting(origin)?.value(in: 1000) else { throw .unsupported("a time is out of the range of FLV") }
    return max(0, value)
  }

  private func takeFront() {
    bytes.removeAll(keepingCapacity: true)
    swap(&bytes, &front)
  }

  private func write(_ unit: EncodedAccessUnit) throws(EncoderError) {
    let (decode, shown) = (try milliseconds(unit.decodeTimeStamp), try milliseconds(unit.presentationTimeStamp))
    try maker.make(unit)
    takeFront()
    let isFirst = writer.videoFrameCount == 0
    try attempt { () throws(SyntaxError) in
      if let sets = unit.parameterSets, !isFirst { try appendRecord(sets, at: decode) }
      let frame = FLVSample.video(unit.isKeyFrame ? .key : .inter, at: decode, compositionTime: shown - decode)
      try writer.append(frame, maker.bytes, 0..<maker.bytes.count, to: &bytes)
    }
    last.video = decode
    try output.put(bytes)
  }

  private func write(_ unit: EncodedAudioUnit) throws(EncoderError) {
    let time = try milliseconds(unit.presentationTimeStamp)
    takeFront()
    try attempt { () throws(SyntaxError) in try writer.append(.audio(at: time), unit.data, 0..<unit.data.count, to: &bytes) }
    last.audio = time
    try output.put(bytes)
  }
}
