import BitstreamKit
import MP4Kit

/// The sample entries of a track have different types.
final class EntryTypes: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.entry-types", .warning, "the sample entries of a track have different types",
      clause: "ISO/IEC 14496-12:2022 8.5.2 allows several entries; FFmpeg skips those whose type is not that of the first one",
      cause: """
        Recordings of different encoders or muxers were joined, such as hvc1 with hev1. FFmpeg, and players based on it, show the samples of \
        the first type alone.
        """,
      remedy: "'mediaprobe retag --hev1' or '--avc3' gives the entries one type; recordings of different codecs need separate files.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let first = parsed.descriptions.first else { return }
    // Encrypted samples and those in the clear have entries of their own.
    if parsed.descriptions.contains(where: { $0.originalFormat != nil }) { return }
    // FFmpeg takes the types of DV, and of ProRes after these two, for one.
    if first.type == "dvpp" || first.type == "dvcp" || first.type == "jpeg" { return }
    let isProRes = first.type == "apcn" || first.type == "apch"
    if isProRes, parsed.descriptions.allSatisfy({ $0.type.description.hasPrefix("ap") }) { return }
    guard let other = parsed.descriptions.first(where: { $0.type != first.type }) else { return }
    let place = file.movie.tree.nodes[other.node].place
    run.find(
      self, "the first entry is \(first.type), another one \(other.type)", at: place.offset, size: place.size,
      path: track.tablePath + "/stsd/\(other.type)")
  }
}
