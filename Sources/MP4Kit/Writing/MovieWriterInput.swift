import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// An input of a `MovieWriter`: one track.
public struct MovieWriterInput {
  let writer: MovieWriter
  /// The index of the track.
  public let index: Int

  /// Appends a sample: an access unit of length-prefixed NAL units, or an audio frame. Its duration is the distance to the next decoding
  /// time.
  /// - Parameters:
  ///   - presentationTimeStamp: the presentation time on the source timeline.
  ///   - decodeTimeStamp: the decoding time, not before that of the preceding sample; nil if it equals the presentation time.
  ///   - duration: the duration of the last sample; ignored for others. nil to repeat the preceding duration.
  ///   - isSync: whether this is a sync sample; nil to derive it from the NAL units, or true for other formats.
  ///   - dependency: is_leading, sample_depends_on, sample_is_depended_on and sample_has_redundancy, two bits each, as in `sdtp`; 0 if
  ///     unknown.
  /// - Throws: `MediaError` if decoding times decrease, or the NAL unit lengths of an H.264 or H.265 sample do not add up to its size, see
  ///   `MovieWriterOptions.keepsDamagedSamples`, which leaves the movie unchanged; or if the output fails, which ends it.
  public func append(
    _ bytes: [UInt8], presentationTimeStamp: MediaTime, decodeTimeStamp: MediaTime? = nil, duration: MediaTime? = nil,
    isSync: Bool? = nil, dependency: UInt8 = 0
  ) throws(MediaError) {
    try writer.append(
      bytes, 0..<bytes.count, to: index, presentationTimeStamp, decodeTimeStamp ?? presentationTimeStamp, duration, isSync, dependency)
  }

  /// Appends a sample given as a range of an array.
  public func append(
    _ bytes: [UInt8], _ range: Range<Int>, presentationTimeStamp: MediaTime, decodeTimeStamp: MediaTime? = nil, duration: MediaTime? = nil,
    isSync: Bool? = nil, dependency: UInt8 = 0
  ) throws(MediaError) {
    try writer.append(
      bytes, range, to: index, presentationTimeStamp, decodeTimeStamp ?? presentationTimeStamp, duration, isSync, dependency)
  }

  /// Whether the input should receive more samples. False if the track is far ahead of another unfinished one. Samples appended anyway are
  /// accepted, but beyond the memory limit they are no longer interleaved by time.
  public var isReadyForMoreMediaData: Bool { writer.isReady(index) }

  /// Marks the end of the track. Other tracks no longer wait for it.
  public func markAsFinished() throws(MediaError) { try writer.markAsFinished(index) }

  /// Changes the parameter sets or configuration of the samples that follow: adds a sample description, or if the settings permit parameter
  /// sets in samples, inserts them before each sync sample.
  /// - Throws: `MediaError` if the media type differs, or the sample descriptions are already written and cannot be updated.
  public func setFormat(_ format: MovieFormat) throws(MediaError) { try writer.setFormat(format, of: index) }
}

extension MovieWriter {
  /// Adds a track. Call it before the session starts.
  /// - Throws: `MediaError` if the session has started or the settings are invalid.
  public func addInput(_ settings: MovieInputSettings) throws(MediaError) -> MovieWriterInput {
    if status != .unknown { throw .unsupported("inputs must be added before the session starts") }
    let id = settings.trackID ?? (tracks.map { $0.id }.max() ?? 0) + 1
    if id == 0 || id == UInt32.max || tracks.contains(where: { $0.id == id }) {
      throw .unsupported("invalid or duplicate track ID: \(id)")
    }
    if settings.timescale == 0 { throw .unsupported("the time scale is 0") }
    if ![0, 90, 180, 270].contains(settings.rotation) { throw .unsupported("rotation by \(settings.rotation) degrees") }
    // Reports an invalid sample description now, not at the end of a recording.
    do { _ = try settings.blueprint(id: id, timescale: 1, formats: [settings.format]) } catch { throw .unsupported(error.description) }
    tracks.append(MovieWriterTrack(settings, id: id))
    return MovieWriterInput(writer: self, index: tracks.count - 1)
  }

  /// Adds a track with default settings for a format.
  public func addInput(_ format: MovieFormat) throws(MediaError) -> MovieWriterInput { try addInput(MovieInputSettings(format)) }
}

/// Properties derived from the NAL units of a sample.
struct SampleUnits {
  /// Whether this is a sync sample.
  private(set) var isSync: Bool
  private(set) var hasParameterSets = false
  /// The byte of the sample at which the first NAL unit length is that does not fit the sample; nil if the lengths add up.
  private(set) var damage: Int?
  private let lengthSize: Int

  /// Parsing stops at a NAL unit with an invalid length.
  init(_ format: MovieFormat, _ bytes: [UInt8], _ range: Range<Int>) {
    guard let size = format.lengthSize, let codec = format.videoCodec else {
      (isSync, lengthSize) = (true, 0)
      return
    }
    (isSync, lengthSize) = (false, size)
    var next = range.lowerBound
    while next < range.upperBound {
      let left = range.upperBound - next - size
      let length = left < 0 ? 0 : Int(clamping: bytes.bigEndian(at: next, size: size))
      if length > 0, left > 0 {
        let type = codec.unitType(bytes[next + size])
        if codec == .hevc ? (16...21).contains(type) : type == 5 { isSync = true }
        if codec == .hevc ? (32...34).contains(type) : type == 7 || type == 8 { hasParameterSets = true }
      }
      if length > left {
        damage = next - range.lowerBound
        return
      }
      next += size + length
    }
  }

  /// Checks that the NAL unit lengths add up to the size of the sample.
  /// - Parameter name: the sample in the error.
  func check(_ bytes: [UInt8], _ range: Range<Int>, _ name: @autoclosure () -> String) throws(MediaError) {
    guard let damage else { return }
    if bytes[range].starts(with: [0, 0, 1]) || bytes[range].starts(with: [0, 0, 0, 1]) {
      throw .malformed("\(name()) begins with a start code in place of a NAL unit length: use append(byteStream:)")
    }
    throw .malformed(
      "\(name()) is damaged: the NAL unit length at byte \(damage) of \(range.count) does not fit the \(range.count - damage) bytes left")
  }

  /// The units with length prefixes of the sample's length size.
  func prefixed(_ units: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in units {
      bytes.append(bigEndian: UInt64(unit.count), size: lengthSize)
      bytes += unit
    }
    return bytes
  }
}
