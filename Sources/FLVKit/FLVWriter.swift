import AACKit
import BitstreamKit
import H264Kit
import HEVCKit

/// Writes an FLV file or stream. It appends to a buffer of the caller and stores no data.
///
///     var writer = FLVWriter(video: .avc, audio: .aac)
///     writer.appendFileHeader(to: &buffer)
///     try writer.append(metaData, to: &buffer)
///     try writer.append(record, to: &buffer)
///     try writer.append(audioSpecificConfig, to: &buffer)
///     try writer.append(.video(.key, at: 0, compositionTime: 80), bytes, range, to: &buffer)  // or `write`, to a sink
///     try writer.appendSequenceEnd(.video, at: 40, to: &buffer)
///     if let patch = try writer.patch() { ... }  // where the output can seek
///
/// If the data is copied by the system, `begin` and `end` provide the bytes around it. All appended bytes must be output in order, since
/// the writer tracks the file position. If a method throws, nothing was appended.
///
/// Adobe FLV 10.1, E.2 to E.5; Enhanced RTMP v2.
public struct FLVWriter: Sendable {
  /// The video codec; may change between tags, before a new configuration.
  public var video: VideoCoding?
  /// The audio codec; may change between tags, before a new configuration.
  public var audio: AudioCoding?
  /// The number of bytes so far, including the data of an open tag.
  public private(set) var position: UInt64 = 0
  private var measurements = FLVMeasurements()
  private var metaData: (data: FLVMetaData, position: UInt64, size: Int)?
  /// The DataSize of a tag that `end` has not closed yet.
  private var open: UInt32?
  /// The bytes before and after data written to a sink.
  private var scratch: [UInt8] = []

  /// Creates a writer at the start of a file.
  public init(video: VideoCoding?, audio: AudioCoding?) {
    self.video = video
    self.audio = audio
  }

  /// The number of video frames begun.
  public var videoFrameCount: UInt64 { measurements.video.frameCount }
  /// The number of audio frames begun.
  public var audioFrameCount: UInt64 { measurements.audio.frameCount }

  /// Appends the file header and the first PreviousTagSize.
  /// `hasAudio` and `hasVideo` override the flags derived from the codecs.
  public mutating func appendFileHeader(hasAudio: Bool? = nil, hasVideo: Bool? = nil, to bytes: inout [UInt8]) {
    bytes += [0x46, 0x4C, 0x56, 1, (hasAudio ?? (audio != nil) ? 4 : 0) | (hasVideo ?? (video != nil) ? 1 : 0), 0, 0, 0, 9, 0, 0, 0, 0]
    position += 13
  }
}

// MARK: - Tags

extension FLVWriter {
  /// Appends the tag header and codec header of a frame. `byteCount` bytes of data and a call of `end` must follow.
  /// - Throws: an error that names the frame, counted from 1, if it exceeds the maximum tag size (2^24 − 1 bytes), a time is out of
  ///   range, or its codec is not set; if the previous tag is still open.
  public mutating func begin(_ sample: FLVSample, byteCount: Int, to bytes: inout [UInt8]) throws(SyntaxError) {
    do throws(SyntaxError) {
      if let frameType = sample.frameType {
        guard let video else { throw SyntaxError(.inconsistent("the video codec is not set"), element: "CodecID") }
        try video.check(sample.compositionTime)
        try open(.video, sample.decodeTime, video.frameHeaderLength(sample.compositionTime), byteCount, to: &bytes)
        try video.appendFrameHeader(frameType, compositionTime: sample.compositionTime, to: &bytes)
      } else {
        guard let audio else { throw SyntaxError(.inconsistent("the audio codec is not set"), element: "SoundFormat") }
        if sample.compositionTime != 0 { throw SyntaxError(.inconsistent("audio has no composition time"), element: "CompositionTime") }
        try open(.audio, sample.decodeTime, audio.frameHeaderLength, byteCount, to: &bytes)
        audio.appendFrameHeader(to: &bytes)
      }
    } catch {
      throw named(error, sample)
    }
    take(sample)
  }

  /// Appends the header of a tag with a complete body: script data, or a body read from another file. `byteCount` bytes and a call of
  /// `end` must follow. The tag is not included in the statistics.
  /// - Parameter filter: 1 if the body is encrypted or filtered (Annex F).
  /// - Throws: if it is too large, the time is negative, or the previous tag is still open.
  public mutating func beginTag(
    _ type: TagType, at time: Int64, byteCount: Int, filter: UInt8 = 0, to bytes: inout [UInt8]
  ) throws(SyntaxError) {
    try open(type, time, 0, byteCount, filter: filter, to: &bytes)
  }

