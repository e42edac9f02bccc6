import AACKit
import BitstreamKit
import FLVKit
import FileIO
import H264Kit
import HEVCKit
import MP4Kit
import NALKit

/// Writes coded pictures and audio to an output.
public protocol EncodeSink: AnyObject {
  /// Writes the next access unit, which has start codes.
  func take(_ unit: EncodedAccessUnit) throws(EncoderError)
  /// Writes the next audio unit.
  func take(_ unit: EncodedAudioUnit) throws(EncoderError)
  /// Marks the end of the audio.
  func endSound() throws(EncoderError)
  /// Does periodic work between units.
  func goOn() throws(EncoderError)
  /// Completes the output.
  func finish() throws(EncoderError)
}

extension EncodeSink {
  /// Does nothing.
  public func goOn() throws(EncoderError) {}
}

/// Converts a `MediaError`.
func asEncoderError(_ error: MediaError) -> EncoderError {
  error.failure.map { .bytes($0) } ?? .malformed(error.description)
}

/// Converts access units to samples: replaces start codes with lengths and removes parameter sets, delimiters and filler.
struct SampleMaker {
  private let conversion: AccessUnitConversion
  private(set) var bytes: [UInt8] = []

  init(_ codec: VideoEncoderSettings.Codec) {
    conversion = UnitFilter.intoSamples(codec).conversion(into: .lengths(.four))
  }

  mutating func make(_ unit: EncodedAccessUnit) throws(EncoderError) {
    bytes.removeAll(keepingCapacity: true)
    do throws(SyntaxError) { try conversion.appendAnnexB(unit.data, 0..<unit.data.count, to: &bytes) } catch {
      throw .malformed(error.description)
    }
  }
}

/// Buffers small writes.
final class GatheringOutput {
  private let output: MediaOutput
  private let room: Int
  private var bytes: [UInt8] = []
  /// The number of bytes written.
  private var written: UInt64 = 0

  /// - Parameter room: buffer size in bytes.
  init(_ output: MediaOutput, room: Int = 1 << 18) {
    self.output = output
    self.room = room
  }

  var canReplace: Bool { output.canReplace }

  func put(_ more: [UInt8]) throws(EncoderError) {
    bytes += more
    if bytes.count >= room { try flush() }
  }

  func flush() throws(EncoderError) {
    if bytes.isEmpty { return }
    do throws(ByteError) { try output.append(bytes, 0..<bytes.count) } catch {
      // The file ends with a whole unit or tag.
      try? output.truncate?(written)
      throw .bytes(error)
    }
    written += UInt64(bytes.count)
    bytes.removeAll(keepingCapacity: true)
  }

  func replace(at offset: UInt64, _ bytes: [UInt8]) throws(EncoderError) {
    do throws(ByteError) { try output.replace?(offset, bytes) } catch { throw .bytes(error) }
  }
}

/// Writes an H.264 or H.265 byte stream.
public final class StreamSink: EncodeSink {
  private let output: GatheringOutput

  /// Creates a sink.
  /// - Parameter isLive: whether each unit is written immediately.
  public init(_ output: MediaOutput, isLive: Bool) { self.output = isLive ? GatheringOutput(output, room: 1) : GatheringOutput(output) }

  public func take(_ unit: EncodedAccessUnit) throws(EncoderError) { try output.put(unit.data) }
  public func take(_ unit: EncodedAudioUnit) throws(EncoderError) {}
  public func endSound() throws(EncoderError) {}
  public func finish() throws(EncoderError) { try output.flush() }
}

/// Writes an MP4 file while units arrive.
public final class MovieSink: EncodeSink {
  private let writer: MovieWriter
  private let codec: VideoEncoderSettings.Codec
  private var maker: SampleMaker
  private var video: MovieWriterInput?
  private var audio: MovieWriterInput?
  private var wantsSound: Bool
  private let timescale: UInt32?
  /// Units queued until the formats of all tracks are known.
  private var early: (video: [EncodedAccessUnit], audio: [EncodedAudioUnit]) = ([], [])
  private var isStarted = false
  private var isSoundOver = false

