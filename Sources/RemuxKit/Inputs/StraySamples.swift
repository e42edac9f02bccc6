import BitstreamKit
import MP4Kit

/// Counts samples that are within the file but outside any `mdat`: with a stale base offset they are bytes of other boxes.
struct StraySamples {
  /// The media data map, shared by all readers of a movie.
  private final class Shared {
    var map: MediaDataMap
    init(_ source: AnyByteSource) { map = MediaDataMap(source) }
  }

  private let shared: Shared
  private let end: UInt64
  private var count: UInt64 = 0
  private var first: UInt64 = 0
  /// Whether the media of each track is in this file; filled on demand.
  private var isHere: [Int: Bool] = [:]

  init(_ source: AnyByteSource) {
    shared = Shared(source)
    end = source.byteCount
  }

  /// Starts counting from 0 with the same map.
  init(sharing other: StraySamples) {
    shared = other.shared
    end = other.end
  }

  @inline(__always) mutating func look(
    at offset: UInt64, _ size: UInt64, ofTrack track: Int, in movie: Movie<AnyByteSource>
  ) throws(ByteError) {
    if try !shared.map.holds(offset, size) { try count(offset, size, track, movie) }
  }

  private mutating func count(_ offset: UInt64, _ size: UInt64, _ track: Int, _ movie: Movie<AnyByteSource>) throws(ByteError) {
    // Truncated samples are reported separately.
    if size == 0 || offset >= end || size > end - offset { return }
    if isHere[track] == nil {
      var tree = movie.tree
      isHere[track] = try tree.isSelfContained(track: movie.tracks[track].node)
    }
    guard isHere[track] == true else { return }
    if count == 0 { first = offset }
    count += 1
  }

  var findings: [String] {
    count == 0 ? [] : ["\(counted(count, "sample is", "samples are")) outside any mdat box, the first at byte \(first): not media data"]
  }
}
