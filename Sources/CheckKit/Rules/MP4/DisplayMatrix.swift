import BitstreamKit
import MP4Kit

/// A matrix leaves nothing of the picture.
final class DisplayMatrix: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.matrix", .warning, "a matrix leaves nothing of the picture",
      clause:
        "ISO/IEC 14496-12:2022 6.2.2, 8.2.2 and 8.3.2: the matrix maps the picture to where it is shown; {1 0 0, 0 1 0, 0 0 1} keeps it",
      cause: "The writer filled the field with zeros. Players that apply it show nothing; others ignore it.",
      remedy: "'mediaprobe remux' writes the matrix that keeps the picture.")
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard let header = file.movie.header, !header.matrix.isInvertible, file.movie.tracks.contains(where: { $0.handlerType == "vide" })
    else {
      return
    }
    run.find(self, "the matrix of mvhd maps all points to a line", at: file.place("moov/mvhd")?.offset, path: "moov/mvhd")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, parsed.handlerType == "vide", let header = parsed.header, !header.matrix.isInvertible else {
      return
    }
    run.find(
      self, "the matrix of tkhd maps all points to a line", at: file.place("tkhd", in: parsed.node)?.offset, path: track.path + "/tkhd")
  }
}
