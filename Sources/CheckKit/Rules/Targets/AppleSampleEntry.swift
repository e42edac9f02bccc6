import BitstreamKit
import MP4Kit

/// Apple's players do not play H.265 in sample entries of type hev1.
final class AppleSampleEntry: MovieRule {
  override var page: RulePage {
    RulePage(
      "apple.sample-entry", .error, "Apple's players do not play H.265 in sample entries of type hev1",
      clause: "Apple, HLS authoring specification, 'Video encoding requirements': hvc1",
      cause: "ffmpeg and others write hev1 by default. The sound plays, and the picture stays black.",
      remedy: """
        mediaprobe retag --hvc1 FILE OUT.mp4; if its parameter sets change, which one sample entry cannot hold: 'mediaprobe extract FILE T.hevc' \
        and 'mediaprobe remux T.hevc OUT.mp4'
        """,
      targets: [.safari, .quicktime, .hls])
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let type = track.description?.codec, ["hev1", "dvhe"].contains(type) else { return }
    run.find(
      self, "the sample entry is \(type)", at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset,
      path: track.tablePath + "/stsd")
  }
}
