/// An error while reading, converting or writing media.
public enum MediaError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A source or sink failed.
  case bytes(ByteError)
  /// The input is malformed.
  case malformed(String)
  /// The input is valid, but not supported by this toolkit or the target.
  case unsupported(String)

  /// One line.
  public var description: String {
    switch self {
    case .bytes(let error): error.description
    case .malformed(let why), .unsupported(let why): why
    }
  }
}
