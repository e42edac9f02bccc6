import FileIO
import RTMPKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Publishes a stream: takes its parts at any time, and sends them as fast as the server takes them. It works while it is run, on the
/// thread that runs it.
public final class RTMPPublisher {
  /// How a stream is published.
  public struct Options: Sendable {
    /// Milliseconds after which a server that does nothing is given up.
    public var timeout: Int64 = 10_000
    /// Whether a connection that was lost is made anew.
    public var reconnects = false
    /// Whether a server that is not there in the beginning is waited for in the same way.
    public var awaitsServer = false
    /// Milliseconds that a picture may wait; nil where the source waits for the server.
    public var mostAge: Int64? = 3000
    /// Bytes that may wait.
    public var mostBytes = 1 << 24
    /// Whether the handshake is signed.
    public var usesDigest = true

    /// Ten seconds, no second try nor a wait for a first one that succeeds, three seconds, 16 MiB, signed.
    public init() {}
  }

  /// Why `run` has come back.
  public enum Wake: Sendable, Equatable {
    /// The time has come.
    case time
    /// The descriptor that was watched has something to be read.
    case readable
    /// More may be pushed.
    case room
    /// Somebody wants the program to end.
    case interrupted
    /// The connection is lost for good.
    case lost
  }

  /// Where the stream goes.
  public let address: RTMPAddress
  /// What waits, and what was left out.
  public private(set) var queue: RTMPPublishQueue
  /// Why the connection was lost for good; nil as long as it is not.
  public private(set) var failure: RTMPError?
  /// How many times a lost connection was made anew.
  public private(set) var reconnectCount = 0
  /// Whether the server has taken the stream at any time.
  public private(set) var hasConnected = false

  private let options: Options
  private let notice: (String) -> Void
  private var link: RTMPLink?
  /// Why there is no connection now.
  private var absence: RTMPError?
  private var retryAt: Int64 = 0
  private var backOff = RTMPBackOff()
  /// What a server that begins anew is told before the next part.
  private var heads: [RTMPTag] = []
  private var voice = ServerVoice()
  private var toldDrops: UInt64 = 0
  private var toldAt: Int64 = 0

  /// So much may be on its way out of the queue: what is there can no longer be left out.
  private static var mostUnderWay: Int { 1 << 15 }
  /// Below so much waiting a source that waits for the server may go on.
  private static var lowWater: Int { 1 << 18 }

  /// What waits is left out so many milliseconds before its time, so that it is in time even where this program is late.
  private static func margin(_ age: Int64) -> Int64 { min(50, age / 10) }

  /// A publisher that has not connected; it does when it is run.
  /// - Parameter notice: is told what happens, a line at a time.
  public init(_ address: RTMPAddress, _ options: Options = Options(), notice: @escaping (String) -> Void) {
    self.address = address
    self.options = options
    self.notice = notice
    queue = RTMPPublishQueue(mostAge: options.mostAge.map { $0 - Self.margin($0) }, mostBytes: options.mostBytes)
  }

  /// Connects and waits until the server takes the stream.
  /// - Throws: why it does not, at the first try. Others follow when it is run where the server is waited for.
  public func connect() throws(RTMPError) {
    while !hasConnected {
      if StopRequest.hasCome { throw .closed("interrupted") }
      work(monotonicMilliseconds())
      if let absence { throw absence }
      if !hasConnected { _ = wait(until: nil, watching: nil) }
    }
  }

  private func makeLink(_ now: Int64) throws(RTMPError) -> RTMPLink {
    let client = RTMPClient(.publish, address, nonce: randomBytes(1528), usesDigest: options.usesDigest)
    return try RTMPLink(client, timeout: options.timeout, now: now)
  }

  /// Adds a part of the stream.
  public func push(_ tag: RTMPTag) { queue.push(tag, now: monotonicMilliseconds()) }

  /// Whether a source that waits for the server may go on.
  public var hasRoom: Bool { failure != nil || queue.byteCount < Self.lowWater }

  /// Sends, receives and waits until something happens.
  /// - Parameters:
  ///   - until: by `monotonicMilliseconds`; nil for no time.
  ///   - watching: a descriptor from which somebody wants to read.
  ///   - room: whether to come back as soon as more may be pushed.
  public func run(until: Int64? = nil, watching: Int32? = nil, room: Bool = false) -> Wake {
    while true {
      let now = monotonicMilliseconds()
      let wasLost = failure != nil
      work(now)
      if StopRequest.hasCome { return .interrupted }
      if failure != nil, !wasLost { return .lost }
      if let until, monotonicMilliseconds() >= until { return .time }
      if room, hasRoom { return .room }
      if wait(until: until, watching: watching) { return .readable }
    }
  }

