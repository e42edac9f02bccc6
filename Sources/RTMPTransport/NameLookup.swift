import RTMPKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The search for a host's addresses. The system's resolver cannot be interrupted and may take minutes: it works on a thread of its own,
/// which is left to itself where nobody waits for it any more. A number is no name, and has its address at once.
final class NameLookup {
  /// What finds addresses, and may take its time.
  typealias Finder = @Sendable (_ host: String, _ port: UInt16) throws(RTMPError) -> [SocketAddress]

  private enum Answer: Sendable {
    case addresses([SocketAddress])
    case failure(RTMPError)
  }

  /// What both threads know.
  private final class Question: Sendable {
    let host: String
    let port: UInt16
    let find: Finder
    /// Is closed when the answer is there.
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
  /// Can be read, or has ended, when the answer is there; −1 where it is there already.
  let descriptor: Int32

  /// Begins to look a host up.
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
    // Without a thread it is done here, however long that takes.
    if !Self.start(question) { question.settle() }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// What came of it; nil where nobody knows as yet.
  func addresses() throws(RTMPError) -> [SocketAddress]? {
    guard let question else { return known }
    switch question.answer.withLock({ $0 }) {
    case .addresses(let found)?: return found
    case .failure(let error)?: throw error
    case nil: return nil
    }
  }

  /// - Returns: whether there is a thread that does it.
  private static func start(_ question: Question) -> Bool {
    // Signals are for those who wait, and whom they wake.
    var (all, before) = (sigset_t(), sigset_t())
    _ = unsafe sigfillset(&all)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let retained = unsafe Unmanaged.passRetained(question)
    let code = unsafe pthread_create(
      &thread, nil,
      { pointer in
        unsafe NameLookup.run(pointer)
        return nil
      }, retained.toOpaque())
    if code != 0 {
      unsafe retained.release()
      return false
    }
    #if canImport(Glibc)
      _ = pthread_detach(thread)
    #else
      if let thread { _ = unsafe pthread_detach(thread) }
    #endif
    return true
  }

  private static func run(_ pointer: UnsafeMutableRawPointer?) {
    guard let pointer = unsafe pointer else { return }
    unsafe Unmanaged<Question>.fromOpaque(pointer).takeRetainedValue().settle()
  }
}
