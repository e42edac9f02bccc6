import BitstreamKit
import FileIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A byte stream from a file, standard input or a program.
final class ByteFeed {
  /// The result of `read()`.
  enum Step {
    /// `chunk` holds this many bytes.
    case bytes(Int)
    case wait
    case end
  }

  /// The name used in messages.
  let name: String
  /// The buffer of the last read.
  private(set) var chunk: [UInt8]
  private let file: InputFile?
  private let child: ChildProcess?
  /// Whether a read may block: a pipe or a terminal.
  let mayWait: Bool

  /// Opens a file, or standard input if `path` is `-`.
  init(path: String) throws(EncoderError) {
    do throws(ByteError) { file = try InputFile(path) } catch { throw .bytes(error) }
    name = file?.name ?? path
    mayWait = file?.isSeekable == false
    child = nil
    chunk = [UInt8](repeating: 0, count: 1 << 20)
  }

  /// Reads the standard output of a program.
  init(_ command: CommandTemplate, _ values: [String: String] = [:]) throws(EncoderError) {
    let found = try FoundProgram(command.program)
    child = try ChildProcess(name: found.name, path: found.path, arguments: try command.arguments(values))
    child?.closeInput()
    name = found.name
    file = nil
    mayWait = true
    chunk = []
  }

  /// The file size in bytes; nil if unknown.
  var byteCount: UInt64? { file.flatMap { $0.isSeekable ? $0.byteCount : nil } }

  /// Reads what is available without blocking.
  func read() throws(EncoderError) -> Step {
    if let child { return try read(child) }
    guard let file else { return .end }
    if mayWait, !Self.isReadable(file.pollDescriptor) { return .wait }
    do throws(ByteError) {
      let count = try file.read(into: &chunk)
      return count == 0 ? .end : .bytes(count)
    } catch { throw .bytes(error) }
  }

  private func read(_ child: ChildProcess) throws(EncoderError) -> Step {
    chunk.removeAll(keepingCapacity: true)
    child.transfer(into: &chunk)
    if !chunk.isEmpty { return .bytes(chunk.count) }
    if !child.isOver { return .wait }
    switch child.ending {
    case .exited(let code)? where code != 0: throw failed(.exited(code))
    case .signalled(let number)?: throw failed(.signalled(number))
    default: return .end
    }
  }

  func failed(_ reason: ProgramFailure.Reason) -> EncoderError {
    .failed(ProgramFailure(program: name, reason: reason, messages: child?.messages ?? ""))
  }

  func register(in set: inout WaitSet) {
    if let child { child.register(in: &set) } else if mayWait, let file { set.waitToRead(file.pollDescriptor) } else { set.limit(to: 0) }
  }

  func invalidate() { child?.end() }

  private static func isReadable(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) != 0
  }
}