  /// Closes a tag: appends its PreviousTagSize. Does nothing if no tag is open.
  public mutating func end(to bytes: inout [UInt8]) {
    guard let size = open else { return }
    (size + 11).pack(into: &bytes)
    position += 4
    open = nil
  }

  private mutating func open(
    _ type: TagType, _ time: Int64, _ headerLength: Int, _ byteCount: Int, filter: UInt8 = 0, to bytes: inout [UInt8]
  ) throws(SyntaxError) {
    if open != nil { throw SyntaxError(.inconsistent("the previous tag is not closed"), element: "PreviousTagSize") }
    let (size, overflow) = byteCount.addingReportingOverflow(headerLength)
    try FLVStreamTag.check(byteCount: overflow || byteCount < 0 ? byteCount : size, time)
    bytes.append((filter & 1) << 5 | type.rawValue & 31)
    bytes.append(UInt8(truncatingIfNeeded: size >> 16))
    bytes.append(UInt8(truncatingIfNeeded: size >> 8))
    bytes.append(UInt8(truncatingIfNeeded: size))
    bytes.append(UInt8(truncatingIfNeeded: time >> 16))
    bytes.append(UInt8(truncatingIfNeeded: time >> 8))
    bytes.append(UInt8(truncatingIfNeeded: time))
    bytes.append(UInt8(truncatingIfNeeded: time >> 24))
    for _ in 0..<3 { bytes.append(0) }
    if type == .video { measurements.video.bodyBytes &+= UInt64(size) }
    if type == .audio { measurements.audio.bodyBytes &+= UInt64(size) }
    position += 11 + UInt64(size)
    open = UInt32(truncatingIfNeeded: size)
  }

  private mutating func take(_ sample: FLVSample) {
    guard let frameType = sample.frameType else { return measurements.audio.take(sample.decodeTime, 0) }
    measurements.video.take(sample.decodeTime, sample.compositionTime)
    measurements.endsWithKeyframe = frameType == .key
    if frameType == .key { measurements.takeKeyframe(sample.decodeTime, at: position - 11 - UInt64(open ?? 0)) }
  }

  private func named(_ error: SyntaxError, _ sample: FLVSample) -> SyntaxError {
    let (kind, count) = sample.frameType == nil ? ("audio", audioFrameCount) : ("video", videoFrameCount)
    let name = "\(kind) frame \(count &+ 1) at \(sample.decodeTime) ms"
    return SyntaxError(error.reason, element: error.element, path: [name, "FLVTAG"])
  }
}

// MARK: - Complete tags

extension FLVWriter {
  /// Appends a frame with data `data[range]`.
  /// - Throws: see `begin`.
  public mutating func append(_ sample: FLVSample, _ data: [UInt8], _ range: Range<Int>, to bytes: inout [UInt8]) throws(SyntaxError) {
    try check(data, range)
    try begin(sample, byteCount: range.count, to: &bytes)
    bytes.append(contentsOf: data[range])
    end(to: &bytes)
  }

  /// Writes a frame with data `data[range]`, which is passed to the sink without copying. Makes three calls, so the sink should buffer
  /// small writes.
  /// - Throws: the errors of the sink; those of `begin` as a message, before anything is written.
  public mutating func write<Sink: ByteSink>(
    _ sample: FLVSample, _ data: [UInt8], _ range: Range<Int>, to sink: inout Sink
  ) throws(ByteError) {
    var bytes: [UInt8] = []
    swap(&bytes, &scratch)
    defer { swap(&bytes, &scratch) }
    bytes.removeAll(keepingCapacity: true)
    do throws(SyntaxError) {
      try check(data, range)
      try begin(sample, byteCount: range.count, to: &bytes)
    } catch {
      throw ByteError(error.description)
    }
    try sink.write(bytes)
    if !range.isEmpty { try sink.write(data, range) }
    bytes.removeAll(keepingCapacity: true)
    end(to: &bytes)
    try sink.write(bytes)
  }

  /// Appends a tag of a stream. Frames count in the statistics.
  /// - Throws: if a measured value of the metadata cannot be encoded, or the previous tag is still open.
  public mutating func append(_ tag: FLVStreamTag, to bytes: inout [UInt8]) throws(SyntaxError) {
    if case .metaData(let data) = tag.role { return try append(data, to: &bytes) }
    try beginTag(tag.type, at: tag.time, byteCount: tag.body.count, to: &bytes)
    if case .frame(let sample) = tag.role { take(sample) }
    bytes += tag.body
    end(to: &bytes)
  }

