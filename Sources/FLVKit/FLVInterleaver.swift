/// Says which track is to be written next: the one that is behind. It holds one time a track, and neither data nor a queue.
///
///     while true {
///       switch interleaver.next() {
///       case .needs(let track): // offer the track's next time, or end the track
///       case .write(let track): // write the sample that was offered
///       case .over: return
///       }
///     }
public struct FLVInterleaver: Sendable {
  /// What is to be done.
  public enum Step: Sendable, Equatable {
    /// The track's next sample must be known first.
    case needs(Int)
    /// This track's sample is next.
    case write(Int)
    /// All tracks have ended.
    case over
  }

  private enum Slot: Sendable {
    case empty
    case time(Int64)
    case ended
  }

  private var slots: [Slot]

  /// An interleaver of so many tracks, numbered from 0; of samples of the same time that of the lowest number is written first.
  public init(trackCount: Int) { slots = [Slot](repeating: .empty, count: max(0, trackCount)) }

  /// Tells the decode time of a track's next sample, by a clock that all tracks share.
  public mutating func offer(_ track: Int, _ time: Int64) {
    if slots.indices.contains(track) { slots[track] = .time(time) }
  }

  /// Tells that a track has no more samples.
  public mutating func end(_ track: Int) {
    if slots.indices.contains(track) { slots[track] = .ended }
  }

  /// What is to be done next. A track of which a sample is to be written needs another one after that.
  public mutating func next() -> Step {
    var first: (track: Int, time: Int64)?
    for track in slots.indices {
      switch slots[track] {
      case .empty: return .needs(track)
      case .ended: continue
      case .time(let time): if first.map({ time < $0.time }) ?? true { first = (track, time) }
      }
    }
    guard let first else { return .over }
    slots[first.track] = .empty
    return .write(first.track)
  }
}
