import BitstreamKit
import NALKit

/// The times that sample tables state for a track, beside the order of its pictures in the bitstream. One pass; memory does not depend on
/// the number of samples.
struct StatedOrder {
  /// Whether pictures are presented before or after others against their order counts.
  var isContradicted: Bool { comparison.wrong.count > 0 }

  private var comparison = OrderComparison(countsEqualTimes: true)
  /// The last samples whose pictures are not compared yet: their order is known later.
  private var waiting: [(sample: MediaSample, index: UInt64)] = []
  /// The most of them to keep: samples without a picture wait in vain.
  private static let maxWaiting = 4096

  /// - Throws: `MediaError` if the file cannot be read.
  init(_ input: MediaInput, _ track: Int, _ model: PictureModel) throws(MediaError) {
    let scan = PictureScan(input.source, model)
    var walk = try TrackWalk(input, track)
    while let item = try walk.next() {
      if waiting.count == Self.maxWaiting { waiting.removeFirst(Self.maxWaiting / 2) }
      waiting.append((item.sample, item.ordinal))
      let end = item.sample.offset &+ item.sample.size
      do {
        var place = item.sample.offset
        while place < end, let next = try scan.take(at: place, to: end) { place = next }
        try scan.close(at: place, end: end)
      } catch { throw .bytes(error) }
      compare(scan.takeFound())
    }
    scan.finish()
    compare(scan.takeFound())
  }

  private mutating func compare(_ pictures: [PictureScan.Found]) {
    for picture in pictures {
      guard let place = waiting.firstIndex(where: { $0.sample.offset == picture.offset }) else { continue }
      if !picture.isUnresolved {
        comparison.take(
          waiting[place].sample, index: waiting[place].index, order: picture.orderCount, startsOrder: picture.startsOrder)
      }
      waiting.removeFirst(place + 1)
    }
  }
}
