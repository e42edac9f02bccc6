import BitstreamKit
import MP4Kit

/// The media header does not fit the handler.
final class MediaHeaderMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.media-header-mismatch", .error, "the media header does not fit the handler",
      clause: "ISO/IEC 14496-12:2022 8.4.5 and 12: vmhd for vide, smhd for soun",
      cause: "The handler was changed, or the header copied from another track. Strict players refuse the track.",
      remedy: "'mediaprobe remux' writes the header of the handler.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, parsed.handler != nil else { return }
    let handler = parsed.mediaHandlerType
    for (header, handlers) in [("vmhd", ["vide", "auxv", "pict"]), ("smhd", ["soun"])] as [(FourCC, [FourCC])] {
      guard let place = file.place("mdia/minf/\(header)", in: parsed.node), !handlers.contains(handler) else { continue }
      run.find(
        self, "the handler is \(handler), the media header \(header)", at: place.offset, size: place.size,
        path: track.path + "/mdia/minf/\(header)")
    }
    guard let wanted = Self.header(of: handler) else { return }
    for other in ["hmhd", "sthd"] as [FourCC] where other != wanted {
      guard let place = file.place("mdia/minf/\(other)", in: parsed.node) else { continue }
      run.find(
        self, "the handler is \(handler), the media header \(other)", at: place.offset, size: place.size,
        path: track.path + "/mdia/minf/\(other)")
    }
  }

  private static func header(of handler: FourCC) -> FourCC? {
    switch handler {
    case "vide": "vmhd"
    case "soun": "smhd"
    default: nil
    }
  }
}
