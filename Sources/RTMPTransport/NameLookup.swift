import RTMPKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Resolves a host name. The system's resolver cannot be interrupted and may take minutes: it runs on its own thread, which is abandoned
/// when the result is no longer needed. An IP address is resolved immediately.
final class NameLookup {
  /// A blocking resolver function.
  typealias Finder = @Sendable (_ host: String, _ port: UInt16) throws(RTMPError) -> [SocketAddress]

  private enum Answer: Sendable {
    case addresses([SocketAddress])
    case failure(RTMPError)
  }

  /// The state shared by both threads.
  private final class Question: Sendable {
    let host: String
    let port: UInt16
    let find: Finder
    /// Closed when the answer is available.
    let bell: Int32
    let answer = Mutex<Answer?>(nil)

    init(_ host: String, _ port: UInt16, _ find: @escaping Finder, bell: Int32) {
      self.host = host
      self.port = port
      self.find = find
      self.bell = bell
    }

    func settle() {
      var found: Answer
      do throws(RTMPError) { found = .addresses(try find(host, port)) } catch { found = .failure(error) }
      answer.withLock { $0 = found }
      close(bell)
    }
  }

  private let question: Question?
  private let known: [SocketAddress]
  /// Becomes readable, or reaches its end, when the answer is available; −1 if it already is.
  let descriptor: Int32

  /// Starts to resolve a host.
  init(_ host: String, _ port: UInt16, find: @escaping Finder = SocketAddress.resolve) throws(RTMPError) {
    if let numbers = SocketAddress.ofNumber(host, port) {
      (question, known, descriptor) = (nil, numbers, -1)
      return
    }
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) != 0 {
      (question, known, descriptor) = (nil, try find(host, port), -1)
      return
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let question = Question(host, port, find, bell: ends[1])
    (self.question, known, descriptor) = (question, [], ends[0])
    // Falls back to resolving synchronously if no thread can be created.
    if !startThread({ question.settle() }) { question.settle() }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the result; nil while it is pending.
  func addresses() throws(RTMPError) -> [SocketAddress]? {
    guard let question else { return known }
    switch question.answer.withLock({ $0 }) {
    case .addresses(let found)?: return found
    case .failure(let error)?: throw error
    case nil: return nil
    }
  }
}
