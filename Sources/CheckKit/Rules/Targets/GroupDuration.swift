import BitstreamKit
import MP4Kit
import RemuxKit

/// Groups of pictures have different durations.
final class GroupDuration: MovieRule {
  /// The largest difference in seconds: times may be rounded.
  private static let tolerance = 0.1

  override var page: RulePage {
    RulePage(
      "hls.group-duration", .note, "groups of pictures have different durations",
      clause: "Apple, HLS authoring specification, 'Video encoding requirements': a key frame every two seconds; 'Media segmentation'",
      cause: """
        The encoder begins a group at each scene cut. Segments begin with key pictures, so their durations differ, and those of other \
        renditions begin elsewhere unless they were encoded alike.
        """,
      remedy: "Encode with a constant interval, such as 'ffmpeg -g 50 -keyint_min 50 -sc_threshold 0' at 25 pictures a second.",
      targets: [.hls])
  }

  private var last: Double?
  private var shortest = Double.infinity
  private var longest = 0.0

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { (last, shortest, longest) = (nil, .infinity, 0) }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.kind == .video, track.sample.isKey else { return }
    let seconds = track.seconds(track.sample.decodeTime)
    if let last {
      shortest = min(shortest, seconds - last)
      longest = max(longest, seconds - last)
    }
    last = seconds
  }

  // The last group ends with the video, and may be shorter.
  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard longest - shortest > Self.tolerance else { return }
    run.find(
      self, "key pictures are between \(decimal(shortest)) and \(decimal(longest)) s apart", path: file.tablePath("stss", of: track))
  }
}
