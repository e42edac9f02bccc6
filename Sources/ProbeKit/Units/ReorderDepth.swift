import BitstreamKit

extension Probe {
  /// The largest number of pictures that precede a picture in decoding order and follow it in output order, which
  /// `max_num_reorder_frames` and `sps_max_num_reorder_pics` state.
  /// - Parameter highestTid: the highest temporal sub-layer whose pictures count.
  /// - Throws: `ProbeRequestError` if there are no pictures to list.
  public func reorderDepth(_ selection: StreamSelection, highestTid: Int = 7) throws(ProbeRequestError) -> Int {
    let found = Depth(highestTid)
    _ = try runPictures(DepthConsumer(sink, found), self, selection)
    return found.value
  }
}

private final class Depth {
  let highestTid: Int
  var value = 0

  init(_ highestTid: Int) { self.highestTid = highestTid }
}

private struct DepthConsumer: ~Copyable, PictureConsumer {
  var output: OutputBuffer
  private let found: Depth
  private var order = PictureOrder()

  init(_ sink: ProbeSink, _ found: Depth) {
    output = OutputBuffer(sink)
    self.found = found
  }

  mutating func take(_ picture: PictureRow) {
    if Int(picture.temporalId) <= found.highestTid, let place = picture.displayIndex { found.value = max(found.value, order.take(place)) }
  }

  mutating func finish() {}
}

/// The display order of the last pictures decoded.
struct PictureOrder {
  /// A decoder holds back at most 16.
  private var recent: [UInt64] = []

  /// Takes the next picture in decoding order.
  /// - Returns: how many before it are displayed after it.
  mutating func take(_ place: UInt64) -> Int {
    let depth = recent.count { $0 > place }
    if recent.count == 16 { recent.removeFirst() }
    recent.append(place)
    return depth
  }
}
