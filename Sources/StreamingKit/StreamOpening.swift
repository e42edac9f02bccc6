import FLVKit
import RTMPKit

/// The tags of a stream up to its first picture and its first sound, which together tell when it begins: servers send the tracks of a stream
/// that is joined late in any order.
struct StreamOpening {
  /// The number of tags and their bytes after which a stream is taken for one without the other track.
  private static let most = (count: 1024, bytes: 8 << 20)

  /// The milliseconds of one track after which it is taken for the only one.
  let patience: Int64

  private(set) var tags: [RTMPTag] = []
  private var byteCount = 0
  /// Whether the metadata names one track alone.
  private var hasOneTrack = false

  /// The pictures and the sound.
  var frames: [RTMPTag] { tags.filter(\.isFrame) }

  init(patience: Int64 = 1000) { self.patience = patience }

  /// Adds a tag, whose time is that of the stream.
  /// - Returns: whether the beginning is known.
  mutating func append(_ tag: RTMPTag) -> Bool {
    tags.append(tag)
    byteCount += tag.body.count
    if tag.kind == .metaData, let script = try? ScriptData(parsing: tag.body), let said = OnMetaData(script) {
      hasOneTrack = (said.videocodecid == nil) != (said.audiocodecid == nil)
    }
    if tags.count > Self.most.count || byteCount > Self.most.bytes { return true }
    let frames = frames
    guard let first = frames.first else { return false }
    return hasOneTrack || frames.contains { $0.type != first.type } || tag.isFrame && tag.time - first.time > patience
  }
}
