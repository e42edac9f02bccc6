import Foundation
import Testing

/// Runs tests on threads of their own: tests that wait for servers, browsers and other programs leave the threads of the concurrency
/// runtime, one per core, to tests that compute.
public struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// The tests wait for other programs rather than compute.
  public static var waiting: Self { Self() }
}

/// Four threads, on which tests that wait take turns.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()
  private let queue = OperationQueue()

  init() { queue.maxConcurrentOperationCount = 4 }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
