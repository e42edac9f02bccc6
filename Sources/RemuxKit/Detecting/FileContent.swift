import BitstreamKit

/// The format of a file, detected from its bytes and not from its name.
public enum FileContent: Sendable, Equatable {
  /// A format that this toolkit reads, and whether the codec of a byte stream is a guess.
  case media(MediaContainer, isGuess: Bool)
  /// Another format; its name with an article: "a JPEG image".
  case foreign(String)
  /// An unknown format: the number of bytes examined, and whether they contain a start code.
  case unknown(examined: Int, hasStartCode: Bool)
  /// An empty file.
  case empty

  /// The maximum number of bytes examined, from the start of the file.
  public static let maximumExaminedCount = 1 << 20
  /// The number of bytes in which signatures are searched.
  static let headCount = 4096

  /// The format; nil for those that this toolkit does not read.
  public var container: MediaContainer? {
    if case .media(let container, _) = self { return container }
    return nil
  }

  /// Why the file is not read; nil for formats that this toolkit reads.
  /// - Parameter wanted: the formats that are expected: "MP4", "H.264 or H.265".
  public func refusal(wanted: String = "H.264, H.265, AAC, FLV or MP4") -> String? {
    switch self {
    case .media: nil
    case .foreign(let name): "\(name), not \(wanted)"
    case .unknown: "unknown content, not \(wanted)"
    case .empty: "the file is empty"
    }
  }
}
