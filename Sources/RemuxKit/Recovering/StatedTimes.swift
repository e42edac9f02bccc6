import BitstreamKit

/// The times that sample tables state for a track, in units of its time scale.
struct StatedTimes {
  /// The decoding time of each sample.
  var decode: [Int64] = []
  /// The composition offset of each sample; nil if they are damaged: the pictures are presented in their order, at the decoding times that
  /// follow by as many as are reordered.
  var offsets: [Int32]? = []

  /// No times.
  init() {}

  /// - Throws: `MediaError` if the file cannot be read.
  init(_ input: MediaInput, _ track: Int) throws(MediaError) {
    var walk = try TrackWalk(input, track)
    while let item = try walk.next() { append(item.sample) }
  }

  mutating func append(_ sample: MediaSample) {
    decode.append(sample.decodeTime)
    offsets?.append(Int32(clamping: sample.presentationTime &- sample.decodeTime))
  }
}
