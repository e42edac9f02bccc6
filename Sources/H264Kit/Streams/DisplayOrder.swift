/// Gives pictures their places in output order, with bounded memory.
///
/// ITU-T H.264 (08/2021) C.4: pictures wait, and as soon as more of them do than max_num_reorder_frames allows, the one with the
/// smallest order count goes. A picture at which order counts begin anew sends all that wait before it, no_output_of_prior_pics_flag
/// or not: pictures that a decoder may drop there have a place all the same. Frames that a gap in frame_num stands for have none.
public struct DisplayOrder: Sendable {
  /// Pictures kept for the sake of decoding order at most; one that waits longer is let go without its place.
  public static let mostHeld = 4096

  /// The largest number of pictures that came before a picture in decoding order and go behind it in output order.
  public private(set) var reorderDepth = 0

  /// Pictures that have a place.
  public private(set) var outputCount: UInt64 = 0

  private struct Waiting: Sendable {
    var number: UInt64
    var count: Int
  }

  private struct Kept: Sendable {
    var picture: Picture
    var isSettled: Bool
  }

  /// In decoding order, from `first` on; `kept[first]` is the picture that was taken as number `firstNumber`.
  private var kept: [Kept] = []
  private var first = 0
  private var firstNumber: UInt64 = 0
  private var taken: UInt64 = 0
  private var waiting: [Waiting] = []

  /// The beginning of a stream.
  public init() {}

  /// Takes the next picture in decoding order. Returns pictures whose place is settled, in decoding order.
  public mutating func take(_ picture: Picture) -> [Picture] {
    let number = taken
    taken &+= 1
    kept.append(Kept(picture: picture, isSettled: picture.isUnresolved))
    if !picture.isUnresolved {
      if picture.startsOrder { show(downTo: 0) }
      waiting.append(Waiting(number: number, count: picture.pictureOrderCount))
      show(downTo: Int(picture.mostReordered))
    }
    return settled()
  }

  /// The end of the stream settles the rest.
  public mutating func finish() -> [Picture] {
    show(downTo: 0)
    return settled()
  }

  /// Shows waiting pictures, smallest count first, until only `limit` are left.
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
        kept[place].isSettled = true
      }
      outputCount &+= 1
    }
  }

  /// Takes what is settled from the front.
  private mutating func settled() -> [Picture] {
    var pictures: [Picture] = []
    while first < kept.count, kept[first].isSettled || kept.count - first > Self.mostHeld {
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
