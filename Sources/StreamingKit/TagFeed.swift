import BitstreamKit
import FLVKit
import RTMPKit

/// Assembles tags from the bytes of an FLV file.
package final class TagFeed {
  private let give: (RTMPTag) -> Bool
  private var reader = FLVReader(mode: .bodies, headLength: 0)
  private var header = TagHeader()
  private var body: [UInt8] = []
  private var clock = TagClock()
  private var hasEncrypted = false
  /// What is wrong with the file, at most 64 findings.
  package private(set) var findings: [String] = []
  /// What ended the file too soon; nil if nothing has.
  package private(set) var error: SyntaxError?

  /// - Parameter give: receives each tag; false ends the feed.
  package init(_ give: @escaping (RTMPTag) -> Bool) { self.give = give }

  /// Takes the next bytes; an empty range is the end of the file.
  /// - Returns: whether to continue.
  package func take(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var cursor = range.lowerBound
    while let event = range.isEmpty ? reader.finish() : reader.next(in: bytes, from: &cursor, to: range.upperBound) {
      switch event {
      case .header, .previousTagSize: break
      case .tag(let tag):
        header = tag.header
        body = []
      case .body(let part): body.append(contentsOf: bytes[part])
      case .tagEnd:
        let whole = body
        body = []
        // Skips unknown tags, which the reader reports, and encrypted tags, which RTMP messages cannot carry.
        guard header.type.isKnown, header.filter == 0 else {
          if header.filter != 0, !hasEncrypted { findings.append("encrypted tags are skipped") }
          hasEncrypted = hasEncrypted || header.filter != 0
          break
        }
        if !give(RTMPTag(header.type, at: clock.extend(header.milliseconds), whole)) { return false }
      case .finding(let finding): if findings.count < 64 { findings.append("\(finding) at \(finding.position)") }
      case .error(let failure): error = failure
      }
    }
    return true
  }
}

/// Extends 32-bit timestamps, which wrap after 49 days.
struct TagClock {
  private var last: UInt32?
  private var time: Int64 = 0

  mutating func extend(_ milliseconds: UInt32) -> Int64 {
    if let last { time += Int64(Int32(bitPattern: milliseconds &- last)) } else { time = Int64(milliseconds) }
    last = milliseconds
    return time
  }
}
