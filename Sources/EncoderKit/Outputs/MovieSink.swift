import AACKit
import BitstreamKit
import MP4Kit
import NALKit

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

  /// Writes a picture, once the formats of all tracks are known.
  public func take(_ unit: EncodedAccessUnit) throws(EncoderError) {
    if isStarted { return try append(unit) }
    early.video.append(unit)
    try startIfReady()
  }

  /// Writes an audio frame, once the formats of all tracks are known.
  public func take(_ unit: EncodedAudioUnit) throws(EncoderError) {
    if isStarted { return try append(unit) }
    early.audio.append(unit)
    try startIfReady()
  }

  /// Ends the audio track; without audio so far the movie has none.
  public func endSound() throws(EncoderError) {
    if isSoundOver { return }
    isSoundOver = true
    if isStarted { try attempt { () throws(MediaError) in try audio?.markAsFinished() } } else { try startIfReady() }
  }

  /// Completes the movie.
  /// - Throws: `EncoderError.malformed` without a picture.
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
