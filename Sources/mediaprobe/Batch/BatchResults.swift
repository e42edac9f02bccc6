import BitstreamKit
import Synchronization

/// The exit codes of all tasks, collected from their threads.
final class BatchResults: Sendable {
  private struct State {
    var codes: [ExitCode]
    var failure: ByteError?
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(codes: [ExitCode](repeating: .success, count: count))) }

  func set(_ number: Int, _ code: ExitCode) { state.withLock { $0.codes[number] = code } }
  func fail(_ failure: ByteError?) { state.withLock { $0.failure = $0.failure ?? failure } }

  var failure: ByteError? { state.withLock { $0.failure } }
  var hasFailed: Bool { failure != nil }
  var worst: ExitCode { state.withLock { $0.codes.reduce(.success) { $0.or($1) } } }
}
