import BitstreamKit
import FileIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A child process with pipes for its standard input, output and error. Nothing here blocks: the owner collects the descriptors to wait
/// on (`register`), waits, and then transfers bytes (`transfer`).
package final class ChildProcess {
  /// How a program ended.
  package enum Ending: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  /// The number of bytes kept of the end of standard error.
  private static let tailLength = 4096
  /// The time to wait for the pipes after exit: descendants of the program may still hold them.
  private static let graceNanoseconds: UInt64 = 300_000_000

  /// The name used in messages.
  let name: String
  /// The exit status; nil while it runs.
  package private(set) var ending: Ending?
  /// The number of input buffers, usually one per picture, not completely written yet.
  var pendingCount: Int { pending.count }
  /// The time of the last transfer, or of the last new request.
  private(set) var lastProgress = monotonicNanoseconds()
  /// Whether it closed its standard input before all was written.
  private(set) var hasStoppedReading = false

  private let pid: pid_t
  private var input: Int32
  private var output: Int32
  private var errors: Int32
  private var pending = FIFO<[UInt8]>()
  private var pendingOffset = 0
  private var closesInput = false
  private var endedAt: UInt64 = 0
  private var tail: [UInt8] = []
  private var scratch: [UInt8] = []

  /// Starts a program.
  /// - Throws: if the system cannot start it.
  package init(name: String, path: String, arguments: [String]) throws(EncoderError) {
    self.name = name
    let forInput = try Spawn.Pipe(name)
    let forOutput: Spawn.Pipe
    let forErrors: Spawn.Pipe
    do throws(EncoderError) { forOutput = try Spawn.Pipe(name) } catch {
      Self.close(forInput)
      throw error
    }
    do throws(EncoderError) { forErrors = try Spawn.Pipe(name) } catch {
      Self.close(forInput)
      Self.close(forOutput)
      throw error
    }
    let started = Spawn.start(path, arguments, input: forInput.reading, output: forOutput.writing, errors: forErrors.writing)
    for end in [forInput.reading, forOutput.writing, forErrors.writing] { systemClose(end) }
    (pid, input, output, errors) = (started.pid, forInput.writing, forOutput.reading, forErrors.reading)
    if started.code != 0 {
      for end in [input, output, errors] { systemClose(end) }
      (input, output, errors, ending) = (-1, -1, -1, .exited(127))
      throw .cannotStart(program: name, reason: systemWords(started.code))
    }
    for end in [input, output, errors] { Spawn.Pipe.makeNonBlocking(end) }
    for end in [input, output] { Spawn.Pipe.widen(end) }
  }

  deinit { end() }

  private static func close(_ pipe: Spawn.Pipe) {
    systemClose(pipe.reading)
    systemClose(pipe.writing)
  }

  /// Whether it has exited and all of its output has been read.
  package var isOver: Bool { ending != nil && output < 0 && errors < 0 }

  /// The last lines of its standard error.
  package var messages: String {
    var lines = tail[...]
    if tail.count == Self.tailLength, let newline = lines.firstIndex(of: 0x0A) { lines = lines[lines.index(after: newline)...] }
    // Of a progress line rewritten with carriage returns only the last state is kept.
    let shown = lines.split(separator: 0x0A).compactMap { line -> String? in
      let state = line.split(separator: 0x0D).last ?? []
      return state.isEmpty ? nil : String(decoding: state.map { $0 < 0x20 && $0 != 9 ? 0x3F : $0 }, as: UTF8.self)
    }
    return shown.suffix(12).joined(separator: "\n")
  }

  /// Appends bytes to the standard input queue.
  package func enqueue(_ bytes: [UInt8]) {
    if input < 0 || closesInput || bytes.isEmpty { return }
    if pendingCount == 0 { lastProgress = monotonicNanoseconds() }
    pending.append(bytes)
  }

  /// Closes standard input after the queued bytes.
  package func closeInput() {
    if closesInput { return }
    closesInput = true
    lastProgress = monotonicNanoseconds()
    if pendingCount == 0 { shutInput() }
  }

  /// Seconds without progress while work is pending; 0 if none is pending.
  var idleSeconds: Double {
    guard pendingCount > 0 || closesInput, !isOver else { return 0 }
    return Double(monotonicNanoseconds() &- lastProgress) / 1e9
  }

  /// Registers the descriptors to wait on.
  func register(in set: inout WaitSet) {
    if pendingCount > 0 { set.waitToWrite(input) }
    set.waitToRead(output)
    set.waitToRead(errors)
    // Neither the exit nor a pipe held by descendants makes a descriptor ready, so the wait is limited to 10 ms.
    if output < 0 && ending == nil || ending != nil && !isOver { set.limit(to: 10) }
  }

  /// Transfers what can be transferred without blocking.
  /// - Parameter bytes: standard output is appended to it, about 4 MiB at most per call.
  /// - Returns: whether anything was transferred, or the program exited.
  @discardableResult func transfer(into bytes: inout [UInt8]) -> Bool {
    var moved = write()
    if output >= 0, readOutput(&bytes) { moved = true }
    if errors >= 0, readErrors() { moved = true }
    if moved { lastProgress = monotonicNanoseconds() }
    if reap() { moved = true }
    return moved
  }

  /// Waits until something can be transferred, at most a second, and transfers it.
  /// - Parameter bytes: standard output is appended to it, about 4 MiB at most per call.
  package func waitAndTransfer(into bytes: inout [UInt8]) {
    var set = WaitSet()
    register(in: &set)
    set.wait()
    transfer(into: &bytes)
  }

  private func write() -> Bool {
    var moved = false
    while input >= 0, let bytes = pending.first {
      switch writeNow(input, bytes, pendingOffset..<bytes.count) {
      case .bytes(let count):
        moved = true
        pendingOffset += count
        if pendingOffset == bytes.count {
          _ = pending.takeFirst()
          pendingOffset = 0
        }
      case .notNow: return moved
      case .over:
        hasStoppedReading = true
        shutInput()
      }
    }
    if closesInput, pendingCount == 0 { shutInput() }
    return moved
  }

  private func shutInput() {
    if input >= 0 { systemClose(input) }
    input = -1
    pending.removeAll()
    pendingOffset = 0
  }

  private func readOutput(_ bytes: inout [UInt8]) -> Bool {
    if scratch.isEmpty { scratch = [UInt8](repeating: 0, count: 1 << 16) }
    var moved = 0
    while moved < 4 << 20 {
      switch readNow(output, into: &scratch) {
      case .bytes(let count):
        bytes.append(contentsOf: scratch[..<count])
        moved += count
      case .notNow:
        if isGraceOver { shut(&output) }
        return moved > 0
      case .over:
        shut(&output)
        return true
      }
    }
    return true
  }

  private func readErrors() -> Bool {
    var moved = false
    var some = [UInt8](repeating: 0, count: 4096)
    // Reads at most 32 buffers, the capacity of a pipe, so that continuous output on standard error does not starve the rest.
    for _ in 0..<32 {
      switch readNow(errors, into: &some) {
      case .bytes(let count):
        tail.append(contentsOf: some[..<count])
        if tail.count > Self.tailLength { tail.removeFirst(tail.count - Self.tailLength) }
        moved = true
      case .notNow:
        if isGraceOver { shut(&errors) }
        return moved
      case .over:
        shut(&errors)
        return true
      }
    }
    return moved
  }

  /// Whether the program has exited and only its descendants can still hold the pipes.
  private var isGraceOver: Bool { ending != nil && monotonicNanoseconds() &- endedAt > Self.graceNanoseconds }

  private func shut(_ descriptor: inout Int32) {
    systemClose(descriptor)
    descriptor = -1
  }

  /// Polls for the exit status.
  private func reap() -> Bool {
    if ending != nil { return false }
    var status: Int32 = 0
    var found: pid_t
    repeat { found = unsafe waitpid(pid, &status, WNOHANG) } while found < 0 && errno == EINTR
    if found == 0 { return false }
    // The status is unknown if another part of the process has already reaped the child.
    ending = found < 0 ? .exited(0) : status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
    endedAt = monotonicNanoseconds()
    return true
  }

  /// Terminates it with its process group, and waits until it has exited.
  package func end() {
    shutInput()
    if output >= 0 { shut(&output) }
    if errors >= 0 { shut(&errors) }
    if ending != nil { return }
    _ = reap()
    // Gives it time to exit after its pipes are closed, then sends SIGTERM, then SIGKILL.
    for (number, rounds) in [(0, 20), (SIGTERM, 50), (SIGKILL, 0)] where ending == nil {
      if number != 0 { _ = kill(-pid, number) }
      for _ in 0..<rounds where !reap() && ending == nil { _ = poll(nil, 0, 2) }
    }
    if ending == nil {
      var status: Int32 = 0
      while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
      ending = .signalled(SIGKILL)
    }
  }
}

private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
