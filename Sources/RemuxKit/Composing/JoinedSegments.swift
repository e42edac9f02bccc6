import BitstreamKit
import MP4Kit

/// Media segments after their initialization segment, as one file.
package struct JoinedSegments {
  package let source: JoinedSource
  /// The names of the segments in the order of their times; nil if they came in that order.
  package let order: [String]?
  /// What is left out, each with the name of its segment.
  package let problems: [String]

  /// Joins segments. What is no segment, and the end of one that is cut off, would take the bytes of the next one for its own: it is left out.
  /// - Parameter isWhole: whether nothing is left out.
  /// - Throws: `ByteError` if a segment cannot be read.
  package init(
    _ initialization: AnyByteSource?, _ segments: [(name: String, source: AnyByteSource)], isWhole: Bool = false
  ) throws(ByteError) {
    var (found, problems): ([(name: String, source: AnyByteSource)], [String]) = ([], [])
    for segment in segments {
      if !isWhole, segments.count > 1, try !SegmentExtent(segment.source).isSegment {
        problems.append("\(segment.name) is no media segment: it is left out")
      } else {
        found.append(segment)
      }
    }
    let sorted = try SegmentOrder.byTime(found.map { $0.source })
    if let sorted { found = sorted.map { found[$0] } }
    order = sorted == nil ? nil : found.map { $0.name }
    for index in found.indices.dropLast() where !isWhole {
      let extent = try SegmentExtent(found[index].source)
      if let cut = extent.cut {
        problems.append(
          "\(found[index].name) is cut off in its \(cut) box, at byte \(extent.byteCount): this fragment is left out; 'recover' finds what is "
            + "whole of it")
        found[index].source = AnyByteSource(PartsSource(found[index].source, [.range(0..<extent.byteCount)]))
      } else if let box = extent.unsized, let size = UInt32(exactly: found[index].source.byteCount - box) {
        let patch = BytePatch(
          offset: box, old: [0, 0, 0, 0], new: (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * UInt32($0))) })
        found[index].source = AnyByteSource(PatchedSource(found[index].source, [patch]))
      }
    }
    source = JoinedSource((initialization.map { [$0] } ?? []) + found.map { $0.source })
    self.problems = problems
  }
}
