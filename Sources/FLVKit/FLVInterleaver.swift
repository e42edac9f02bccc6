/// Selects the track to write next: the one with the earliest time. It stores one time per track and no data.
///
///     while true {
///       switch interleaver.next() {
///       case .needs(let track): // offer the track's next time, or end the track
///       case .write(let track): // write the sample that was offered
///       case .over: return
///       }
///     }
public struct FLVInterleaver: Sendable {
  /// The next action.
  public enum Step: Sendable, Equatable {
    /// The time of the track's next sample is needed.
    case needs(Int)
    /// Write the track's sample.
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

  /// Creates an interleaver for tracks numbered from 0; of samples with equal times the one with the lowest track number comes first.
  public init(trackCount: Int) { slots = [Slot](repeating: .empty, count: max(0, trackCount)) }

  /// Sets the decode time of a track's next sample, in a time base common to all tracks.
  public mutating func offer(_ track: Int, _ time: Int64) {
    if slots.indices.contains(track) { slots[track] = .time(time) }
  }

  /// Marks the end of a track.
  public mutating func end(_ track: Int) {
    if slots.indices.contains(track) { slots[track] = .ended }
  }

  /// Returns the next action. After a write, the track needs a new time.
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