  /// Appends a tag of any type with a complete body.
  /// - Throws: see `beginTag`.
  public mutating func appendTag(
    _ type: TagType, at time: Int64, _ body: [UInt8], filter: UInt8 = 0, to bytes: inout [UInt8]
  ) throws(SyntaxError) {
    try beginTag(type, at: time, byteCount: body.count, filter: filter, to: &bytes)
    bytes += body
    end(to: &bytes)
  }

  /// Appends an end-of-sequence tag; appends nothing if the codec has none.
  /// - Throws: if the time is negative, or the previous tag is still open.
  public mutating func appendSequenceEnd(_ type: TagType, at time: Int64, to bytes: inout [UInt8]) throws(SyntaxError) {
    if let tag = try maker.sequenceEnd(type, at: time) { try append(tag, to: &bytes) }
  }

  /// Appends a codec configuration: an H.264, H.265 or AV1 record, an AudioSpecificConfig, or the header of Opus or FLAC.
  /// - Throws: if the codec has no configuration tags, it is too large, the time is negative, or the previous tag is still open.
  public mutating func appendConfiguration(
    _ type: TagType, _ configuration: [UInt8], at time: Int64 = 0, to bytes: inout [UInt8]
  ) throws(SyntaxError) {
    try append(maker.configuration(type, configuration, at: time), to: &bytes)
  }

  /// Appends the AVC sequence header.
  /// - Throws: if the video codec is not AVC, or the record cannot be encoded.
  public mutating func append(
    _ record: AVCDecoderConfigurationRecord, at time: Int64 = 0, to bytes: inout [UInt8]
  ) throws(SyntaxError) {
    try append(maker.configuration(record, at: time), to: &bytes)
  }

  /// Appends the HEVC sequence header.
  /// - Throws: if the video codec is not HEVC, or the record cannot be encoded.
  public mutating func append(
    _ record: HEVCDecoderConfigurationRecord, at time: Int64 = 0, to bytes: inout [UInt8]
  ) throws(SyntaxError) {
    try append(maker.configuration(record, at: time), to: &bytes)
  }

  /// Appends the AAC sequence header.
  /// - Throws: if the audio codec is not AAC, or the configuration cannot be encoded.
  public mutating func append(_ config: AudioSpecificConfig, at time: Int64 = 0, to bytes: inout [UInt8]) throws(SyntaxError) {
    try append(maker.configuration(config, at: time), to: &bytes)
  }

  private var maker: FLVTagMaker { FLVTagMaker(video: video, audio: audio) }

  private func check(_ data: [UInt8], _ range: Range<Int>) throws(SyntaxError) {
    if range.lowerBound < 0 || range.upperBound > data.count {
      throw SyntaxError(
        .inconsistent("\(range.lowerBound)..<\(range.upperBound) of \(data.count) bytes"), element: "Data", path: ["FLVTAG"])
    }
  }
}

// MARK: - Metadata

extension FLVWriter {
  /// Appends `onMetaData`. Measured values are written as 0, or as given, until the patch is applied.
  /// - Throws: if it cannot be encoded or is too large, or the previous tag is still open.
  public mutating func append(_ data: FLVMetaData, to bytes: inout [UInt8]) throws(SyntaxError) {
    let body = try data.scriptData().encoded()
    let place = position + 11
    try appendTag(.script, at: 0, body, to: &bytes)
    metaData = (data, place, body.count)
    measurements.capacity = data.keyframeCapacity
  }

  /// Returns the bytes to overwrite the last metadata with, measured over all tags so far; nil if it has no measured values,
  /// see `FLVMetaData.measured`, and no keyframe index.
  /// - Throws: only errors that `append` would have thrown.
  public func patch() throws(SyntaxError) -> FLVPatch? {
    guard let metaData, !metaData.data.measured.isEmpty || metaData.data.keyframeCapacity > 0 else { return nil }
    let body = try measurements.completing(metaData.data, filesize: position).scriptData(keyframes: measurements.index).encoded()
    guard body.count == metaData.size else {
      throw SyntaxError(.inconsistent("\(body.count) bytes for a space of \(metaData.size)"), element: "onMetaData")
    }
    return FLVPatch(offset: metaData.position, bytes: body)
  }
}
