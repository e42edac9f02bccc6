import BitstreamKit
import MP4Kit

/// Media segments after their initialization segment, as one file.
package struct JoinedSegments {
  package let source: JoinedSource
  /// The names of the segments in the order of their times; nil if they came in that order.
  package let order: [String]?
  /// Where each file begins in the source, in order; the name of the initialization segment is empty.
  package let starts: [(name: String, offset: UInt64)]
  /// What is left out, each with the name of its segment.
  package let problems: [String]

  /// Joins segments. What is no segment, and the end of one that is cut off, would take the bytes of the next one for its own: it is left out.
  /// - Parameter isWhole: whether nothing is left out.
  /// - Throws: `ByteError` if a segment cannot be read.
  package init(
    _ initialization: AnyByteSource?, _ segments: [(name: String, source: AnyByteSource)], isWhole: Bool = false
  ) throws(ByteError) {
    var (found, problems): ([Segment], [String]) = ([], [])
    for (name, source) in segments {
      // One segment alone reaches over nothing.
      let extent = isWhole || segments.count == 1 ? nil : try SegmentExtent(source)
      if extent?.isSegment == false {
        problems.append("\(name) is no media segment: it is left out")
      } else {
        found.append(Segment(name: name, source: source, extent: extent))
      }
    }
    let sorted = try SegmentOrder.byTime(found.map { $0.source })
    if let sorted { found = sorted.map { found[$0] } }
    order = sorted == nil ? nil : found.map { $0.name }
    for index in found.indices.dropLast() {
      if let problem = found[index].close() { problems.append(problem) }
    }
    source = JoinedSource((initialization.map { [$0] } ?? []) + found.map { $0.source })
    let names = (initialization == nil ? [] : [""]) + found.map { $0.name }
    starts = zip(names, source.starts).map { (name: $0, offset: $1) }
    self.problems = problems
  }

  /// A segment, and how much of it is whole; nil if all of it is read in any case.
  private struct Segment {
    let name: String
    var source: AnyByteSource
    let extent: SegmentExtent?

    /// Ends the segment with its last complete fragment, so that it does not reach over the next one.
    /// - Returns: what is left out; nil if nothing is.
    mutating func close() -> String? {
      guard let extent else { return nil }
      if let cut = extent.cut {
        source = AnyByteSource(PartsSource(source, [.range(0..<extent.byteCount)]))
        return "\(name) is cut off in \(cut): what follows byte \(extent.byteCount) is left out; 'recover' finds what is whole of it"
      }
      if let box = extent.unsized, let size = UInt32(exactly: source.byteCount - box) {
        let patch = BytePatch(offset: box, old: [0, 0, 0, 0], new: Array(bigEndian: UInt64(size), size: 4))
        source = AnyByteSource(PatchedSource(source, [patch]))
      }
      return nil
    }
  }
}
