import BitstreamKit
import FileIO
import MP4Kit
import RTMPKit
import RemuxKit

extension MovieLayout {
  /// The layout of recordings: playable at any time, a plain movie at the end, and at most about two seconds are lost on a crash.
  public static var recording: MovieLayout {
    var fragments = MovieFragmentOptions(interval: MediaTime(milliseconds: 1000))
    fragments.longestInterval = MediaTime(milliseconds: 2000)
    // Servers switch between sources: room for about forty changes of parameter sets.
    fragments.descriptionRoom = 8192
    return .hybrid(fragments)
  }
}

/// Records a stream to a file that is playable at any time.
public struct StreamRecorder {
  /// Recording formats.
  public enum Format: Sendable {
    /// FLV, which holds any stream as it is.
    case flv
    /// MP4, which holds one track of pictures and one of sound.
    case movie

    /// The format for a file name; nil if it cannot be recorded. `-` is FLV on standard output.
    public init?(path: String) {
      switch RemuxFormat(path: path) {
      case .flv: self = .flv
      case .mp4: self = .movie
      default:
        guard path == "-" else { return nil }
        self = .flv
      }
    }
  }

  private enum Kind {
    case flv(FLVRecorder)
    case movie(MovieRecorder)
  }

  private let kind: Kind

  /// Creates a recorder that writes to an output.
  /// - Throws: `MediaError.unsupported` if the output cannot hold the format.
  public init(_ output: MediaOutput, _ format: Format) throws(MediaError) {
    switch format {
    case .flv: kind = .flv(FLVRecorder(output))
    case .movie: kind = .movie(try MovieRecorder(output))
    }
  }

  /// Creates a recorder of a file, or of standard output if `path` is `-`. The file is created or truncated by the first picture or audio
  /// frame.
  /// - Throws: `MediaError.bytes` if the file cannot be created, `MediaError.unsupported` if it cannot hold the format.
  public init(_ path: String, _ format: Format) throws(MediaError) {
    if path == "-" {
      try self.init(MediaOutput(OutputDescriptor.standardOutput), format)
    } else {
      let file: RecordingFile
      do { file = try RecordingFile(path) } catch { throw .bytes(error) }
      try self.init(MediaOutput(file), format)
    }
  }

  /// Writes a tag, whose time is in milliseconds from the beginning of the recording.
  /// - Throws: `MediaError`; the file then ends with the tag before.
  public func append(_ tag: RTMPTag) throws(MediaError) {
    switch kind {
    case .flv(let recorder): try recorder.append(tag)
    case .movie(let recorder): try recorder.append(tag)
    }
  }

  /// Completes the file.
  /// - Throws: `MediaError.malformed` if tags were received but nothing could be written; no file is created then.
  public func finish() throws(MediaError) {
    switch kind {
    case .flv(let recorder): try recorder.finish()
    case .movie(let recorder): try recorder.finish()
    }
  }

  /// Whether media that was received is not in the file, or cannot be decoded.
  public var lacksMedia: Bool {
    switch kind {
    case .flv(let recorder): recorder.lacksHeader
    case .movie(let recorder): recorder.lacksMedia
    }
  }

  /// What was dropped, or cannot be decoded, since the last call, once each.
  public func takeNews() -> [String] {
    switch kind {
    case .flv(let recorder): recorder.takeNews()
    case .movie(let recorder): recorder.takeNews()
    }
  }
}
