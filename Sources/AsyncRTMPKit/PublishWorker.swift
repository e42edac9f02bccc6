import BitstreamKit
import RTMPKit
import RTMPTransport
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The thread of a connection, and what it shares with the tasks that publish.
final class PublishWorker: Sendable {
  /// What a task waits for.
  enum Condition: Sendable {
    /// The server has accepted the stream.
    case open
    /// There is room for another tag.
    case room
    /// The thread has ended.
    case end
  }

  private enum End: Sendable {
    case finished
    case failed(RTMPError)
  }

  private struct Waiter: Sendable {
    let id: UInt64
    let condition: Condition
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State: Sendable {
    /// Tags that the thread has not taken yet, and their size.
    var inbox: [RTMPTag] = []
    var inboxBytes = 0
    /// The size of the tags in the queue of the publisher.
    var queuedBytes = 0
    var isOpen = false
    var isFinishing = false
    var isAbandoned = false
    var end: End?
    var dropped: (pictures: UInt64, sounds: UInt64) = (0, 0)
    var waiters: [Waiter] = []
    var nextID: UInt64 = 0
    /// Waiters that were cancelled before they were registered.
    var cancelled: Set<UInt64> = []
  }

  private let state = Mutex(State())
  private let isLive: Bool
  /// Whether tags are accepted before the server has accepted the stream.
  private let queuesEarly: Bool
  /// The pipe that interrupts the thread's wait.
  private let (bellOut, bell): (Int32, Int32)

  /// The number of queued bytes above which a source that is not live waits.
  private static var lowWater: Int { 1 << 18 }

  /// Starts the thread.
  init(_ address: RTMPAddress, _ options: RTMPPublisher.Options, _ notice: @escaping @Sendable (String) -> Void) throws(RTMPError) {
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) != 0 { throw .local(ByteError("no pipe: \(systemError())")) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (bellOut, bell) = (ends[0], ends[1])
    (isLive, queuesEarly) = (options.maximumAge != nil, options.awaitsServer)
    let isStarted = startThread { [self] in
      var options = options
      let isStopped = options.isStopped
      options.isStopped = { isStopped() || self.state.withLock { $0.isAbandoned } }
      run(RTMPPublisher(address, options, notice: notice))
    }
    if !isStarted { throw .local(ByteError("no thread: \(systemError())")) }
  }

  deinit {
    close(bellOut)
    close(bell)
  }

  var dropped: (pictures: UInt64, sounds: UInt64) { state.withLock { $0.dropped } }

  // MARK: - Called by tasks

  /// Queues a tag.
  func push(_ tag: RTMPTag) throws(RTMPError) {
    let failure = state.withLock { state -> RTMPError? in
      if let failure = Self.refusal(state) { return failure }
      state.inbox.append(tag)
      state.inboxBytes += tag.body.count
      return nil
    }
    if let failure { throw failure }
    ring()
  }

  /// Asks the thread to send the rest and to end.
  func finish() {
    state.withLock { $0.isFinishing = true }
    ring()
  }

  /// Asks the thread to end at once.
  func abandon() {
    state.withLock { $0.isAbandoned = true }
    ring()
  }

  /// Waits for a condition.
  func wait(for condition: Condition) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    defer { state.withLock { _ = $0.cancelled.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.waiters.append(Waiter(id: id, condition: condition, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        settle()
        ring()
      }
    } onCancel: {
      cancel(id, condition)
    }
  }

  private func cancel(_ id: UInt64, _ condition: Condition) {
    let waiter = state.withLock { state -> Waiter? in
      // Cancelling the wait for the end closes the connection.
      if condition == .end { state.isAbandoned = true }
      guard let place = state.waiters.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.waiters.remove(at: place)
    }
    waiter?.continuation.resume(throwing: CancellationError())
    if condition == .end { ring() }
  }

  private func ring() {
    var byte: UInt8 = 0
    // A full pipe wakes the thread as well.
    _ = unsafe write(bell, &byte, 1)
  }

  /// Why no tag is accepted any more; nil if tags are.
  private static func refusal(_ state: State) -> RTMPError? {
    if case .failed(let error) = state.end { return error }
    return state.end != nil || state.isFinishing ? .closed("the stream is finished") : nil
  }

  /// Resumes the tasks whose condition holds, or cannot hold any more.
  private func settle() {
    let settled = state.withLock { state -> [(CheckedContinuation<Void, any Error>, RTMPError?)] in
      var settled: [(CheckedContinuation<Void, any Error>, RTMPError?)] = []
      var left: [Waiter] = []
      for waiter in state.waiters {
        switch outcome(of: waiter.condition, state) {
        case .success: settled.append((waiter.continuation, nil))
        case .failure(let error): settled.append((waiter.continuation, error))
        case nil: left.append(waiter)
        }
      }
      state.waiters = left
      return settled
    }
    for (continuation, error) in settled {
      if let error { continuation.resume(throwing: error) } else { continuation.resume() }
    }
  }

  private func outcome(of condition: Condition, _ state: State) -> Result<Void, RTMPError>? {
    if condition == .end {
      switch state.end {
      case .finished: return .success(())
      case .failed(let error): return .failure(error)
      case nil: return nil
      }
    }
    if let refusal = Self.refusal(state) { return .failure(refusal) }
    let isReady = state.isOpen || condition == .room && queuesEarly
    guard isReady else { return nil }
    return condition == .open || isLive || state.inboxBytes + state.queuedBytes < Self.lowWater ? .success(()) : nil
  }

  // MARK: - The thread

  private func run(_ publisher: RTMPPublisher) {
    while true {
      let (tags, isFinishing, isAbandoned) = state.withLock { state in
        defer { (state.inbox, state.inboxBytes) = ([], 0) }
        state.queuedBytes += state.inboxBytes
        return (state.inbox, state.isFinishing, state.isAbandoned)
      }
      for tag in tags { publisher.push(tag) }
      if isAbandoned { return end(.failed(.closed("the stream is closed")), publisher) }
      if isFinishing {
        do throws(RTMPError) {
          // A stream that ends before the server has accepted it waits for that.
          if !publisher.hasConnected { try publisher.connect() }
          try publisher.finish()
        } catch { return end(.failed(error), publisher) }
        return end(.finished, publisher)
      }
      let waitsForRoom = state.withLock { $0.waiters.contains { $0.condition == .room } }
      // The publisher does not return when the server accepts the stream: looks every 20 ms.
      let isSettling = !publisher.hasConnected || waitsForRoom
      _ = publisher.run(until: isSettling ? RTMPPublisher.now + 20 : nil, watching: bellOut)
      drain()
      state.withLock { state in
        state.isOpen = publisher.hasConnected
        state.queuedBytes = publisher.queue.byteCount
        state.dropped = (publisher.queue.droppedPictures, publisher.queue.droppedSounds)
      }
      if let failure = publisher.failure { return end(.failed(failure), publisher) }
      settle()
    }
  }

  private func end(_ end: End, _ publisher: RTMPPublisher) {
    state.withLock { state in
      state.dropped = (publisher.queue.droppedPictures, publisher.queue.droppedSounds)
      state.end = end
    }
    settle()
  }

  private func drain() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while unsafe read(bellOut, &bytes, bytes.count) == bytes.count {}
  }
}

private func systemError() -> String { unsafe String(cString: strerror(errno)) }
