import BitstreamKit
import FileIO
import MP4Kit
import RTMPKit
import RemuxKit

extension MovieLayout {
  /// The layout of recordings: playable at any time, a plain movie at the end, and at most about two seconds are lost on a crash.
  static var recording: MovieLayout {
    var fragments = MovieFragmentOptions(interval: MediaTime(milliseconds: 1000))
    fragments.longestInterval = MediaTime(milliseconds: 2000)
    // Servers switch between sources: room for about forty changes of parameter sets.
    fragments.descriptionRoom = 8192
    return .hybrid(fragments)
  }
}

/// Records a stream to a file that is playable at any time.
enum StreamRecorder {
  case flv(FLVRecorder)
  case movie(MovieRecorder)

  /// Recording formats.
  enum Kind {
    case flv
    case movie

    /// The format for a file name; nil if it cannot be recorded. `-` is FLV on standard output.
    init?(path: String) {
      switch RemuxFormat(path: path) {
      case .flv: self = .flv
      case .mp4: self = .movie
      default:
        guard path == "-" else { return nil }
        self = .flv
      }
    }
  }

  /// Creates a recorder. Its file is created or truncated by the first picture or audio frame.
  /// - Throws: if the file cannot be created or does not support the format.
  init(_ path: String, _ kind: Kind) throws(MediaError) {
    let output: MediaOutput
    if path == "-" {
      output = MediaOutput(OutputDescriptor.standardOutput)
    } else {
      do { output = MediaOutput(try RecordingFile(path)) } catch { throw .bytes(error) }
    }
    switch kind {
    case .flv: self = .flv(FLVRecorder(output))
    case .movie: self = .movie(try MovieRecorder(output))
    }
  }

  /// Writes a tag.
  func append(_ tag: RTMPTag) throws(MediaError) {
    switch self {
    case .flv(let recorder): try recorder.append(tag)
    case .movie(let recorder): try recorder.append(tag)
    }
  }

  /// Completes the file.
  /// - Throws: if tags were received but nothing could be written; no file is created then.
  func finish() throws(MediaError) {
    switch self {
    case .flv(let recorder): try recorder.finish()
    case .movie(let recorder): try recorder.finish()
    }
  }

  /// Whether media that was received is not in the file, or cannot be decoded, which the exit code has to say.
  var lacksMedia: Bool {
    switch self {
    case .flv(let recorder): recorder.lacksHeader
    case .movie(let recorder): recorder.lacksMedia
    }
  }

  /// What was dropped, or cannot be decoded, since the last call, once each.
  func takeNews() -> [String] {
    switch self {
    case .flv(let recorder): recorder.takeNews()
    case .movie(let recorder): recorder.takeNews()
    }
  }
}
