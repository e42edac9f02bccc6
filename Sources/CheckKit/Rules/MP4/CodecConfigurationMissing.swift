import BitstreamKit
import MP4Kit
import RemuxKit

/// A sample entry lacks the configuration of its codec.
final class CodecConfigurationMissing: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.codec-configuration-missing", .error, "a sample entry lacks the configuration of its codec",
      clause: """
        ISO/IEC 14496-15:2022 5.4.2.1 and 8.4.2 (avcC, hvcC), ISO/IEC 14496-14:2020 6.7 and ISO/IEC 14496-1:2010 7.2.6.6 (esds), AV1 Codec ISO Media File Format \
        Binding 2.2 (av1C), ETSI TS 102 366 F.3 and F.5 (dac3, dec3)
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
      case "ac-3": wanted = "dac3"
      case "ec-3": wanted = "dec3"
      case "alac": wanted = "alac"
      case "mp4v": wanted = "esds"
      default: continue
      }
      let place = tree.nodes[description.node].place
      let path = track.tablePath + "/stsd/\(description.type)"
      if let node = tree.configuration(wanted, of: description.node) {
        if wanted == "esds", let what = description.stream.flatMap({ Self.missing($0) }) {
          run.find(self, "esds has no \(what)", at: tree.nodes[node].place.offset, size: tree.nodes[node].place.size, path: path + "/esds")
        }
        continue
      }
      // Uncompressed sound of QuickTime may have the same entry without one, and its AC-3 describes itself.
      if file.isQuickTime, wanted == "esds" || wanted == "dac3" || wanted == "dec3" { continue }
      run.find(self, "\(description.type) has no \(wanted)", at: place.offset, size: place.size, path: path)
    }
  }

  /// The descriptor that AAC needs and an `esds` does not have; nil if it is complete or not AAC.
  private static func missing(_ stream: ESDescriptor) -> String? {
    guard let configuration = stream.decoderConfig else { return "DecoderConfigDescriptor" }
    // ISO/IEC 14496-3:2019, 1.6.2.1.
    guard configuration.objectTypeIndication == 0x40 else { return nil }
    return configuration.decoderSpecificInfo?.isEmpty ?? true ? "DecoderSpecificInfo" : nil
  }
}
