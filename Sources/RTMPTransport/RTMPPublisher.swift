import BitstreamKit
import RTMPKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Publishes a stream: accepts tags at any time, and sends them as fast as the server accepts them. Works only while `run` is called, on
/// the calling thread.
public final class RTMPPublisher {
  /// Options of a publisher.
  public struct Options: Sendable {
    /// Milliseconds without progress after which the connection fails.
    public var timeout: Int64 = 10_000
    /// Whether to reconnect after the connection is lost.
    public var reconnects = false
    /// Whether to retry in the same way if the first connection fails.
    public var awaitsServer = false
    /// The maximum age of a queued picture in milliseconds; nil if the source waits for the server.
    public var maximumAge: Int64? = 3000
    /// Whether the source waits while the server is connected and slow; `maximumAge` then applies only while there is no connection.
    public var waitsWhileConnected = false
    /// The maximum number of queued bytes.
    public var maximumByteCount = 1 << 24
    /// Whether to sign the handshake.
    public var usesDigest = true
    /// Returns whether to stop: `run` and `connect` ask at least four times a second. Never by default.
    public var isStopped: @Sendable () -> Bool = { false }
    /// The clock of the deadlines; other than the monotonic clock in tests.
    package var clock = RTMPClock()

    /// 10 s timeout, no reconnection and no retry of the first connection, 3 s, 16 MiB, signed.
    public init() {}
  }

  /// Why `run` has returned.
  public enum Wake: Sendable, Equatable {
    /// The time has been reached.
    case time
    /// The watched descriptor is readable.
    case readable
    /// There is room to push more.
    case room
    /// `Options.isStopped` has returned true.
    case interrupted
    /// The connection is lost permanently.
    case lost
  }

  /// The address of the stream.
  public let address: RTMPAddress
  /// The queue, with the numbers of tags sent and dropped.
  public private(set) var queue: RTMPPublishQueue
  /// Why the connection is lost permanently; nil otherwise.
  public private(set) var failure: RTMPError?
  /// The number of reconnections.
  public private(set) var reconnectCount = 0
  /// Whether the server has ever accepted the stream.
  public private(set) var hasConnected = false
  /// Whether the server named codecs by FourCC when it last accepted the stream; nil before that.
  public private(set) var serverNamesCodecs: Bool?

  private let options: Options
  private let notice: (String) -> Void
  /// `Options.maximumAge` without the time that scheduling takes.
  private let shortAge: Int64?
  private var link: RTMPLink?
  /// Why there is no connection at the moment.
  private var connectionError: RTMPError?
  private var retryAt: Int64 = 0
  private var backOff = RTMPBackOff()
  /// Since when the connection is ready for media; nil without one.
  private var readySince: Int64?
  /// How long a connection has to last, in milliseconds, so that the delay after it is the shortest again: a server may accept each and close
  /// it.
  private static let steadyTime: Int64 = 5000
  /// The configurations and metadata to send to a new connection before the next tag.
  private var heads: [RTMPTag] = []
  private var voice = ServerVoice()
  private var reportedDrops: UInt64 = 0
  /// Whether pictures are dropped up to the first keyframe of a new connection.
  private var isResuming = false
  private var reportedAt: Int64 = 0

  /// The maximum number of bytes taken from the queue and not sent yet: they can no longer be dropped.
  private static var maxInFlight: Int { 1 << 15 }
  /// The queue size in bytes below which a waiting source may continue.
  private static var lowWater: Int { 1 << 18 }

  /// The number of milliseconds before the maximum age at which tags are dropped, to compensate for scheduling delays.
  private static func margin(_ age: Int64) -> Int64 { min(50, age / 10) }

  /// Creates a publisher, not connected yet; it connects when run.
  /// - Parameter notice: called with one-line messages about events.
  public init(_ address: RTMPAddress, _ options: Options = Options(), notice: @escaping (String) -> Void) {
    self.address = address
    // Sums of times stay within 64 bits.
    var options = options
    options.timeout = min(1 << 50, options.timeout)
    options.maximumAge = options.maximumAge.map { min(1 << 50, $0) }
    self.options = options
    self.notice = notice
    shortAge = options.maximumAge.map { $0 - Self.margin($0) }
    queue = RTMPPublishQueue(maximumAge: shortAge, maximumByteCount: options.maximumByteCount)
  }

