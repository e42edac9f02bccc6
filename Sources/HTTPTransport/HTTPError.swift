import EncoderKit

/// Why a file on a server cannot be read.
public enum HTTPError: Error {
  /// curl is missing or cannot be started.
  case program(EncoderError)
  /// No server answers, or curl ended the transfer, with its message.
  case failed(String)
  /// The server answers with an error status.
  case status(Int)
  /// The answer does not fit the request.
  case malformed(String)

  /// One line that begins with the name of the file.
  public func words(_ name: String) -> String {
    switch self {
    case .program(let error): "\(name): \(error)"
    case .failed(let why), .malformed(let why): "\(name): \(why)"
    case .status(let code): "\(name): the server answers with status \(code)\(Self.reason(code))"
    }
  }

  private static func reason(_ code: Int) -> String {
    switch code {
    case 401: " (unauthorized)"
    case 403: " (forbidden)"
    case 404: " (not found)"
    default: ""
    }
  }
}
