import BitstreamKit
import ProbeKit
import RemuxKit

// The libraries name settings and situations; these are the options and commands that they are here.

extension MediaError.Setting {
  fileprivate var words: String {
    switch self {
    case .frameRate: "set it with --fps"
    case .tracks: "select with --track"
    }
  }
}

extension MediaError {
  /// One line, with the option that helps.
  var line: String { neededSetting.map { "\(self): \($0.words)" } ?? description }
}

extension ProbeAdvice {
  /// Follows a message after a semicolon.
  var words: String {
    switch self {
    case .guessedCodec: "use --codec to set the codec"
    case .unknownContent: "--codec reads it as a byte stream"
    case .otherFormat(let container): "try 'mediaprobe \(container.listingCommand)'"
    case .hiddenDifferences: "--all shows them"
    case .uncheckedSamples: "'mediaprobe check' reads the samples too"
    }
  }
}

extension MediaContainer {
  /// The command that lists the parts of a file.
  fileprivate var listingCommand: String {
    switch self {
    case .mp4: "mp4"
    case .flv: "flv"
    case .adts: "aac"
    case .h264, .hevc: "nalu"
    }
  }
}
