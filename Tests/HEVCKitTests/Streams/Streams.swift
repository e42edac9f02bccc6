import BitstreamKit
import HEVCKit
import TestSupport
import NALKit

/// The pictures of a byte stream in decoding order with their output indices, and the findings.
struct PictureList {
  var pictures: [Picture] = []
  var findings: [SyntaxError] = []
  var reorderDepth = 0

  init(_ bytes: [UInt8], prefix: Int = Int.max) {
    var parser = PictureParser()
    var order = DisplayOrder()
    var units = AnnexBParser()
    var cursor = 0
    while let unit = units.next(in: bytes, from: &cursor, to: bytes.count) ?? units.finish() {
      let start = Int(unit.offset)
      let isSlice = unit.headCount > 0 && unit.head >> 63 == 0 && unit.head >> 57 < 32
      let length = isSlice ? min(Int(unit.length), prefix) : Int(unit.length)
      let end = unit.offset + unit.length + unit.trailingZeroBytes
      if let picture = parser.take(bytes, start..<start + length, unitOffset: unit.offset, offset: unit.startCodeOffset, end: end) {
        pictures += order.take(picture)
      }
      findings += parser.findings
      parser.findings = []
    }
    if let picture = parser.finish() { pictures += order.take(picture) }
    findings += parser.findings
    pictures += order.finish()
    reorderDepth = order.reorderDepth
  }

  /// Pictures in output order.
  var displayed: [Picture] {
    pictures.filter { $0.displayIndex != nil }.sorted { $0.displayIndex ?? 0 < $1.displayIndex ?? 0 }
  }
}

/// A frame as reported by ffprobe, in output order.
struct ProbedFrame: Equatable {
  var type: String
  var isKey: Bool
  var position: UInt64?

  static func list(_ path: String) throws -> [ProbedFrame] {
    let entries = "frame=pict_type,key_frame,pkt_pos"
    let arguments = ["-v", "quiet", "-threads", "1", "-f", "hevc", "-i", path, "-show_frames", "-show_entries", entries, "-of", "csv=nk=0"]
    return try Program.run("ffprobe", arguments).text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("frame,") else { return nil }
      var frame = ProbedFrame(type: "", isKey: false, position: nil)
      for field in line.split(separator: ",").dropFirst() {
        let parts = field.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { continue }
        switch parts[0] {
        case "key_frame": frame.isKey = parts[1] == "1"
        case "pkt_pos": frame.position = UInt64(parts[1])
        case "pict_type": frame.type = String(parts[1])
        default: break
        }
      }
      return frame
    }
  }
}

/// Positions of the units of a byte stream: start code, header, end.
func unitPlaces(_ bytes: [UInt8]) -> [(start: (code: Int, header: Int), end: Int)] {
  var units = AnnexBParser()
  var cursor = 0
  var places: [((Int, Int), Int)] = []
  while let unit = units.next(in: bytes, from: &cursor, to: bytes.count) ?? units.finish() {
    places.append(((Int(unit.startCodeOffset), Int(unit.offset)), Int(unit.offset + unit.length)))
  }
  return places
}
