import BitstreamKit
import MP4Kit

/// `sidx` refers to bytes that are not a segment.
final class SegmentIndexSizes: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.segment-index-sizes", .error, "sidx refers to bytes that are not a segment",
      clause: "ISO/IEC 14496-12:2022 8.16.3: referenced_size, from the first byte after the box plus first_offset",
      cause: "Boxes were added or removed after the index was written. Players that seek by it land in the middle of a fragment.",
      remedy: "Write the index anew, after all other changes.")
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    // The segments of an index alone are in other files.
    if file.fragmentCount == 0 { return }
    for place in file.top where place.header.type == "sidx" && place.isBox {
      guard var tree = try? BoxTree(file.source, from: place.offset, to: place.end), let box = try? tree.read(SegmentIndexBox.self, at: 0)
      else { continue }
      let starts = Set(file.top.map { $0.offset })
      var next = place.end &+ box.firstOffset
      for row in 0..<min(65_536, box.references.count) {
        if !starts.contains(next) {
          run.find(
            self,
            next >= file.byteCount
              ? "reference \(row) is to byte \(next), the file has \(file.byteCount)"
              : "no box begins at byte \(next), where reference \(row) begins",
            at: place.offset, size: place.size, path: "sidx")
          break
        }
        next &+= UInt64(box.references[row].referencedSize)
        if row == box.references.count - 1, next != file.byteCount, !starts.contains(next) {
          run.find(
            self,
            next > file.byteCount
              ? "the last reference ends at byte \(next), the file has \(file.byteCount)"
              : "no box begins at byte \(next), where the last reference ends",
            at: place.offset, size: place.size, path: "sidx")
        }
      }
    }
  }
}
