import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit
import NALKit

/// Writes FLV tags in time order.
public final class FLVSink: EncodeSink {
  private let output: any TagOutput
  private let codec: VideoEncoderSettings.Codec
  private var tags: FLVTagMaker
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
  private var hasPicture = false

  /// Creates a sink.
  /// - Parameters:
  ///   - hasSound: whether audio units follow.
  ///   - isLegacy: whether H.265 gets codec id 12, which older players know.
  public init(_ output: any TagOutput, _ codec: VideoEncoderSettings.Codec, hasSound: Bool, isLegacy: Bool) {
    self.output = output
    self.codec = codec
    maker = SampleMaker(codec)
    wantsSound = hasSound
    isSoundOver = !hasSound
    tags = FLVTagMaker(video: codec == .h264 ? .avc : isLegacy ? .legacyHEVC : .hevc, audio: hasSound ? .aac : nil)
  }

  /// Queues a picture until the order of tags is final.
  public func take(_ unit: EncodedAccessUnit) throws(EncoderError) {
    video.append(unit)
    try pump()
  }

  /// Queues an audio frame until the order of tags is final.
  public func take(_ unit: EncodedAudioUnit) throws(EncoderError) {
    audio.append(unit)
    try pump()
  }

  /// Lets pictures go on without audio.
  public func endSound() throws(EncoderError) {
    isSoundOver = true
    try pump()
  }

  /// Writes what is queued, the ends of sequences, and the measured values.
  /// - Throws: `EncoderError.malformed` without a picture.
  public func finish() throws(EncoderError) {
    (isVideoOver, isSoundOver) = (true, true)
    try pump()
    guard isStarted else { throw .malformed("there is no picture") }
    try put { () throws(SyntaxError) in try tags.sequenceEnd(.video, at: last.video) }
    try put { () throws(SyntaxError) in try tags.sequenceEnd(.audio, at: last.audio) }
    try output.finish()
  }

  private func put(_ make: () throws(SyntaxError) -> FLVStreamTag?) throws(EncoderError) {
    let tag: FLVStreamTag?
    do throws(SyntaxError) { tag = try make() } catch { throw .malformed(error.description) }
    if let tag { try output.put(tag) }
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
    if audio.isEmpty { tags.audio = nil }
    var data = FLVMetaData()
    data.measured = output.measured
    data.videocodecid = tags.video?.metaDataCodec
    let config = audio.first?.configuration?.config
    if let config {
      (data.audiosamplerate, data.stereo) = (config.sampleRate.map { Double($0) }, config.channelCount == 2)
      data.audiosamplesize = 16
      data.audiocodecid = tags.audio?.metaDataCodec
    }
    output.begin(tags)
    let sets = first.parameterSets ?? []
    try put { () throws(SyntaxError) in
      let size = try Self.size(sets, codec)
      (data.width, data.height) = (size.map { Double($0.width) }, size.map { Double($0.height) })
      return try tags.metaData(data)
    }
    try putRecord(sets, at: 0)
    if let config { try put { () throws(SyntaxError) in try tags.configuration(.audio, try config.encoded()) } }
  }

  private static func size(_ sets: [[UInt8]], _ codec: VideoEncoderSettings.Codec) throws(SyntaxError) -> PictureSize? {
    switch codec {
    case .h264:
      let found = try AVCDecoderConfigurationRecord(parameterSetsOf: sets).parameterSets().sets
      for id in 0..<32 as Range<UInt32> { if let sps = found.seqParameterSet(id) { return sps.croppedSize } }
    case .hevc:
      let found = try HEVCDecoderConfigurationRecord(parameterSetsOf: sets).parameterSets().sets
      for id in 0..<16 as Range<UInt8> { if let sps = found.seqParameterSet(id) { return sps.croppedSize } }
    }
    return nil
  }

  private func putRecord(_ sets: [[UInt8]], at time: Int64) throws(EncoderError) {
    try put { () throws(SyntaxError) in
      let record: [UInt8]
      switch codec {
      case .h264: record = try AVCDecoderConfigurationRecord(parameterSetsOf: sets).encoded()
      case .hevc: record = try HEVCDecoderConfigurationRecord(parameterSetsOf: sets).encoded()
      }
      return try tags.configuration(.video, record, at: time)
    }
  }

  /// - Throws: if the time does not fit in 64 bits.
  private func milliseconds(_ time: MediaTime) throws(EncoderError) -> Int64 {
    guard let value = time.subtracting(origin)?.value(in: 1000) else { throw .unsupported("a time is out of the range of FLV") }
    return max(0, value)
  }

  private func write(_ unit: EncodedAccessUnit) throws(EncoderError) {
    let (decode, shown) = (try milliseconds(unit.decodeTimeStamp), try milliseconds(unit.presentationTimeStamp))
    try maker.make(unit)
    if let sets = unit.parameterSets, hasPicture { try putRecord(sets, at: decode) }
    hasPicture = true
    let frame = FLVSample.video(unit.isKeyFrame ? .key : .inter, at: decode, compositionTime: shown - decode)
    try put { () throws(SyntaxError) in try tags.frame(frame, maker.bytes) }
    last.video = decode
  }

  private func write(_ unit: EncodedAudioUnit) throws(EncoderError) {
    let time = try milliseconds(unit.presentationTimeStamp)
    try put { () throws(SyntaxError) in try tags.frame(.audio(at: time), unit.data) }
    last.audio = time
  }
}
