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

/// Publishes to an RTMP server: builds FLV tags and sends each when it is complete.
final class RTMPSink: EncodeSink {
  private let publisher: RTMPPublisher
  private let flv: FLVSink
  private let isLive: Bool
  private var lastRun: Int64 = 0

  /// Maximum time in milliseconds that a source waits for room in the queue.
  private static var patience: Int64 { 20_000 }

  /// Connects and waits until the server accepts the stream.
  /// - Parameters:
  ///   - isLive: whether late pictures are dropped. Otherwise the source waits for a connected server.
  ///   - reconnects: whether a lost connection is reestablished; pictures are dropped without it.
  ///   - awaitsServer: whether the connection is made in the background and the stream begins when it is established.
  /// - Throws: the reason why the server does not accept the stream.
  init(
    _ address: RTMPAddress, _ codec: VideoEncoderSettings.Codec, hasSound: Bool, isLegacy: Bool, isLive: Bool, reconnects: Bool,
    awaitsServer: Bool
  ) throws(RTMPError) {
    var options = RTMPPublisher.Options()
    options.isStopped = { StopRequest.hasCome }
    options.reconnects = reconnects
    options.awaitsServer = awaitsServer
    options.waitsWhileConnected = !isLive
    let publisher = RTMPPublisher(address, options) { report("\(toolName): \(address): \($0)") }
    if !awaitsServer { try publisher.connect() }
    flv = FLVSink(PublisherOutput(publisher), codec, hasSound: hasSound, isLegacy: isLegacy)
    self.publisher = publisher
    self.isLive = isLive
  }

  func take(_ unit: EncodedAccessUnit) throws(EncoderError) {
    try flv.take(unit)
    try send()
  }

  func take(_ unit: EncodedAudioUnit) throws(EncoderError) {
    try flv.take(unit)
    try send()
  }

  func endSound() throws(EncoderError) {
    try flv.endSound()
    try send()
  }

  func finish() throws(EncoderError) {
    try flv.finish()
    do throws(RTMPError) { try publisher.finish() } catch { throw failed(error) }
  }

  /// The exit code of a failed stream.
  var exitCode: ExitCode { publisher.hasConnected ? .ioError : .unavailable }

  func goOn() throws(EncoderError) {
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
    while !isLive, !publisher.hasRoom, !StopRequest.hasCome {
      if monotonicMilliseconds() - now > Self.patience { throw .bytes(ByteError("\(publisher.address): the server accepts no data")) }
      _ = publisher.run(until: now + Self.patience, room: true)
    }
    if let failure = publisher.failure { throw failed(failure) }
  }

  private func failed(_ error: RTMPError) -> EncoderError { .bytes(ByteError("\(publisher.address): \(error)")) }
}
