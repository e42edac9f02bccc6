import BitstreamKit
import MP4Kit

/// The times that sample tables state for a track, in units of its time scale.
struct StatedTimes {
  /// The decoding time of each sample.
  var decode: [Int64] = []
  /// The composition offset of each sample; nil if they are damaged: the pictures are presented in their order, at the decoding times that
  /// follow by as many as are reordered.
  var offsets: [Int32]? = []

  /// The samples, if the tables locate all; nil if they are to be searched.
  private(set) var entries: [ListedInput.Entry]?

  /// The time between the last two samples.
  var lastStep: UInt32? { decode.count < 2 ? nil : UInt32(clamping: decode[decode.count - 1] &- decode[decode.count - 2]) }

  /// The times of samples whose places and sizes are damaged, from `stts` and `ctts` alone.
  /// - Parameter count: the number of samples that were found.
  /// - Returns: nil if `stts` lists another number, or times that do not increase.
  init?(of table: SampleTable?, _ movie: Movie<AnyByteSource>, count: Int) throws(MediaError) {
    guard let table, var times = SampleTimes(listedIn: table, movie.tree.source) else { return nil }
    do {
      while let item = try times.next() {
        if decode.count == count || decode.last.map({ item.decodeTime <= $0 }) == true { return nil }
        decode.append(item.decodeTime)
        offsets?.append(Int32(clamping: item.compositionOffset))
      }
    } catch { throw .bytes(error) }
    if decode.count != count { return nil }
  }

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
