import BitstreamKit
import MP4Kit
import RemuxKit

/// `tref` refers to a track that the file does not have.
final class TrackReferences: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.track-reference", .warning, "tref refers to a track that the file does not have",
      clause: "ISO/IEC 14496-12:2022 8.3.3: track_IDs are those of tracks, or of track groups, in the file, and never 0",
      cause: "A track was removed without the references to it. Players show no chapters or no timecode, or refuse the file.",
      remedy: "mediaprobe remux FILE OUT",
      command: "mediaprobe remux FILE OUT")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack else { return }
    var tree = file.movie.tree
    guard let references = try? TrackReference.all(of: parsed.node, in: &tree) else { return }
    // References may also name groups of tracks, of which few files have any.
    if !tree.find("trgr", in: parsed.node).isEmpty { return }
    for reference in references {
      for id in Set(reference.trackIDs).ordered().prefix(16) where file.movieTrack(id: id) == nil {
        run.find(
          self, "track \(track.media.id) refers to track \(id) (\(reference.type)), which is missing",
          at: tree.find("tref", in: parsed.node).first.map { tree.nodes[$0].place.offset }, path: track.path + "/tref")
      }
    }
  }
}
