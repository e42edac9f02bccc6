import BitstreamKit
import MP4Kit

/// A table has bytes after the rows that it counts.
final class RowsLeft: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.rows-left", .error, "a table has bytes after the rows that it counts",
      clause: "ISO/IEC 14496-12:2022 4.2 and the clause of the box: its size is that of its fields",
      cause: "The count of the table is damaged, or rows were added without it. Samples are missing, or others have their times.",
      remedy: "Fix the writer; 'mediaprobe mp4 --full' shows the bytes that are left.")
  }

  override func box(_ box: BoxFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard box.place.isBox, let shape = Shape(box.type) else { return }
    var (source, head): (AnyByteSource, [UInt8]) = (file.source, [])
    do { try source.read(at: box.place.payloadOffset, count: Shape.headSize, into: &head) } catch { return }
    // A box that is shorter than its count says is reported by another rule.
    guard let needed = shape.size(head), needed < box.place.payloadSize else { return }
    let left = box.place.payloadSize - needed
    run.find(
      self, "\(counted(left, "byte")) after the last row", at: box.place.payloadOffset + needed, size: left,
      path: box.path)
  }

  /// How a table is stored.
  private enum Shape {
    /// Rows of some bytes after version, flags and their number.
    case rows(UInt64)
    /// Rows of other bytes in version 1.
    case versionedRows(UInt64, UInt64)
    case sampleSizes
    case trackRun
    case segmentIndex
    case sampleToGroup

    /// The first bytes of a table that its size depends on.
    static let headSize = 32

    init?(_ type: FourCC) {
      switch type {
      case "stts", "ctts", "co64": self = .rows(8)
      case "stsc": self = .rows(12)
      case "stco", "stss": self = .rows(4)
      case "elst": self = .versionedRows(12, 20)
      case "stsz": self = .sampleSizes
      case "trun": self = .trackRun
      case "sidx": self = .segmentIndex
      case "sbgp": self = .sampleToGroup
      default: return nil
      }
    }

    /// The size of the payload by its first bytes; nil if it has fewer, or a version that is not known.
    func size(_ head: [UInt8]) -> UInt64? {
      if head.count < 8 || head[0] > 1 { return nil }
      let count = head.bigEndian(at: 4, size: 4)
      switch self {
      case .rows(let size): return 8 + count * size
      case .versionedRows(let size, let large): return 8 + count * (head[0] == 1 ? large : size)
      case .sampleSizes:
        if head.count < 12 { return nil }
        // A constant size has no rows.
        return 12 + (count == 0 ? 4 * head.bigEndian(at: 8, size: 4) : 0)
      case .trackRun:
        let flags = head.bigEndian(at: 1, size: 3)
        return 8 + 4 * UInt64((flags & 5).nonzeroBitCount) + 4 * count * UInt64((flags & 0xF00).nonzeroBitCount)
      case .segmentIndex:
        // Two fields are wider in version 1.
        let start = head[0] == 1 ? 32 : 24
        return head.count < start ? nil : UInt64(start) + 12 * head.bigEndian(at: start - 2, size: 2)
      case .sampleToGroup:
        let start = head[0] == 1 ? 16 : 12
        return head.count < start ? nil : UInt64(start) + 8 * head.bigEndian(at: start - 4, size: 4)
      }
    }
  }
}
