import BitstreamKit
import MP4Kit
import RemuxKit

/// A sample entry lacks the configuration of its codec.
final class CodecConfigurationMissing: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.codec-configuration-missing", .error, "a sample entry lacks the configuration of its codec",
      clause: """
        ISO/IEC 14496-15:2022 5.4.2.1 and 8.4.2 (avcC, hvcC), ISO/IEC 14496-14:2020 6.7 (esds), AV1 Codec ISO Media File Format \
        Binding 2.2 (av1C)
        """,
      cause: "The writer did not know the configuration when it wrote the entry, or the type of the box is damaged. Decoders cannot start.",
      remedy: "Remux from a byte stream, which has the parameter sets.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack else { return }
    let tree = file.movie.tree
    for description in parsed.descriptions.prefix(64) {
      let wanted: FourCC
      switch description.codec {
      case "avc1", "avc3": wanted = "avcC"
      case "hvc1", "hev1": wanted = "hvcC"
      case "mp4a": wanted = "esds"
      case "av01": wanted = "av1C"
      case "vp09", "vp08": wanted = "vpcC"
      case "Opus": wanted = "dOps"
      case "fLaC": wanted = "dfLa"
      default: continue
      }
      if tree.child(wanted, of: description.node) != nil || !tree.find("wave/\(wanted)", in: description.node).isEmpty { continue }
      // Uncompressed sound of QuickTime may have the same entry without one.
      if wanted == "esds", file.isQuickTime { continue }
      let place = tree.nodes[description.node].place
      run.find(
        self, "\(description.type) has no \(wanted)", at: place.offset, size: place.size,
        path: track.tablePath + "/stsd/\(description.type)")
    }
  }
}
