import BitstreamKit
import FileIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs numbered tasks on threads and gives each its turn to write, in the order of the numbers: the output is the same for any number of
/// threads.
///
/// A task that is not next keeps what it writes in memory, up to a limit, and then waits for its turn.
@safe final class BatchQueue: @unchecked Sendable {
  /// Maximum number of bytes that a task keeps.
  static let maxKept = 1 << 23
  static let maxJobs = 256

  private let count: Int
  private let body: (Int, BatchTurn) -> Void
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let turned: UnsafeMutablePointer<pthread_cond_t>
  private var nextToStart = 0
  private var nextToWrite = 0
  /// Whether a task has written a part that needs a separator before the next one; used by the task whose turn it is.
  fileprivate var hasParts = false

  /// - Parameter body: runs the task of a number; called on any of the threads.
  init(count: Int, body: @escaping (Int, BatchTurn) -> Void) {
    self.count = count
    self.body = body
    unsafe mutex = .allocate(capacity: 1)
    unsafe turned = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(turned, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe pthread_cond_destroy(turned)
    unsafe mutex.deallocate()
    unsafe turned.deallocate()
  }

  /// Runs all tasks on this thread and up to `jobs - 1` others, and waits for their end.
  func run(jobs: Int) {
    var threads: [pthread_t] = []
    for _ in 1..<max(1, min(jobs, count, Self.maxJobs)) {
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let box = unsafe Unmanaged.passRetained(self).toOpaque()
      var attributes = pthread_attr_t()
      unsafe pthread_attr_init(&attributes)
      // The stack of the main thread: parsers recurse to their limits.
      unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
      let failed = unsafe pthread_create(
        &thread, &attributes,
        { argument in
          #if canImport(Darwin)
            let box = unsafe Unmanaged<BatchQueue>.fromOpaque(argument)
          #else
            guard let argument = unsafe argument else { return nil }
            let box = unsafe Unmanaged<BatchQueue>.fromOpaque(argument)
          #endif
          unsafe box.takeRetainedValue().work()
          return nil
        }, box)
      unsafe pthread_attr_destroy(&attributes)
      if failed != 0 {
        // Fewer threads do the same work.
        unsafe Unmanaged<BatchQueue>.fromOpaque(box).release()
        break
      }
      #if canImport(Darwin)
        if let thread { threads.append(thread) }
      #else
        threads.append(thread)
      #endif
    }
    work()
    for thread in threads { pthread_join(thread, nil) }
  }

  private func work() {
    while let number = locked({ nextToStart < count ? take(&nextToStart) : nil }) {
      let turn = BatchTurn(self, number)
      body(number, turn)
      turn.finish()
    }
  }

  private func take(_ number: inout Int) -> Int {
    defer { number += 1 }
    return number
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Whether all tasks before `number` have ended.
  fileprivate func isTurn(of number: Int) -> Bool { locked { nextToWrite == number } }

  fileprivate func waitForTurn(of number: Int) {
    locked { while nextToWrite != number { unsafe pthread_cond_wait(turned, mutex) } }
  }

  fileprivate func endTurn() {
    locked {
      nextToWrite += 1
      unsafe pthread_cond_broadcast(turned)
    }
  }
}

/// The output and messages of one task, in order.
final class BatchTurn {
  private enum Part {
    case output([UInt8])
    /// Written only if an earlier task has written a part.
    case separator([UInt8])
    case message(String)
  }

  private let queue: BatchQueue
  private let number: Int
  private var parts: [Part] = []
  private var size = 0
  private var isOpen = false
  private var isSeparated = false
  /// Why the output cannot be written.
  private(set) var failure: ByteError?

  fileprivate init(_ queue: BatchQueue, _ number: Int) {
    self.queue = queue
    self.number = number
  }

  func write(_ bytes: [UInt8]) { add(.output(bytes), bytes.count) }

  /// Writes a piece of the part of this task in one document.
  /// - Parameter separator: precedes the first piece that is not empty, if an earlier task has written a part.
  func write(_ bytes: [UInt8], after separator: [UInt8]) {
    if !bytes.isEmpty, !isSeparated {
      isSeparated = true
      add(.separator(separator), separator.count)
    }
    write(bytes)
  }

  func report(_ message: String) { add(.message(message), message.utf8.count) }

  private func add(_ part: Part, _ count: Int) {
    if !isOpen, queue.isTurn(of: number) { open() }
    if isOpen { return put(part) }
    parts.append(part)
    size += count
    if size > BatchQueue.maxKept {
      queue.waitForTurn(of: number)
      open()
    }
  }

  private func open() {
    isOpen = true
    for part in parts { put(part) }
    parts = []
  }

  private func put(_ part: Part) {
    switch part {
    case .message(let text): mediaprobe.report(text)
    case .output(let bytes): output(bytes)
    case .separator(let bytes):
      if queue.hasParts { output(bytes) }
      queue.hasParts = true
    }
  }

  private func output(_ bytes: [UInt8]) {
    if failure != nil { return }
    do { try OutputDescriptor.standardOutput.write(bytes, 0..<bytes.count) } catch { failure = error }
  }

  fileprivate func finish() {
    if !isOpen {
      queue.waitForTurn(of: number)
      open()
    }
    queue.endTurn()
  }
}
