import Foundation
import TestSupport
import Testing

/// A movie whose video track has a sample entry of an encrypted one.
private func encrypted() throws -> [UInt8] {
  var bytes = try Places.fixture("plain.mp4")
  let found = bytes.indices.dropLast(10).first { Array(bytes[$0..<$0 + 10]) == Array("avc1".utf8) + [0, 0, 0, 0, 0, 0] }
  let entry = try #require(found)
  bytes.replaceSubrange(entry..<entry + 4, with: Array("encv".utf8))
  // The box after the fields of the entry becomes a `sinf` that names the original format.
  let size = Int(bytes[entry - 1]) | Int(bytes[entry - 2]) << 8
  let sinf: [UInt8] = atom("sinf", atom("frma", Array("avc1".utf8)))
  let (start, end) = (entry + 82, entry - 4 + size)
  let free = end - start - sinf.count
  bytes.replaceSubrange(start..<end, with: sinf + atom("free", [UInt8](repeating: 0, count: free - 8)))
  return bytes
}

private func atom(_ type: String, _ content: [UInt8]) -> [UInt8] {
  let size = UInt32(content.count + 8)
  return [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)] + Array(type.utf8) + content
}

/// Command lines with inputs `a.mp4`, which is readable, and `b.mp4`, which is encrypted.
private let commandLines = [
  ["cut", "b.mp4", "out.mp4"], ["remux", "b.mp4", "out.mp4"], ["extract", "--track", "0", "b.mp4", "out.mp4"],
  ["join", "a.mp4", "b.mp4", "out.mp4"], ["join", "b.mp4", "a.mp4", "out.mp4"], ["addtrack", "a.mp4", "b.mp4", "out.mp4"],
  ["remux", "b.mp4", "out.flv"], ["remux", "b.mp4", "out.h264"],
]

@Test(arguments: commandLines)
func errorsNameTheInputOnce(_ words: [String]) throws {
  try withFolder("names") { folder in
    try Data(Places.fixture("plain.mp4")).write(to: folder.appending(path: "a.mp4"))
    try Data(encrypted()).write(to: folder.appending(path: "b.mp4"))
    let result = try Program.shell("cd '\(folder.path)' && $MP \(words.joined(separator: " "))")
    #expect(result.status == 65)
    #expect(result.standardError.hasPrefix("mediaprobe: b.mp4: track 0 is encrypted"), "\(result.standardError)")
    #expect(result.standardError.components(separatedBy: ".mp4").count == 2, "\(result.standardError)")
  }
}

@Test func errorsNameTheOptionThatHelps() throws {
  try withFolder("options") { folder in
    let plain = Places.fixtures.appending(path: "plain.mp4").path
    func error(_ line: String) throws -> String {
      try Program.shell("cd '\(folder.path)' && \(line.replacingOccurrences(of: "PLAIN", with: plain))").standardError
    }
    #expect(try error("$MP addtrack PLAIN PLAIN two.mp4 --quiet") == "")
    #expect(try error("$MP remux two.mp4 out.h264") == "mediaprobe: two.mp4: 2 tracks of H.264: select with --track\n")
    #expect(try error("$MP remux two.mp4 out.flv") == "mediaprobe: two.mp4: FLV holds one video and one audio track: select with --track\n")
    // A stream without timing information.
    #expect(
      try error("$MP extract PLAIN timed.h264 --track 0 --quiet && $MP edit --set timing_info_present_flag=0 timed.h264 -o bare.h264") == ""
    )
    for target in ["mp4", "flv"] {
      let line = try error("$MP remux bare.h264 out.\(target)")
      #expect(line.hasSuffix("mediaprobe: bare.h264: the stream has no frame rate: set it with --fps\n"), "\(line)")
    }
    #expect(try error("$MP flv PLAIN") == "mediaprobe: \(plain): this is an MP4 or QuickTime file, not an FLV file; try 'mediaprobe mp4'\n")
  }
}