  /// Connects and blocks until the server accepts the stream.
  /// - Throws: the error of the first attempt. With `awaitsServer`, `run` makes further attempts.
  public func connect() throws(RTMPError) {
    while !hasConnected {
      if options.isStopped() { throw .closed("interrupted") }
      work(options.clock.now)
      if let connectionError { throw connectionError }
      if !hasConnected { _ = wait(until: nil, watching: nil) }
    }
  }

  private func makeLink(_ now: Int64) throws(RTMPError) -> RTMPLink {
    let client = RTMPClient(.publish, address, nonce: randomBytes(1528), usesDigest: options.usesDigest)
    return try RTMPLink(client, timeout: options.timeout, now: now, clock: options.clock)
  }

  /// The time in milliseconds by the monotonic clock, which `run(until:)` uses.
  public static var now: Int64 { RTMPClock().now }

  /// Queues a tag.
  public func push(_ tag: RTMPTag) { queue.push(tag, now: options.clock.now) }

  /// Whether a source that waits for the server may continue.
  public var hasRoom: Bool {
    failure != nil || queue.byteCount < Self.lowWater || options.waitsWhileConnected && !isReady
  }

  /// Sends, receives and waits until something happens.
  /// - Parameters:
  ///   - until: a deadline by `now`; nil for none.
  ///   - watching: a descriptor to watch for readability.
  ///   - room: whether to return as soon as there is room to push more.
  public func run(until: Int64? = nil, watching: Int32? = nil, room: Bool = false) -> Wake {
    while true {
      let now = options.clock.now
      let wasLost = failure != nil
      work(now)
      if options.isStopped() { return .interrupted }
      if failure != nil, !wasLost { return .lost }
      if let until, options.clock.now >= until { return .time }
      if room, hasRoom { return .room }
      if wait(until: until, watching: watching) { return .readable }
    }
  }

  /// Sends all queued tags, unpublishes and closes.
  /// - Throws: why the end of the stream may not have arrived.
  public func finish() throws(RTMPError) {
    let deadline = options.clock.now + 3 * options.timeout
    while failure == nil, !options.isStopped(), hasMore {
      let now = options.clock.now
      if now > deadline, !isReady || queue.count == 0 { break }
      work(now)
      if hasMore { _ = wait(until: nil, watching: nil) }
    }
    work(options.clock.now)
    let wasThere = isReady
    var loss: RTMPError?
    if let link, wasThere {
      do throws(RTMPError) {
        try link.client.finish()
        try link.close(within: 2000)
      } catch { loss = error }
    }
    link = nil
    if let rest = voice.rest { notice(rest) }
    reportDrops(isLast: true)
    if let failure { throw failure }
    if let loss, !options.isStopped() { throw loss }
    if !wasThere, !options.isStopped() {
      let why = connectionError ?? .timedOut("\(address.authority): no answer")
      throw hasConnected ? .closed("the server did not come back: \(why)") : why
    }
  }

  private var isReady: Bool { link?.client.isReady == true }
  /// Whether media is queued or being sent; configurations alone do not count while disconnected.
  private var hasMore: Bool {
    guard let link, isReady else { return queue.oldestArrival != nil }
    return queue.count > 0 || link.client.connection.output.count > 0
  }

  // MARK: -

  private func work(_ now: Int64) {
    if options.waitsWhileConnected { queue.maximumAge = isReady ? nil : shortAge }
    queue.expire(now: now)
    reportDrops(isLast: false)
    if failure != nil { return }
    do throws(RTMPError) {
      if link == nil, now >= retryAt {
        link = try makeLink(now)
      }
      try step(now)
    } catch { lost(error, now) }
  }

  /// Does all that is possible without blocking.
  private func step(_ now: Int64) throws(RTMPError) {
    guard let link else { return }
    var isFilled = true
    while isFilled {
      try link.exchange(now: now)
      while let event = try link.nextEvent() { take(event) }
      let before = link.client.connection.output.count
      fill(link, now)
      isFilled = link.client.connection.output.count > before
    }
  }

