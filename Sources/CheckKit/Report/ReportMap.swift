import BitstreamKit
import MP4Kit
import ProbeKit
import RemuxKit

/// The regions of a file: top-level boxes, and the bytes that nothing refers to.
struct ReportMap {
  private var kinds: [String] = []
  private var regions: [(offset: UInt64, size: UInt64, kind: Int)] = []
  private var omitted: UInt64 = 0

  /// - Parameter ranges: the ranges of the samples; those of an MP4 file without samples are unknown.
  init(_ container: MediaContainer?, _ tree: ReportTree, byteCount: UInt64, _ ranges: ByteRanges) {
    omitted = tree.topOmitted
    var end: UInt64 = 0
    for place in tree.top {
      add(place.isBox ? place.header.type.description : "not a box", place.offset..<place.end)
      end = max(end, place.end)
    }
    guard let container else { return }
    let hasSamples = ranges.isKnown && !ranges.isCut
    switch container {
    case .mp4:
      if !hasSamples { return }
      for place in tree.top where place.isBox && place.header.type == "mdat" {
        gaps(ranges, place.payloadOffset..<min(max(place.payloadOffset, place.end), byteCount))
      }
      if end < byteCount, omitted == 0 { add("not a box", end..<byteCount) }
    case .flv: add("tags", 0..<byteCount)
    // Samples are frames without their headers.
    case .adts: add("frames", 0..<byteCount)
    case .h264, .hevc:
      add("NAL units", 0..<byteCount)
      if hasSamples { gaps(ranges, 0..<byteCount) }
    }
  }

  private mutating func gaps(_ ranges: ByteRanges, _ whole: Range<UInt64>) {
    if whole.isEmpty { return }
    for gap in ranges.gaps(in: whole, limit: ReportTree.maxTop) { add("unreferenced", gap) }
  }

  private mutating func add(_ kind: String, _ range: Range<UInt64>) {
    guard regions.count < 2 * ReportTree.maxTop else {
      omitted += 1
      return
    }
    let place = kinds.firstIndex(of: kind) ?? kinds.count
    if place == kinds.count { kinds.append(kind) }
    regions.append((range.lowerBound, range.upperBound - range.lowerBound, place))
  }

  /// Writes the keys of a file.
  func write(_ output: inout OutputBuffer) {
    output.array("map", regions) { (output, region) in
      output.byte(0x5B)
      output.number(region.offset)
      output.byte(0x2C)
      output.number(region.size)
      output.byte(0x2C)
      output.number(region.kind)
      output.byte(0x5D)
    }
    output.array("map_kinds", kinds) { $0.quoted($1) }
    output.field("map_omitted", omitted)
  }
}
