import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit
import RTMPKit
import RTMPTransport

/// Publishes samples to an RTMP server from asynchronous code. No method blocks a thread of the caller.
///
///     let stream = try RTMPStream(to: RTMPAddress("rtmp://example.com/live/key"), video: .avc, audio: .aac)
///     try await stream.connect()
///     try await stream.publish(record)
///     try await stream.publish(.video(.key, at: 0), bytes)
///     try await stream.finish()
///
/// The connection has a thread of its own, which ends with `finish`, with an error, or when the stream is released. Samples are sent in the
/// order of the calls; calls from several tasks are safe.
///
/// With `Options.maximumAge`, 3 s by default, the source is live: `publish` never waits once the stream is open, and pictures that the
/// server does not accept in time are dropped up to the next keyframe. Without it, `publish` waits while the server is slow.
public final class RTMPStream: Sendable {
  private let worker: PublishWorker
  private let maker: FLVTagMaker

  /// Creates a stream and starts to connect.
  /// - Parameters:
  ///   - video: how pictures are coded in tags; nil for a stream without video.
  ///   - audio: how sound is coded in tags; nil for a stream without audio.
  ///   - notice: called in the thread of the connection with one-line messages about events.
  /// - Throws: if the system cannot create a thread or a pipe.
  public init(
    to address: RTMPAddress, video: VideoCoding?, audio: AudioCoding?, _ options: RTMPPublisher.Options = RTMPPublisher.Options(),
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(RTMPError) {
    maker = FLVTagMaker(video: video, audio: audio)
    worker = try PublishWorker(address, options, notice)
  }

  deinit { worker.abandon() }

  /// Waits until the server accepts the stream.
  /// - Throws: `RTMPError` if it does not; `CancellationError`.
  public func connect() async throws { try await worker.wait(for: .open) }

  /// Sends the `onMetaData` of the stream.
  /// - Throws: `SyntaxError` if it cannot be encoded; `RTMPError` if the connection is lost; `CancellationError`, and nothing is sent.
  public func publish(_ metaData: FLVMetaData) async throws { try await push(maker.metaData(metaData)) }

  /// Sends the AVC sequence header, which must precede the first picture.
  /// - Parameter time: the decode time in milliseconds, 0 or more.
  /// - Throws: as for metadata.
  public func publish(_ record: AVCDecoderConfigurationRecord, at time: Int64 = 0) async throws {
    try await push(maker.configuration(record, at: time))
  }

  /// Sends the HEVC sequence header, which must precede the first picture.
  /// - Parameter time: the decode time in milliseconds, 0 or more.
  /// - Throws: as for metadata.
  public func publish(_ record: HEVCDecoderConfigurationRecord, at time: Int64 = 0) async throws {
    try await push(maker.configuration(record, at: time))
  }

  /// Sends the AAC sequence header, which must precede the first audio frame.
  /// - Parameter time: the decode time in milliseconds, 0 or more.
  /// - Throws: as for metadata.
  public func publish(_ config: AudioSpecificConfig, at time: Int64 = 0) async throws {
    try await push(maker.configuration(config, at: time))
  }

  /// Sends a frame.
  /// - Parameters:
  ///   - sample: its times and type.
  ///   - data: an access unit of length-prefixed NAL units, or a raw AAC frame.
  /// - Throws: as for metadata.
  public func publish(_ sample: FLVSample, _ data: [UInt8]) async throws {
    try await push(maker.frame(sample, data))
  }

  /// Sends a complete tag.
  /// - Throws: `RTMPError` if the connection is lost; `CancellationError`, and nothing is sent.
  public func publish(_ tag: RTMPTag) async throws {
    try await worker.wait(for: .room)
    try worker.push(tag)
  }

  /// Sends what is queued, unpublishes and closes. Later calls of `publish` throw.
  /// - Throws: `RTMPError` if the end may not have arrived; `CancellationError`, after which the connection is closed without waiting.
  public func finish() async throws {
    worker.finish()
    try await worker.wait(for: .end)
  }

  /// The numbers of pictures and audio frames dropped so far, since they were late or the connection was lost.
  public var dropped: (pictures: UInt64, sounds: UInt64) { worker.dropped }

  private func push(_ tag: FLVStreamTag) async throws { try await publish(RTMPTag(tag)) }
}
