/// What the NAL units of a sample say about random access.
enum SampleKind {
  /// Decoding can begin at the sample.
  case key
  /// It cannot.
  case other
  /// The units do not decide it, or there is no slice.
  case unknown
}
