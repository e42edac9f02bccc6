import BitstreamKit

/// Why a stream could not be published or played.
public enum RTMPError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Nobody is there: the name is unknown, nobody listens, no way leads there.
  case unreachable(String)
  /// The server says no: to what, its code (`NetStream.Publish.BadName`), and its words.
  case refused(request: String, code: String, words: String)
  /// What the server sends makes no sense.
  case malformed(SyntaxError)
  /// The server has closed the connection, or it broke; the text says when.
  case closed(String)
  /// The server was silent for too long; the text says when.
  case timedOut(String)
  /// Something here failed.
  case local(ByteError)

  /// One line.
  public var description: String {
    switch self {
    case .unreachable(let why), .closed(let why), .timedOut(let why): return why
    case .refused(let request, let code, let words):
      let said = words.isEmpty ? "" : code.isEmpty ? words : " (\(words))"
      return "the server refuses \(request): " + (code.isEmpty && words.isEmpty ? "it does not say why" : code + said)
    case .malformed(let error): return "what the server sends makes no sense: \(error)"
    case .local(let error): return error.description
    }
  }
}
