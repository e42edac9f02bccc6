import BitstreamKit

/// The times that sample tables state for a track, in units of its time scale.
struct StatedTimes {
  /// The decoding time of each sample.
  var decode: [Int64] = []
  /// The composition offset of each sample; nil if they are damaged: the pictures are presented in their order, at the decoding times that
  /// follow by as many as are reordered.
  var offsets: [Int32]? = []

  /// The samples, if the tables locate all; nil if they are to be searched.
  private(set) var entries: [ListedInput.Entry]?

  /// - Parameter areWhole: whether the tables locate all samples.
  /// - Throws: `MediaError` if the file cannot be read.
  init(_ input: MediaInput, _ track: Int, areWhole: Bool) throws(MediaError) {
    if areWhole { entries = [] }
    var walk = try TrackWalk(input, track)
    while let item = try walk.next() {
      let sample = item.sample
      decode.append(sample.decodeTime)
      offsets?.append(Int32(clamping: sample.presentationTime &- sample.decodeTime))
      entries?.append(
        ListedInput.Entry(
          offset: sample.offset, decodeTime: sample.decodeTime, size: UInt32(clamping: sample.size),
          compositionOffset: Int32(clamping: sample.presentationTime &- sample.decodeTime), duration: sample.duration, isKey: sample.isKey))
    }
  }
}
