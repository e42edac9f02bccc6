import BitstreamKit
import MP4Kit
import RemuxKit

/// A track lacks its media header, data references or sample tables.
final class MandatoryTrackBox: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.mandatory-track-box", .error, "a track lacks its media header, data references or sample tables",
      clause: "ISO/IEC 14496-12:2022 8.4.5, 8.7.1, 8.7.3 and 8.7.5: a media header, dinf with dref, stsz or stz2, and stco or co64",
      cause: "A tool removed boxes that it took for unnecessary, or the type of a box is damaged. Strict players refuse the track.",
      remedy: "Extract the streams and remux them: all boxes are rewritten.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let node = track.movieTrack?.node, let minf = file.place("mdia/minf", in: node) else { return }
    var missing: [String] = []
    func needs(_ name: String, _ paths: [String]) {
      if paths.allSatisfy({ file.place($0, in: node) == nil }) { missing.append(name) }
    }
    if track.movieTrack?.mediaHandlerType == "vide" { needs("vmhd", ["mdia/minf/vmhd"]) }
    if track.movieTrack?.mediaHandlerType == "soun" { needs("smhd", ["mdia/minf/smhd"]) }
    needs("dinf", ["mdia/minf/dinf"])
    if file.place("mdia/minf/dinf", in: node) != nil { needs("dref", ["mdia/minf/dinf/dref"]) }
    if file.place("mdia/minf/stbl", in: node) != nil {
      needs("stsz", ["mdia/minf/stbl/stsz", "mdia/minf/stbl/stz2"])
      needs("stco", ["mdia/minf/stbl/stco", "mdia/minf/stbl/co64"])
    }
    for name in missing { run.find(self, "there is no \(name)", at: minf.offset, size: minf.size, path: track.path + "/mdia/minf") }
  }
}
