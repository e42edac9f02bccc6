import BitstreamKit
import NALKit
import RemuxKit

/// Counts the access units of a byte stream with and without a delimiter.
struct DelimiterCounts {
  /// A stream with fewer delimiters than this does without them.
  private static let fewest = 2

  private var hasDelimiter = false
  private var found: UInt64 = 0
  private var missing: UInt64 = 0
  private var first: (offset: UInt64, path: String)?

  mutating func noteDelimiter() { hasDelimiter = true }

  mutating func notePicture(_ unit: AnnexBUnit, _ path: @autoclosure () -> String) {
    if hasDelimiter {
      found += 1
    } else {
      missing += 1
      if first == nil { first = (unit.offset, path()) }
    }
    hasDelimiter = false
  }

  func report(_ rule: Rule, _ run: CheckRun) {
    guard found >= Self.fewest, let first else { return }
    run.find(rule, "\(missing) of \(found + missing) access units have none; this is the first", at: first.offset, path: first.path)
  }
}

extension AnnexBUnit {
  /// Whether a slice is the first of its picture in the base layer, by its first bit: `first_mb_in_slice` of 0, or
  /// `first_slice_segment_in_pic_flag`.
  func startsPicture(_ codec: VideoCodec) -> Bool {
    switch codec {
    case .h264: headByte(1).map { $0 & 0x80 != 0 } ?? false
    case .hevc: (headByte(0) ?? 1) & 1 == 0 && (headByte(1) ?? 0xFF) >> 3 == 0 && headByte(2).map { $0 & 0x80 != 0 } ?? false
    }
  }
}
