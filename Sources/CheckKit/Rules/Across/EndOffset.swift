import BitstreamKit
import MP4Kit
import RemuxKit

/// Sound and pictures end at different times.
final class EndOffset: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.end-offset", .warning, "sound and pictures end at different times",
      clause: "none; players show the last picture or silence for the rest",
      cause: """
        A track was cut, or one of its ends was lost. It is a sign of drift too, if the times of one track are wrong \
        throughout.
        """,
      remedy: "mediaprobe cut FILE OUT.mp4 --to the earlier end")
  }

  private var ends: [(kind: Int, seconds: Double)] = []

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.kind == .video || track.media.kind == .audio, track.sampleCount > 1 else { return }
    ends.append((track.media.kind == .video ? 0 : 1, track.seconds(track.endPresentationTime)))
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    guard let video = ends.first(where: { $0.kind == 0 }), let sound = ends.first(where: { $0.kind == 1 }) else { return }
    let difference = abs(video.seconds - sound.seconds)
    guard difference > max(1, max(video.seconds, sound.seconds) * 0.01) else { return }
    run.find(self, "the pictures end at \(decimal(video.seconds)) s, the sound at \(decimal(sound.seconds)) s")
  }
}