  private func take(_ event: RTMPClientEvent) {
    switch event {
    case .ready: becameReady()
    case .status(let code, let words):
      if voice.mayPass(options.clock.now) { notice("the server says \(code)" + (words.isEmpty ? "" : " (\(words))")) }
    case .finding(let finding): if voice.mayPass(options.clock.now) { notice(finding) }
    case .message, .ended: break
    }
  }

  private func becameReady() {
    if hasConnected {
      reconnectCount += 1
      notice("connected again")
    } else if connectionError != nil {
      notice("connected")
    }
    (hasConnected, connectionError) = (true, nil)
    serverNamesCodecs = link?.client.namesCodecs
    readySince = options.clock.now
    heads = queue.restart()
    isResuming = true
  }

  private func fill(_ link: RTMPLink, _ now: Int64) {
    while link.client.isReady, link.client.connection.maySend, link.client.connection.output.count < Self.maxInFlight,
      let tag = queue.pop(now: now)
    {
      for head in heads where !(tag.type == head.type && tag.kind == head.kind) { send(head, at: tag.time, link) }
      heads = []
      send(tag, at: tag.time, link)
    }
  }

  private func send(_ tag: RTMPTag, at time: Int64, _ link: RTMPLink) {
    link.client.send(tag.type, at: UInt32(truncatingIfNeeded: time), tag.body)
  }

  private func lost(_ error: RTMPError, _ now: Int64) {
    link = nil
    if let readySince, now - readySince >= Self.steadyTime { backOff.succeeded() }
    readySince = nil
    connectionError = error
    var mayReturn = hasConnected ? options.reconnects : options.awaitsServer
    if case .malformed = error { mayReturn = false }
    guard mayReturn else {
      failure = error
      return queue.giveUp()
    }
    let pause = backOff.failed()
    retryAt = now + pause
    notice("\(error); trying again in \(pause) ms")
  }

  private func reportDrops(isLast: Bool) {
    let drops = queue.droppedPictures + queue.droppedSounds
    let now = options.clock.now
    if isLast, drops > 0 {
      notice(
        "dropped: \(counted(queue.droppedPictures, "picture")) and \(counted(queue.droppedSounds, "audio frame")); "
          + "sent: \(queue.sentPictures) pictures and \(queue.sentSounds) audio frames; "
          + "maximum delay of sent pictures: \(queue.longestWait) ms, of all media: \(queue.oldestAge) ms"
      )
      return
    }
    if isResuming, isReady {
      // What was dropped without a connection, and up to the keyframe after it, is not the fault of a slow server.
      reportedDrops = drops
      isResuming = queue.needsKey
    }
    guard failure == nil, drops > reportedDrops, now - reportedAt >= 5000 else { return }
    (reportedDrops, reportedAt) = (drops, now)
    let state = isReady ? "the server is slow" : "connection lost"
    notice("\(state): \(counted(queue.droppedPictures, "picture")) and \(counted(queue.droppedSounds, "audio frame")) dropped so far")
  }

  /// Waits until progress is possible.
  /// - Returns: whether the watched descriptor is readable.
  private func wait(until: Int64?, watching: Int32?) -> Bool {
    // At most 250 ms: a signal may arrive between the check and the wait.
    var deadline = until ?? Int64.max
    if link == nil, failure == nil { deadline = min(deadline, retryAt) }
    if let age = queue.maximumAge, let oldest = queue.oldestArrival { deadline = min(deadline, oldest + age + 1) }
    var waiting = [pollfd(fd: watching ?? -1, events: Int16(POLLIN), revents: 0)]
    if let link {
      waiting.append(pollfd(fd: link.descriptor, events: Int16(link.wantsRoom ? POLLIN | POLLOUT : POLLIN), revents: 0))
    }
    let timeout = options.clock.timeout(until: deadline, most: 250)
    let count = nfds_t(waiting.count)
    let ready = unsafe waiting.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, count, timeout) }
    return ready > 0 && waiting[0].revents != 0
  }
}