  /// Creates a sink.
  /// - Parameters:
  ///   - hasSound: whether audio units follow.
  ///   - timescale: time scale of the video track in units per second; nil to choose one.
  /// - Throws: `EncoderError.unsupported` or `.malformed` if the output cannot hold the layout.
  public init(
    _ output: MediaOutput, _ layout: MovieLayout, _ codec: VideoEncoderSettings.Codec, hasSound: Bool, timescale: UInt32?
  ) throws(EncoderError) {
    do throws(MediaError) { writer = try MovieWriter(output, layout: layout) } catch { throw asEncoderError(error) }
    self.codec = codec
    maker = SampleMaker(codec)
    wantsSound = hasSound
    self.timescale = timescale
  }

  public func take(_ unit: EncodedAccessUnit) throws(EncoderError) {
    if isStarted { return try append(unit) }
    early.video.append(unit)
    try startIfReady()
  }

  public func take(_ unit: EncodedAudioUnit) throws(EncoderError) {
    if isStarted { return try append(unit) }
    early.audio.append(unit)
    try startIfReady()
  }

  public func endSound() throws(EncoderError) {
    if isSoundOver { return }
    isSoundOver = true
    if isStarted { try attempt { () throws(MediaError) in try audio?.markAsFinished() } } else { try startIfReady() }
  }

  public func finish() throws(EncoderError) {
    isSoundOver = true
    try startIfReady()
    guard isStarted else { throw .malformed("there is no picture") }
    try attempt { () throws(MediaError) in try writer.finishWriting() }
  }

  private func startIfReady() throws(EncoderError) {
    if isStarted { return }
    guard let sets = early.video.first?.parameterSets, !wantsSound || isSoundOver || early.audio.first?.configuration != nil else { return }
    let format = try videoFormat(sets)
    let configuration = early.audio.first?.configuration
    try attempt { () throws(MediaError) in
      var settings = MovieInputSettings(format)
      settings.timescale = timescale
      video = try writer.addInput(settings)
      if let configuration {
        var sound = MovieInputSettings(.aac(configuration.config))
        sound.primingSamples = UInt32(clamping: configuration.priming ?? 0)
        audio = try writer.addInput(sound)
      }
      try writer.startSession(atSourceTime: .zero)
    }
    isStarted = true
    for unit in early.video { try append(unit) }
    for unit in early.audio { try append(unit) }
    early = ([], [])
    if isSoundOver { try attempt { () throws(MediaError) in try audio?.markAsFinished() } }
  }

  private func videoFormat(_ sets: [[UInt8]]) throws(EncoderError) -> MovieFormat {
    do throws(SyntaxError) { return try codec == .h264 ? .avc(parameterSets: sets) : .hevc(parameterSets: sets) } catch {
      throw .malformed(error.description)
    }
  }

  private func append(_ unit: EncodedAccessUnit) throws(EncoderError) {
    if let sets = unit.parameterSets, isStarted {
      let format = try videoFormat(sets)
      try attempt { () throws(MediaError) in try video?.setFormat(format) }
    }
    try maker.make(unit)
    let bytes = maker.bytes
    try attempt { () throws(MediaError) in
      try video?.append(
        bytes, presentationTimeStamp: unit.presentationTimeStamp, decodeTimeStamp: unit.decodeTimeStamp, duration: unit.duration,
        isSync: unit.isKeyFrame)
    }
  }

  private func append(_ unit: EncodedAudioUnit) throws(EncoderError) {
    try attempt { () throws(MediaError) in
      try audio?.append(unit.data, presentationTimeStamp: unit.presentationTimeStamp, duration: unit.duration)
    }
  }

  private func attempt(_ body: () throws(MediaError) -> Void) throws(EncoderError) {
    do throws(MediaError) { try body() } catch { throw asEncoderError(error) }
  }
}
