extension Movie {
  /// The transformation of a track for display: that of the track, followed by that of the movie. A matrix that is not invertible counts as
  /// the identity.
  public func displayMatrix(of track: MovieTrack) -> TransformationMatrix {
    let matrices = [track.header?.matrix, header?.matrix].compactMap { $0 }.filter { $0.isInvertible }
    return matrices.reduce(TransformationMatrix()) { $0.followed(by: $1) }
  }
}
