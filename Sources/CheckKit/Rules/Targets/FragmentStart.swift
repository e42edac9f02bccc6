import BitstreamKit
import MP4Kit

/// A fragment of video does not begin with a key picture. In a file of segments, the chunks after the first of a segment need not.
final class FragmentStart: MovieRule {
  override var page: RulePage {
    RulePage(
      "hls.fragment-start", .error, "a fragment of video does not begin with a key picture",
      clause: """
        Apple, HTTP Live Streaming (HLS) authoring specification; ISO/IEC 23000-19:2020 7.3.2.3: segments begin with \
        a stream access point
        """,
      cause: "Fragments were cut by time and not at key pictures. Players cannot begin or switch there.",
      remedy: "mediaprobe remux --fragment 2s FILE OUT.mp4, which cuts at key pictures.",
      targets: [.hls, .cmaf, .dash])
  }

  /// The offsets of `styp` boxes, with which segments begin, and the number of them before the fragment under check.
  private var (segments, passed): ([UInt64], Int) = ([], 0)
  private static let maxSegments = 1 << 16

  override func box(_ box: BoxFacts, _ file: MovieFacts, _ run: CheckRun) {
    if box.place.depth == 0, box.place.header.type == "styp", segments.count < Self.maxSegments { segments.append(box.place.offset) }
  }

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    let before = passed
    while passed < segments.count, segments[passed] < fragment.place.offset { passed += 1 }
    if !segments.isEmpty, fragment.index > 0, passed == before { return }
    var seen: Set<UInt32> = []
    for part in fragment.fragment.tracks where seen.insert(part.header.trackID).inserted {
      guard let track = file.movieTrack(id: part.header.trackID), track.handlerType == "vide" else { continue }
      var cursor = TrackFragmentCursor(
        part, of: fragment.fragment, extends: track.extends, previousEnd: fragment.fragment.offset, decodeTime: 0, index: 0,
        fileSize: file.byteCount)
      guard let first = cursor.next(), !first.isSync else { continue }
      run.find(
        self, "the first sample of track \(part.header.trackID) in fragment \(fragment.index) is not a sync sample",
        at: fragment.place.offset,
        size: fragment.place.size, path: "moof[\(fragment.index)]/traf")
    }
  }
}
