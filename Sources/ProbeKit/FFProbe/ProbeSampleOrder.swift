import BitstreamKit
import RemuxKit

/// The order in which FFmpeg reads the samples of a movie in a file: by place, but no track gets more than a second ahead of another.
struct ProbeSampleOrder {
  private struct Lane {
    var reader: MediaReader
    /// The sample that was read and is in no packet yet; nil before it is read, and at the end.
    var head: MediaSample?
    /// Its decoding time in microseconds.
    var time: Int64 = 0
    var isOver = false
  }

  /// The most tracks to order; more are read in file order.
  private static let maxTracks = 64
  /// How far the decoding times of tracks are apart before place does not matter, in microseconds.
  private static let maxLead: UInt64 = 1_000_000

  private var lanes: [Lane] = []
  /// The track whose next sample is to be read before one is taken; nil if there is none.
  private(set) var lacking: Int?
  /// What a track could not be read for. The others are read to their end before it is thrown.
  private var error: MediaError?
  /// What was found in the movie, in the order of the tracks.
  var findings: [String] {
    var findings: [String] = []
    for lane in lanes { for text in lane.reader.findings where !findings.contains(text) { findings.append(text) } }
    return findings
  }

  /// - Returns: nil for a single track and for too many.
  init?(_ reader: MediaReader) throws(MediaError) {
    let count = reader.tracks.count
    guard count > 1, count <= Self.maxTracks else { return nil }
    for track in 0..<count { lanes.append(Lane(reader: try reader.reopened(track: track))) }
    lacking = 0
  }

  /// Reads the next sample of a track whose last one was taken; nil at its end.
  mutating func read(_ track: Int) -> MediaSample? {
    if lanes[track].isOver { return nil }
    if let head = lanes[track].head {
      lanes[track].head = nil
      return head
    }
    do throws(MediaError) {
      if let sample = try lanes[track].reader.next() { return sample }
    } catch {
      self.error = self.error ?? error
    }
    lanes[track].isOver = true
    return nil
  }

  /// Puts a sample that was read in line.
  /// - Parameters:
  ///   - sample: nil if the track is read to its end.
  ///   - time: its decoding time in microseconds.
  mutating func put(_ sample: MediaSample?, ofTrack track: Int, time: Int64) {
    (lanes[track].head, lanes[track].time) = (sample, time)
    if sample == nil { lanes[track].isOver = true }
    lacking = lanes.indices.first { lanes[$0].head == nil && !lanes[$0].isOver }
  }

  /// Takes the next sample. `lacking` is nil before, and the track of the sample after that.
  /// - Returns: nil at the end of all tracks.
  mutating func take() throws(MediaError) -> MediaSample? {
    var best: Int?
    for track in lanes.indices {
      guard let head = lanes[track].head else { continue }
      guard let last = best, let other = lanes[last].head else {
        best = track
        continue
      }
      let (time, otherTime) = (lanes[track].time, lanes[last].time)
      let isNear = time.distanceMagnitude(to: otherTime) <= Self.maxLead
      if isNear ? head.offset < other.offset : time < otherTime { best = track }
    }
    guard let best, let sample = lanes[best].head else {
      if let error { throw error }
      return nil
    }
    lanes[best].head = nil
    lacking = best
    return sample
  }
}

extension Int64 {
  fileprivate func distanceMagnitude(to other: Int64) -> UInt64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? .max : difference.magnitude
  }
}
