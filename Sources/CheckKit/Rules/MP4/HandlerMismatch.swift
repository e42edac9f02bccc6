import BitstreamKit
import MP4Kit

/// The handler contradicts the sample entries.
final class HandlerMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.handler-mismatch", .error, "the handler contradicts the sample entries",
      clause: "ISO/IEC 14496-12:2022 8.4.3 and 8.5.2.1: the format of the sample entries depends on the handler, vide or soun",
      cause: "The handler was changed or is damaged. Players take pictures for sound, or leave the track out.",
      remedy: "'mediaprobe remux' writes the handler of the sample entries.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, parsed.mediaHandlerType != parsed.handlerType, let entry = parsed.descriptions.first,
      let place = file.place("mdia/hdlr", in: parsed.node)
    else { return }
    run.find(
      self, "the handler is \(parsed.handlerType), the sample entry \(entry.type)", at: place.offset, size: place.size,
      path: track.path + "/mdia/hdlr")
  }
}
