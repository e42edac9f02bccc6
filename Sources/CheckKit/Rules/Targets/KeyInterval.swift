import BitstreamKit
import MP4Kit
import RemuxKit

/// Key pictures are more than two seconds apart.
class KeyInterval: MovieRule {
  /// The longest distance in seconds, with a tenth of a second for rounded times.
  var longest: Double { 2.1 }

  override var page: RulePage {
    RulePage(
      "hls.key-interval", .warning, "key pictures are more than two seconds apart",
      clause: "Apple, HLS authoring specification, 'Video encoding requirements': a key frame every two seconds",
      cause: "The encoder's default interval is 250 frames. Switching between renditions and joining a live stream take as long.",
      remedy: "Encode with an interval of two seconds, such as 'ffmpeg -force_key_frames expr:gte(t,n_forced*2)'.",
      targets: [.hls])
  }

  private var last: Double?
  private var worst: (gap: Double, at: Double) = (0, 0)

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { (last, worst) = (nil, (0, 0)) }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.kind == .video else { return }
    let seconds = track.seconds(track.sample.decodeTime)
    if let last, seconds - last > worst.gap { worst = (seconds - last, last) }
    if track.sample.isKey { last = seconds }
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard worst.gap > longest else { return }
    run.find(self, "no key picture for \(decimal(worst.gap)) s from \(decimal(worst.at)) s on", path: file.tablePath("stss", of: track))
  }
}