  /// Sends all that waits, takes leave and closes.
  /// - Throws: why the end of the stream may not have arrived.
  public func finish() throws(RTMPError) {
    let deadline = monotonicMilliseconds() + 3 * options.timeout
    while failure == nil, !StopRequest.hasCome, hasMore {
      let now = monotonicMilliseconds()
      if now > deadline, !isReady || queue.count == 0 { break }
      work(now)
      if hasMore { _ = wait(until: nil, watching: nil) }
    }
    work(monotonicMilliseconds())
    let wasThere = isReady
    if let link, wasThere {
      try link.client.finish()
      link.close(within: 2000)
    }
    link = nil
    if let rest = voice.rest { notice(rest) }
    tellDrops(isLast: true)
    if let failure { throw failure }
    if !wasThere, !StopRequest.hasCome {
      let why = absence ?? .timedOut("\(address.authority): no answer")
      throw hasConnected ? .closed("the server has not come back: \(why)") : why
    }
  }

  private var isReady: Bool { link?.client.isReady == true }
  /// Whether something is on its way, or would be if the server came back: of the heads alone a server has nothing.
  private var hasMore: Bool {
    guard let link, isReady else { return queue.oldestArrival != nil }
    return queue.count > 0 || link.client.connection.output.count > 0
  }

  // MARK: -

  private func work(_ now: Int64) {
    queue.expire(now: now)
    tellDrops(isLast: false)
    if failure != nil { return }
    do throws(RTMPError) {
      if link == nil, now >= retryAt {
        link = try makeLink(now)
      }
      try step(now)
    } catch { lost(error, now) }
  }

  /// Does all that can be done without waiting: until the system takes no more, or nothing is left.
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
      if voice.mayPass(monotonicMilliseconds()) { notice("the server says \(code)" + (words.isEmpty ? "" : " (\(words))")) }
    case .finding(let finding): if voice.mayPass(monotonicMilliseconds()) { notice(finding) }
    case .message, .ended: break
    }
  }

  private func becameReady() {
    if hasConnected {
      reconnectCount += 1
      notice("connected again")
    } else if absence != nil {
      notice("connected")
    }
    (hasConnected, absence) = (true, nil)
    backOff.succeeded()
    heads = queue.restart()
  }

  private func fill(_ link: RTMPLink, _ now: Int64) {
    while link.client.isReady, link.client.connection.maySend, link.client.connection.output.count < Self.mostUnderWay,
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
    absence = error
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

  private func tellDrops(isLast: Bool) {
    let drops = queue.droppedPictures + queue.droppedSounds
    let now = monotonicMilliseconds()
    if isLast, drops > 0 {
      notice(
        "left out: \(queue.droppedPictures) pictures and \(queue.droppedSounds) frames of sound; sent: \(queue.sentPictures) pictures and "
          + "\(queue.sentSounds) frames of sound; the longest wait of what was sent: \(queue.longestWait) ms, of all: \(queue.oldestAge) ms"
      )
      return
    }
    guard failure == nil, drops > toldDrops, now - toldAt >= 5000 else { return }
    (toldDrops, toldAt) = (drops, now)
    let state = isReady ? "the server is slow" : "the server is away"
    notice("\(state): \(queue.droppedPictures) pictures and \(queue.droppedSounds) frames of sound left out so far")
  }

  /// Waits until something can be done.
  /// - Returns: whether the watched descriptor has something to be read.
  private func wait(until: Int64?, watching: Int32?) -> Bool {
    let now = monotonicMilliseconds()
    // Never for ever: signals may come between a look and the wait.
    var deadline = min(now + 250, until ?? Int64.max)
    if link == nil, failure == nil { deadline = min(deadline, retryAt) }
    if let age = options.mostAge, let oldest = queue.oldestArrival { deadline = min(deadline, oldest + age - Self.margin(age) + 1) }
    var waiting = [pollfd(fd: watching ?? -1, events: Int16(POLLIN), revents: 0)]
    if let link {
      waiting.append(pollfd(fd: link.descriptor, events: Int16(link.wantsRoom ? POLLIN | POLLOUT : POLLIN), revents: 0))
    }
    let timeout = Int32(clamping: max(0, deadline - now))
    let count = nfds_t(waiting.count)
    let ready = unsafe waiting.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, count, timeout) }
    return ready > 0 && waiting[0].revents != 0
  }
}
