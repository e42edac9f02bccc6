import BitstreamKit
import FileIO
import MP4Kit
import RTMPKit

extension MovieLayout {
  /// A recording: playable at any moment, a plain movie in the end, and no more than about two seconds are lost where there is no end.
  static var recording: MovieLayout {
    var fragments = MovieFragmentOptions(interval: MediaTime(milliseconds: 1000))
    fragments.longestInterval = MediaTime(milliseconds: 2000)
    return .hybrid(fragments)
  }
}

/// A file that a stream is written to as it goes by, and that can be played at any moment.
enum StreamRecorder {
  case flv(FLVRecorder)
  case movie(MovieRecorder)

  /// The kinds of files that streams are recorded to.
  enum Kind {
    case flv
    case movie

    /// By a file's name; nil where that says nothing of use. `-` is FLV on standard output.
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

  /// A recorder whose file is created, or emptied, by the first picture or sound.
  /// - Throws: where it could not be created, or cannot be written as its kind needs it.
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

  /// Writes a part of the stream.
  func append(_ tag: RTMPTag) throws(MediaError) {
    switch self {
    case .flv(let recorder): try recorder.append(tag)
    case .movie(let recorder): try recorder.append(tag)
    }
  }

  /// Completes the file.
  /// - Throws: where something came and nothing of it could be written; there is no file then.
  func finish() throws(MediaError) {
    switch self {
    case .flv(let recorder): try recorder.finish()
    case .movie(let recorder): try recorder.finish()
    }
  }

  /// What could not be kept.
  var findings: [String] {
    switch self {
    case .flv: []
    case .movie(let recorder): recorder.findings
    }
  }
}
