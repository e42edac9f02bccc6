import BitstreamKit

/// Finds the samples of a track that are copies of earlier ones: a fragment that was written twice. Samples of the same times with other
/// bytes are none, such as those of a recording that was started again.
struct RepeatedSamples {
  private let input: MediaInput
  private let track: Int
  /// The decoding time of the last sample that is no copy: a sample that does not come after it may be one.
  private var last: Int64?
  /// A walk of the same track, at the sample that the next one may be a copy of; nil if the last one was no copy.
  private var earlier: TrackWalk?
  private var bytes: (first: [UInt8], second: [UInt8]) = ([], [])
  /// The number of times that the track may still be read from its start.
  private var walksLeft = 16

  /// The number of bytes of a sample that are compared.
  private static let compared: UInt64 = 4096

  init(_ input: MediaInput, _ track: Int) { (self.input, self.track) = (input, track) }

  /// Whether a sample is a copy; called for each sample of the track in order.
  /// - Throws: `MediaError` if the file cannot be read.
  mutating func holds(_ item: TrackWalk.Item) throws(MediaError) -> Bool {
    if earlier != nil {
      if let next = try earlier?.next(), next.ordinal < item.ordinal, try isCopy(item.sample, of: next.sample) { return true }
      earlier = nil
    }
    if let last, item.sample.decodeTime <= last, walksLeft > 0 {
      walksLeft -= 1
      var walk = try TrackWalk(input, track)
      while let next = try walk.next(), next.ordinal < item.ordinal {
        if try !isCopy(item.sample, of: next.sample) { continue }
        earlier = walk
        return true
      }
    }
    last = item.sample.decodeTime
    return false
  }

  private mutating func isCopy(_ sample: MediaSample, of other: MediaSample) throws(MediaError) -> Bool {
    if sample.decodeTime != other.decodeTime || sample.size != other.size { return false }
    let count = Int(min(sample.size, Self.compared))
    do {
      try input.source.read(at: sample.offset, count: count, into: &bytes.first)
      try input.source.read(at: other.offset, count: count, into: &bytes.second)
    } catch { throw .bytes(error) }
    return bytes.first == bytes.second
  }
}
