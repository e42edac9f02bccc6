import BitstreamKit
import NALKit

/// The times that sample tables state for a track, beside the order of its pictures in the bitstream.
struct StatedOrder {
  private(set) var times = StatedTimes()
  /// Whether pictures are presented before or after others against their order counts.
  private(set) var isContradicted = false

  /// - Throws: `MediaError` if the file cannot be read.
  init(_ input: MediaInput, _ track: Int, _ model: PictureModel) throws(MediaError) {
    let scan = PictureScan(input.source, model)
    var (walk, samples) = (try TrackWalk(input, track), [MediaSample]())
    while let item = try walk.next() {
      times.append(item.sample)
      samples.append(item.sample)
      let end = item.sample.offset &+ item.sample.size
      do {
        var place = item.sample.offset
        while place < end, let next = try scan.take(at: place, to: end) { place = next }
        try scan.close(at: place, end: end)
      } catch { throw .bytes(error) }
    }
    scan.finish()
    var (comparison, next) = (OrderComparison(countsEqualTimes: true), 0)
    for picture in scan.found where !picture.isUnresolved {
      while next < samples.count, samples[next].offset < picture.offset { next += 1 }
      // Samples that share bytes are not in the order of the file.
      guard next < samples.count, samples[next].offset == picture.offset else { continue }
      comparison.take(samples[next], index: UInt64(next), order: picture.orderCount, startsOrder: picture.startsOrder)
    }
    isContradicted = comparison.wrong.count > 0
    if isContradicted { times.offsets = nil }
  }
}
