import BitstreamKit
import RemuxKit

extension MediaReader {
  /// Walks the index of a movie, or the headers of the tags of an FLV, without the bytes of the samples: `findings` then tell the damage there.
  /// Does nothing for other formats.
  /// - Returns: what ended the walk; nil at the end of the file.
  mutating func walkHeaders() -> MediaError? {
    if container != .mp4, container != .flv { return nil }
    do { while try next() != nil {} } catch { return error }
    return nil
  }
}
