import BitstreamKit
import MP4Kit

/// The media of a track is not in the file.
final class DataReference: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.data-reference", .warning, "the media of a track is not in the file",
      clause: "ISO/IEC 14496-12:2022 8.7.2: without the flag 1, which says that the media is in this file, there is a location",
      cause:
        "The media is in another file, or the writer left the flags at 0. Strict players look for a file of no name, and refuse the track.",
      remedy: "'mediaprobe remux' writes the reference anew if the media is in the file.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let node = track.movieTrack?.node else { return }
    var tree = file.movie.tree
    if let external = try? tree.externalMedia(ofTrack: node) {
      let place = tree.nodes[external.node].place
      let path = track.path + "/mdia/minf/dinf/dref/\(place.header.type)"
      let what = external.location.isEmpty ? "a reference '\(place.header.type)' to it" : "'\(external.location)'"
      return run.find(self, "the media is in another file: \(what)", at: place.offset, size: place.size, path: path)
    }
    for entry in tree.find("mdia/minf/dinf/dref/url ", in: node).prefix(64) {
      guard let box = try? tree.read(DataEntryUrlBox.self, at: entry), box.flags & 1 == 0, box.location?.bytes.isEmpty ?? true else {
        continue
      }
      let place = tree.nodes[entry].place
      run.find(
        self, "the reference has neither the flag 1 nor a location", at: place.offset, size: place.size,
        path: track.path + "/mdia/minf/dinf/dref/url ")
    }
  }
}
