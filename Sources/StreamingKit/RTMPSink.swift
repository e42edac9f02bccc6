import BitstreamKit
import EncoderKit
import FLVKit
import FileIO
import NALKit
import RTMPKit
import RTMPTransport

/// Queues tags for an RTMP server.
private final class PublisherOutput: TagOutput {
  private let publisher: RTMPPublisher

  init(_ publisher: RTMPPublisher) { self.publisher = publisher }

  var measured: FLVMetaData.Measured { [] }
  func begin(_ tags: FLVTagMaker) {}
  func put(_ tag: FLVStreamTag) throws(EncoderError) { publisher.push(RTMPTag(tag)) }
  func finish() throws(EncoderError) {}
}

/// Publishes coded pictures and audio to an RTMP server: builds FLV tags and sends each when it is complete.
public final class RTMPSink: EncodeSink {
  private let publisher: RTMPPublisher
  private let flv: FLVSink
  private let isLive: Bool
  private let isStopped: () -> Bool
  private var lastRun: Int64 = 0

  /// Maximum time in milliseconds that a source waits for room in the queue.
  private static var patience: Int64 { 20_000 }

  /// Connects and waits until the server accepts the stream.
  /// - Parameters:
  ///   - isLegacy: whether H.265 gets codec id 12, which older servers know.
  ///   - isLive: whether late pictures are dropped. Otherwise the source waits for a connected server.
  ///   - reconnects: whether a lost connection is reestablished; pictures are dropped without it.
  ///   - awaitsServer: whether the connection is made in the background and the stream begins when it is established.
  ///   - isStopped: whether to stop waiting.
  ///   - report: receives what happens to the connection.
  /// - Throws: the reason why the server does not accept the stream.
  public init(
    _ address: RTMPAddress, _ codec: VideoEncoderSettings.Codec, hasSound: Bool, isLegacy: Bool = false, isLive: Bool, reconnects: Bool,
    awaitsServer: Bool = false, isStopped: @escaping @Sendable () -> Bool = { false }, report: @escaping (String) -> Void
  ) throws(RTMPError) {
    var options = RTMPPublisher.Options()
    options.isStopped = isStopped
    self.isStopped = isStopped
    options.reconnects = reconnects
    options.awaitsServer = awaitsServer
    options.waitsWhileConnected = !isLive
    let publisher = RTMPPublisher(address, options, notice: report)
    if !awaitsServer { try publisher.connect() }
    flv = FLVSink(PublisherOutput(publisher), codec, hasSound: hasSound, isLegacy: isLegacy)
    self.publisher = publisher
    self.isLive = isLive
  }

  /// Queues a picture, and sends what the server accepts.
  public func take(_ unit: EncodedAccessUnit) throws(EncoderError) {
    try flv.take(unit)
    try send()
  }

  /// Queues an audio frame, and sends what the server accepts.
  public func take(_ unit: EncodedAudioUnit) throws(EncoderError) {
    try flv.take(unit)
    try send()
  }

  /// Lets pictures go on without audio.
  public func endSound() throws(EncoderError) {
    try flv.endSound()
    try send()
  }

  /// Sends what is queued, and ends the stream.
  public func finish() throws(EncoderError) {
    try flv.finish()
    do throws(RTMPError) { try publisher.finish() } catch { throw failed(error) }
  }

  /// Whether the server has accepted the stream.
  public var hasConnected: Bool { publisher.hasConnected }

  /// Sends and receives, at most every 10 ms.
  public func goOn() throws(EncoderError) {
    let now = monotonicMilliseconds()
    if now - lastRun < 10 { return }
    lastRun = now
    _ = publisher.run(until: now)
    if let failure = publisher.failure { throw failed(failure) }
  }

  /// Sends what the server accepts. Unless live, waits until there is room in the queue.
  private func send() throws(EncoderError) {
    let now = monotonicMilliseconds()
    _ = publisher.run(until: now)
    while !isLive, !publisher.hasRoom, !isStopped() {
      if monotonicMilliseconds() - now > Self.patience { throw .bytes(ByteError("\(publisher.address): the server accepts no data")) }
      _ = publisher.run(until: now + Self.patience, room: true)
    }
    if let failure = publisher.failure { throw failed(failure) }
  }

  private func failed(_ error: RTMPError) -> EncoderError { .bytes(ByteError("\(publisher.address): \(error)")) }
}
