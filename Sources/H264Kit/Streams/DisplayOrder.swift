/// Assigns output order indices to pictures, with bounded memory.
///
/// ITU-T H.264 (08/2021) C.4: pictures are queued; when more than max_num_reorder_frames are queued, the one with the smallest order
/// count is output. A picture that resets the order count first flushes the queue, regardless of no_output_of_prior_pics_flag:
/// pictures that a decoder may discard there get an index too. Frames inferred from a gap in frame_num get none.
public struct DisplayOrder: Sendable {
  /// The maximum number of pictures held to return them in decoding order; beyond it, the oldest is returned without an index.
  public static let maxHeld = 4096

  /// The maximum number of pictures that precede a picture in decoding order and follow it in output order.
  public private(set) var reorderDepth = 0

  /// The number of pictures with an output index.
  public private(set) var outputCount: UInt64 = 0
  /// Their field periods.
  private var outputTime: UInt64 = 0

  private struct Waiting: Sendable {
    var number: UInt64
    var count: Int
    var fieldPeriods: UInt8
  }

  private struct Kept: Sendable {
    var picture: Picture
    var isSettled: Bool
  }

  /// In decoding order, from index `first`; `kept[first]` is picture number `firstNumber` in decoding order.
  private var kept: [Kept] = []
  private var first = 0
  private var firstNumber: UInt64 = 0
  private var taken: UInt64 = 0
  private var waiting: [Waiting] = []

  /// Creates the state at the beginning of a stream.
  public init() {}

  /// Adds the next picture in decoding order. Returns pictures whose output index is final, in decoding order.
  public mutating func take(_ picture: Picture) -> [Picture] {
    let number = taken
    taken &+= 1
    kept.append(Kept(picture: picture, isSettled: picture.isUnresolved))
    if !picture.isUnresolved {
      if picture.startsOrder { show(downTo: 0) }
      waiting.append(Waiting(number: number, count: picture.pictureOrderCount, fieldPeriods: picture.fieldPeriods))
      show(downTo: Int(picture.maxReordered))
    }
    return settled()
  }

  /// Ends the stream and returns the remaining pictures.
  public mutating func finish() -> [Picture] {
    show(downTo: 0)
    return settled()
  }

  /// Outputs queued pictures, smallest order count first, until `limit` are left.
  private mutating func show(downTo limit: Int) {
    while waiting.count > limit {
      var next = 0
      for index in waiting.indices where waiting[index].count < waiting[next].count { next = index }
      let picture = waiting.remove(at: next)
      var overtaken = 0
      for other in waiting where other.number < picture.number { overtaken += 1 }
      reorderDepth = max(reorderDepth, overtaken)
      if picture.number >= firstNumber {
        let place = first + Int(truncatingIfNeeded: picture.number - firstNumber)
        kept[place].picture.displayIndex = outputCount
        kept[place].picture.displayTime = outputTime
        kept[place].isSettled = true
      }
      outputCount &+= 1
      outputTime &+= UInt64(picture.fieldPeriods)
    }
  }

  /// Removes and returns the finished pictures at the front.
  private mutating func settled() -> [Picture] {
    var pictures: [Picture] = []
    while first < kept.count, kept[first].isSettled || kept.count - first > Self.maxHeld {
      pictures.append(kept[first].picture)
      first += 1
      firstNumber &+= 1
    }
    if first > 64, first * 2 > kept.count {
      kept.removeSubrange(..<first)
      first = 0
    }
    return pictures
  }
}
