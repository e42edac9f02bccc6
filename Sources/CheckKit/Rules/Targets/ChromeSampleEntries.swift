import BitstreamKit
import MP4Kit
import RemuxKit

/// Chrome decodes all pictures of a plain movie with the parameter sets of the first sample entry.
final class ChromeSampleEntries: MovieRule {
  override var page: RulePage {
    RulePage(
      "chrome.several-sample-entries", .error, "Chrome decodes with the first of several sample entries alone",
      clause: "ISO/IEC 14496-12:2022 8.5.2, 8.7.4: each chunk names its sample entry; Chromium keeps the first configuration of a track",
      cause: "Files of different encodings were joined. Playback stops with an error where the second encoding begins.",
      remedy: "mediaprobe remux --hev1 FILE OUT.mp4, which writes one sample entry and the parameter sets into the samples.",
      targets: [.chrome, .web])
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard !file.movie.isFragmented, let descriptions = track.movieTrack?.descriptions else { return }
    let used = track.usedDescriptions.filter { $0 > 0 && $0 <= descriptions.count }.map { descriptions[Int($0) - 1] }
    guard let first = used.first, first.avc != nil || first.hevc != nil, ["avc1", "hvc1"].contains(first.codec) else { return }
    guard used.contains(where: { $0.avc != first.avc || $0.hevc != first.hevc }) else { return }
    run.find(
      self, "samples use \(used.count) sample entries with different parameter sets",
      at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset, path: track.tablePath + "/stsd")
  }
}
