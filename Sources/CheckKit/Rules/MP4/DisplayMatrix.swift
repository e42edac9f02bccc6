import BitstreamKit
import MP4Kit

/// A matrix leaves nothing of the picture, or has a perspective.
final class DisplayMatrix: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.matrix", .warning, "a matrix leaves nothing of the picture, or has a perspective",
      clause:
        """
        ISO/IEC 14496-12:2022 6.2.2, 8.2.2 and 8.3.2: the matrix {a b u, c d v, x y w} maps the picture to where it is shown, \
        {1 0 0, 0 1 0, 0 0 1} keeps it, and u, v and w are 0, 0 and 1
        """,
      cause:
        "The writer filled the field with zeros, or it is damaged. Players that apply it show nothing, or a distorted picture; others ignore it.",
      remedy: "'mediaprobe remux' writes the matrix that keeps the picture.")
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard let header = file.movie.header, let why = Self.fault(header.matrix),
      file.movie.tracks.contains(where: { $0.handlerType == "vide" })
    else { return }
    run.find(self, "the matrix of mvhd \(why)", at: file.place("moov/mvhd")?.offset, path: "moov/mvhd")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, parsed.handlerType == "vide", let header = parsed.header, let why = Self.fault(header.matrix)
    else { return }
    run.find(self, "the matrix of tkhd \(why)", at: file.place("tkhd", in: parsed.node)?.offset, path: track.path + "/tkhd")
  }

  private static func fault(_ matrix: TransformationMatrix) -> String? {
    if !matrix.isInvertible { return "maps all points to a line" }
    for (place, name, wanted) in [(2, "u", 0), (5, "v", 0), (8, "w", 1 << 30)] where Int(matrix.values[place]) != wanted {
      return "has \(name) = \(decimal(Double(matrix.values[place]) / Double(1 << 30))), not \(wanted == 0 ? 0 : 1)"
    }
    return nil
  }
}
