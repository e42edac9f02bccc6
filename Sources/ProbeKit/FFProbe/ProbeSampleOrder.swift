import BitstreamKit
import RemuxKit

/// The order in which FFmpeg reads samples. Those of a movie in a file come by place, but no track gets more than a second ahead of another;
/// all others are in file order.
struct ProbeSampleOrder {
  /// The samples of one track, or of all tracks in file order.
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
  /// The lane whose next sample is to be read before one is taken; nil if there is none.
  private(set) var lacking: Int?
  /// What a lane could not be read for. The others are read to their end before it is thrown.
  private var error: MediaError?
  /// What was found in the movie, in the order of the tracks.
  var findings: [String] {
    var findings: [String] = []
    for lane in lanes { for text in lane.reader.findings where !findings.contains(text) { findings.append(text) } }
    return findings
  }

  /// - Parameter isPiped: whether the file is read once from its start, so that there is no order but its own.
  init(_ reader: MediaReader, isPiped: Bool) throws(MediaError) {
    let count = reader.tracks.count
    if reader.container == .mp4, !isPiped, count > 1, count <= Self.maxTracks {
      for track in 0..<count { lanes.append(Lane(reader: try reader.reopened(track: track))) }
    } else {
      lanes = [Lane(reader: reader)]
    }
    lacking = 0
  }

  /// The lane that holds the samples of a track.
  private func lane(ofTrack track: Int) -> Int { lanes.count == 1 ? 0 : track }

  /// Reads the next sample of a lane whose last one was taken; nil at its end.
  mutating func read(lane: Int) -> MediaSample? {
    if lanes[lane].isOver { return nil }
    if let head = lanes[lane].head {
      lanes[lane].head = nil
      return head
    }
    do throws(MediaError) {
      if let sample = try lanes[lane].reader.next() { return sample }
    } catch {
      self.error = self.error ?? error
    }
    lanes[lane].isOver = true
    return nil
  }

  /// Reads the sample that may follow one of a track that was taken; nil at the end.
  mutating func read(afterSampleOf track: Int) -> MediaSample? { read(lane: lane(ofTrack: track)) }

  /// Puts a sample that was read in line.
  /// - Parameter time: its decoding time in microseconds.
  mutating func put(_ sample: MediaSample, time: Int64) {
    let lane = lane(ofTrack: sample.track)
    (lanes[lane].head, lanes[lane].time) = (sample, time)
    findLacking()
  }

  /// Ends a lane that was read to its end.
  mutating func end(lane: Int) {
    (lanes[lane].head, lanes[lane].isOver) = (nil, true)
    findLacking()
  }

  /// Ends a track of which no more is wanted. In file order its samples come on.
  mutating func end(track: Int) { if lanes.count > 1 { end(lane: track) } }

  private mutating func findLacking() { lacking = lanes.indices.first { lanes[$0].head == nil && !lanes[$0].isOver } }

  /// Takes the next sample. `lacking` is nil before, and the lane of the sample after that.
  /// - Returns: nil at the end of all lanes.
  mutating func take() throws(MediaError) -> MediaSample? {
    var best: Int?
    for lane in lanes.indices {
      guard let head = lanes[lane].head else { continue }
      guard let last = best, let other = lanes[last].head else {
        best = lane
        continue
      }
      let (time, otherTime) = (lanes[lane].time, lanes[last].time)
      let isNear = time.distanceMagnitude(to: otherTime) <= Self.maxLead
      if isNear ? head.offset < other.offset : time < otherTime { best = lane }
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
