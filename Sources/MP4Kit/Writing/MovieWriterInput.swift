import BitstreamKit

/// A track of a `MovieWriter`, to which samples are appended.
public struct MovieWriterInput {
  let writer: MovieWriter
  /// The track's place among those of the movie.
  public let index: Int

  /// Appends a sample: an access unit of NAL units behind lengths, or a frame of sound. It lasts until the next is decoded.
  /// - Parameters:
  ///   - presentationTimeStamp: when it is shown, on the timeline of the source.
  ///   - decodeTimeStamp: when it is decoded, not before the sample in front of it; nil where that is when it is shown.
  ///   - duration: counts for the last sample only; nil to have it last as long as the one before.
  ///   - isSync: whether decoding can start here; nil to have the NAL units looked at, and for any other format true.
  ///   - dependency: is_leading, sample_depends_on, sample_is_depended_on and sample_has_redundancy, two bits each, as `sdtp` has them; 0
  ///     where nothing is known.
  /// - Throws: where times run backwards, which leaves the movie as it was, or the output fails, which ends it.
  public func append(
    _ bytes: [UInt8], presentationTimeStamp: MediaTime, decodeTimeStamp: MediaTime? = nil, duration: MediaTime? = nil,
    isSync: Bool? = nil, dependency: UInt8 = 0
  ) throws(MediaError) {
    try writer.append(
      bytes, 0..<bytes.count, to: index, presentationTimeStamp, decodeTimeStamp ?? presentationTimeStamp, duration, isSync, dependency)
  }

  /// Appends a sample that is a part of an array.
  public func append(
    _ bytes: [UInt8], _ range: Range<Int>, presentationTimeStamp: MediaTime, decodeTimeStamp: MediaTime? = nil, duration: MediaTime? = nil,
    isSync: Bool? = nil, dependency: UInt8 = 0
  ) throws(MediaError) {
    try writer.append(
      bytes, range, to: index, presentationTimeStamp, decodeTimeStamp ?? presentationTimeStamp, duration, isSync, dependency)
  }

  /// Whether it is good to append now. False where the track is far ahead of one that has to be waited for; what is appended all the same
  /// is taken, but the media is no longer laid out by time from some point on, for memory is bounded.
  public var isReadyForMoreMediaData: Bool { writer.isReady(index) }

  /// No more samples come. Other tracks need not wait for this one.
  public func markAsFinished() throws(MediaError) { try writer.markAsFinished(index) }

  /// The samples that come now go by other parameter sets, or another configuration: by a description of their own, or where the settings
  /// let parameter sets stand in samples, with them in front of each sync sample.
  /// - Throws: where it is another kind of media, or the output has been told of the descriptions and cannot go back to them.
  public func setFormat(_ format: MovieFormat) throws(MediaError) { try writer.setFormat(format, of: index) }
}

/// What the NAL units of a sample say.
struct SampleUnits {
  /// Whether decoding can start here.
  private(set) var isSync: Bool
  private(set) var hasParameterSets = false
  private let lengthSize: Int

  /// Units that contradict their lengths end the search.
  init(_ format: MovieFormat, _ bytes: [UInt8], _ range: Range<Int>) {
    guard let size = format.lengthSize else {
      (isSync, lengthSize) = (true, 0)
      return
    }
    (isSync, lengthSize) = (false, size)
    var isHEVC = false
    if case .hevc = format { isHEVC = true }
    var next = range.lowerBound
    while range.upperBound - next > size {
      var length = 0
      for place in next..<next + size { length = length << 8 | Int(bytes[place]) }
      next += size
      let type = isHEVC ? bytes[next] >> 1 & 63 : bytes[next] & 31
      if length > 0, isHEVC ? (16...21).contains(type) : type == 5 { isSync = true }
      if length > 0, isHEVC ? (32...34).contains(type) : type == 7 || type == 8 { hasParameterSets = true }
      if length > range.upperBound - next { return }
      next += length
    }
  }

  /// Units behind lengths of the size that the sample has.
  func prefixed(_ units: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in units {
      for place in stride(from: lengthSize - 1, through: 0, by: -1) {
        bytes.append(UInt8(truncatingIfNeeded: unit.count >> (8 * place)))
      }
      bytes += unit
    }
    return bytes
  }
}
