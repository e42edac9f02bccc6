import BitstreamKit

/// The samples of the wanted tracks of a source, with durations, in an order that suits the target.
///
/// A container that does not say how long a sample lasts is read one sample ahead in each track.
struct SampleQueue {
  /// Which sample comes next.
  enum Order {
    /// That which stands next in the file: one pass over it.
    case file
    /// That which is decoded next: each track is read on its own.
    case time
  }

  private struct Lane {
    var reader: MediaReader
    var ahead: MediaSample?
  }

  let tracks: [MediaTrack]
  let wanted: [Int]
  private var lanes: [Lane]
  /// The last sample of each track, whose duration the next one tells.
  private var held: [MediaSample?]
  private var lastDuration: [UInt32]
  private var ready: [MediaSample] = []
  private var isOver = false

  init(_ source: AnyByteSource, _ first: MediaReader, wanted: [Int], order: Order, frameRate: ExactRatio?) throws(MediaError) {
    tracks = first.tracks
    self.wanted = wanted
    held = Array(repeating: nil, count: tracks.count)
    lastDuration = Array(repeating: 0, count: tracks.count)
    // Only a container with an index can be read track by track.
    if order == .time, first.container == .mp4, wanted.count > 1 {
      lanes = []
      for track in wanted {
        lanes.append(Lane(reader: try MediaReader(source, as: first.container, frameRate: frameRate, track: track), ahead: nil))
      }
    } else {
      let only = wanted.count == 1 ? wanted.first : nil
      lanes = [Lane(reader: try MediaReader(source, as: first.container, frameRate: frameRate, track: only), ahead: nil)]
    }
    for lane in lanes.indices { lanes[lane].ahead = try advance(lane) }
  }

  var findings: [String] { lanes.flatMap { $0.reader.findings } }

  private mutating func advance(_ lane: Int) throws(MediaError) -> MediaSample? {
    while let sample = try lanes[lane].reader.next() {
      if wanted.count == tracks.count || wanted.contains(sample.track) { return sample }
    }
    return nil
  }

  /// The next sample; nil behind the last.
  mutating func next() throws(MediaError) -> MediaSample? {
    while ready.isEmpty, !isOver {
      guard let sample = try nextOfLanes() else {
        isOver = true
        for track in held.indices { if let last = held[track] { finish(last, lastDuration[track]) } }
        break
      }
      if sample.duration > 0, held[sample.track] == nil {
        lastDuration[sample.track] = sample.duration
        return sample
      }
      if let before = held[sample.track] {
        // Times that stand still or run backwards leave no time.
        finish(before, UInt32(clamping: max(0, sample.decodeTime &- before.decodeTime)))
      }
      held[sample.track] = sample
    }
    return ready.isEmpty ? nil : ready.removeFirst()
  }

  private mutating func finish(_ sample: MediaSample, _ duration: UInt32) {
    var sample = sample
    sample.duration = duration
    lastDuration[sample.track] = duration
    ready.append(sample)
  }

  private mutating func nextOfLanes() throws(MediaError) -> MediaSample? {
    var best = -1
    for lane in lanes.indices {
      guard let sample = lanes[lane].ahead else { continue }
      if best < 0 || isEarlier(sample, lanes[best].ahead) { best = lane }
    }
    if best < 0 { return nil }
    let sample = lanes[best].ahead
    lanes[best].ahead = try advance(best)
    return sample
  }

  private func isEarlier(_ a: MediaSample, _ b: MediaSample?) -> Bool {
    guard let b else { return true }
    let (scaleA, scaleB) = (Int64(tracks[a.track].timescale ?? 1), Int64(tracks[b.track].timescale ?? 1))
    let (left, right) = (a.decodeTime.multipliedFullWidth(by: scaleB), b.decodeTime.multipliedFullWidth(by: scaleA))
    return left.high != right.high ? left.high < right.high : left.low < right.low
  }

  /// The first sample of each track, or as many of them as the first samples of the file show.
  static func firstSamples(_ source: AnyByteSource, _ first: MediaReader, _ wanted: [Int], _ rate: ExactRatio?) throws(MediaError) -> [Int:
    MediaSample]
  {
    var reader = try MediaReader(source, as: first.container, frameRate: rate)
    var found: [Int: MediaSample] = [:]
    var looked = 0
    while found.count < wanted.count, looked < 4096, let sample = try reader.next() {
      looked += 1
      if found[sample.track] == nil { found[sample.track] = sample }
    }
    return found
  }
}
