import AACKit
import BitstreamKit
import MP4Kit

/// The AudioSpecificConfig of a track cannot be parsed.
final class AudioConfiguration: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.audio-configuration", .error, "the AudioSpecificConfig of a track cannot be parsed",
      clause: "ISO/IEC 14496-3:2019 1.6.2.1; ISO/IEC 14496-14:2020 6.7.2: DecoderSpecificInfo contains it",
      cause: "The descriptor is damaged, or the writer put another codec's configuration there. Decoders cannot start.",
      remedy: "Remux from the stream itself (AAC in ADTS): its headers say the same.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack else { return }
    let tree = file.movie.tree
    for description in parsed.descriptions.prefix(64) where description.codec == "mp4a" {
      guard let configuration = description.stream?.decoderConfig, configuration.objectTypeIndication == 0x40,
        let bytes = configuration.decoderSpecificInfo, !bytes.isEmpty,
        let node = tree.configuration("esds", of: description.node)
      else { continue }
      do {
        _ = try AudioSpecificConfig(parsing: bytes)
      } catch {
        // What this toolkit does not know is no fault of the file.
        if case .unsupported = error.reason { continue }
        let place = tree.nodes[node].place
        run.find(
          self, error.description, at: place.offset, size: place.size, path: track.tablePath + "/stsd/\(description.type)/esds")
      }
    }
  }
}
