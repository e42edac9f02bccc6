import BitstreamKit
import EncoderKit
import FLVKit
import FileIO
import RTMPKit
import RTMPTransport

/// A stream to an RTMP server: the tags of an FLV that is written nowhere, each sent as it is complete.
final class RTMPSink: EncodeSink {
  private let publisher: RTMPPublisher
  private let flv: FLVSink
  private let isLive: Bool
  private var lastRun: Int64 = 0

  /// A source that waits gives a server up that takes nothing for so many milliseconds.
  private static var patience: Int64 { 20_000 }

  /// Connects and waits until the server takes the stream.
  /// - Parameters:
  ///   - isLive: whether pictures that wait too long are left out, and a lost connection is made anew; else the source waits.
  ///   - awaitsServer: whether the stream begins when the server is there, and nobody waits for that.
  /// - Throws: why the server does not take it.
  init(
    _ address: RTMPAddress, _ codec: VideoEncoderSettings.Codec, hasSound: Bool, isLegacy: Bool, isLive: Bool, awaitsServer: Bool
  ) throws(RTMPError) {
    var options = RTMPPublisher.Options()
    options.reconnects = isLive
    options.awaitsServer = awaitsServer
    if !isLive { options.mostAge = nil }
    let publisher = RTMPPublisher(address, options) { report("\(toolName): \(address): \($0)") }
    if !awaitsServer { try publisher.connect() }
    let feed = TagFeed { publisher.push(RTMPTag($0, at: $1, $2)) }
    let output = MediaOutput(append: { (bytes, range) throws(ByteError) in
      do { try feed.take(bytes, range) } catch { throw ByteError("\(address): stopped") }
    })
    flv = FLVSink(output, codec, hasSound: hasSound, isLegacy: isLegacy, isLive: true)
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

  /// What it means that this failed.
  var exitCode: ExitCode { publisher.hasConnected ? .ioError : .unavailable }

  func goOn() throws(EncoderError) {
    let now = monotonicMilliseconds()
    if now - lastRun < 10 { return }
    lastRun = now
    _ = publisher.run(until: now)
    if let failure = publisher.failure { throw failed(failure) }
  }

  /// Sends what the server takes now. Who may wait waits until there is room for more.
  private func send() throws(EncoderError) {
    let now = monotonicMilliseconds()
    _ = publisher.run(until: now)
    while !isLive, !publisher.hasRoom, !StopRequest.hasCome {
      if monotonicMilliseconds() - now > Self.patience { throw .bytes(ByteError("\(publisher.address): the server takes nothing")) }
      _ = publisher.run(until: now + Self.patience, room: true)
    }
    if let failure = publisher.failure { throw failed(failure) }
  }

  private func failed(_ error: RTMPError) -> EncoderError { .bytes(ByteError("\(publisher.address): \(error)")) }
}
