import BitstreamKit
import MP4Kit

extension MediaReader {
  /// The transformation of a movie's track for display; the identity for other containers.
  package func displayMatrix(of track: Int) -> TransformationMatrix {
    movie.map { $0.displayMatrix(of: $0.tracks[track]) } ?? TransformationMatrix()
  }

  /// The shape of a video track's pixels, as its sample entry or else its bitstream states it; nil if neither does.
  package func pixelAspectRatio(of track: Int) -> ExactRatio? {
    let stated = movie?.tracks[track].descriptions.first?.pixelAspectRatio
    let shape = stated ?? (try? MovieFormat(configurationOf: tracks[track]))?.picture.shape
    return shape.flatMap { ExactRatio(UInt64($0.hSpacing), UInt64($0.vSpacing)) }
  }

  /// A note that a target other than a movie shows the pictures of a track as they are coded; nil if the source does so too.
  func rotationNote(of track: Int) -> String? {
    let matrix = displayMatrix(of: track)
    if tracks[track].kind != .video || matrix.rotation == 0 && !matrix.isMirrored { return nil }
    return "track \(track), video: its pictures are rotated by \(matrix.words) in the source but not in the output, which cannot state that"
  }
}

extension TransformationMatrix {
  /// The rotation in words: `90° mirrored`.
  package var words: String { rotation.map { "\($0)°\(isMirrored ? " mirrored" : "")" } ?? "another transformation" }
}
