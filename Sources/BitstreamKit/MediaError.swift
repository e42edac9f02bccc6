/// An error while reading, converting or writing media.
public enum MediaError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A source or sink failed. The error names the file where it is known.
  case bytes(ByteError)
  /// The input is malformed.
  case malformed(String)
  /// The input is valid, but not supported by this toolkit or the target.
  case unsupported(String)
  /// The operation needs a setting that was not given.
  case needs(Setting, String)
  /// An error of the input with this name, which is not `bytes` or `input`, see `naming(_:)`.
  indirect case input(String, MediaError)

  /// A setting without which an operation is impossible or ambiguous.
  public enum Setting: Sendable, Equatable {
    /// The frame rate of a byte stream, such as `frameRate` of `MediaReader`.
    case frameRate
    /// A selection of tracks.
    case tracks
  }

  /// The error as one of the input with this name: itself if it names an input or a file already.
  public func naming(_ input: String) -> MediaError {
    switch self {
    case .bytes, .input: self
    case .malformed, .unsupported, .needs: .input(input, self)
    }
  }

  /// The error without the name of an input.
  public var unnamed: MediaError {
    if case .input(_, let error) = self { return error }
    return self
  }

  /// The setting that the operation needs; nil if it failed for another reason.
  public var neededSetting: Setting? {
    if case .needs(let setting, _) = unnamed { return setting }
    return nil
  }

  /// The failure of a source or sink; nil if the media is the reason.
  public var failure: ByteError? {
    if case .bytes(let error) = self { return error }
    return nil
  }

  /// One line, with the name of the input if the error has it.
  public var description: String {
    switch self {
    case .bytes(let error): error.description
    case .malformed(let why), .unsupported(let why), .needs(_, let why): why
    case .input(let name, let error): "\(name): \(error)"
    }
  }
}
