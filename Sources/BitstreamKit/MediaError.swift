/// Why media could not be read, carried or written.
public enum MediaError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A source or a sink failed.
  case bytes(ByteError)
  /// The file is not what it should be.
  case malformed(String)
  /// The file is fine and this toolkit, or the target, cannot do it.
  case unsupported(String)

  /// One line.
  public var description: String {
    switch self {
    case .bytes(let error): error.description
    case .malformed(let why), .unsupported(let why): why
    }
  }
}
