import Foundation
import TestSupport
import Testing

/// The files of `Documentation/broken-files.md`, made from fixtures.
private enum BrokenFiles {
  /// Writes all of them.
  static func write(to folder: URL) throws {
    func write(_ name: String, _ bytes: [UInt8]) throws { try Data(bytes).write(to: folder.appending(path: name)) }
    try write("phone.mp4", retyped(try Places.fixture("hvc1.mp4"), "hvc1", "hev1"))
    try write("stream.flv", restarted(try Places.fixture("avc_aac.flv")))
    try write("seek.mp4", retyped(try Places.fixture("faststart.mp4"), "stss", "free"))
    let whole = try Places.fixture("faststart.mp4")
    try write("upload.mp4", Array(whole.prefix(whole.count * 6 / 10)))
    try write("recording.flv", lengthened(try Places.fixture("avc_aac.flv")))
    try write("camera.mp4", withoutIndex(try Places.fixture("plain.mp4")))
    try write("good.mp4", whole)
  }

  /// The place of a word in a file.
  private static func place(_ word: String, in bytes: [UInt8]) -> Int {
    Data(bytes).range(of: Data(word.utf8))?.lowerBound ?? 0
  }

  /// The file with the first box of a type named otherwise.
  private static func retyped(_ bytes: [UInt8], _ old: String, _ new: String) -> [UInt8] {
    var copy = bytes
    let start = place("stsd", in: bytes)
    let at = start + place(old, in: Array(bytes[start...]))
    copy.replaceSubrange(at..<at + 4, with: Array(new.utf8))
    return copy
  }

  /// The recording, and after it all from its second key picture on, which counts from 0 again.
  private static func restarted(_ bytes: [UInt8]) -> [UInt8] {
    func size(_ at: Int) -> Int { Int(bytes[at + 1]) << 16 | Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]) }
    func time(_ at: Int) -> Int { Int(bytes[at + 4]) << 16 | Int(bytes[at + 5]) << 8 | Int(bytes[at + 6]) }
    var (tags, next) = ([] as [Int], 13)
    while next + 15 <= bytes.count {
      tags.append(next)
      next += 15 + size(next)
    }
    let keys = tags.filter { bytes[$0] == 9 && bytes[$0 + 11] == 0x17 && bytes[$0 + 12] == 1 }
    var rest: [UInt8] = []
    for tag in tags where tag >= keys[1] && time(tag) >= time(keys[1]) {
      var copy = Array(bytes[tag..<tag + 15 + size(tag)])
      let now = time(tag) - time(keys[1])
      copy.replaceSubrange(4..<7, with: [UInt8(now >> 16 & 255), UInt8(now >> 8 & 255), UInt8(now & 255)])
      rest += copy
    }
    return bytes + rest
  }

  /// The recording with a duration of an hour in its metadata.
  private static func lengthened(_ bytes: [UInt8]) -> [UInt8] {
    var copy = bytes
    // The name, and the marker of a number.
    let at = place("duration", in: bytes) + 8 + 1
    copy.replaceSubrange(at..<at + 8, with: (0..<8).map { UInt8(truncatingIfNeeded: (3600.0).bitPattern >> UInt64(56 - 8 * $0)) })
    return copy
  }

  /// The recording without `moov` and without the size of `mdat`.
  private static func withoutIndex(_ bytes: [UInt8]) -> [UInt8] {
    let (media, movie) = (place("mdat", in: bytes) - 4, place("moov", in: bytes) - 4)
    return bytes[..<media] + [0, 0, 0, 0] + bytes[(media + 4)..<movie]
  }
}

/// `Documentation/broken-files.md`: its commands print what it says, and mend what it says.
@Suite(.enabled(if: Program.has("ffmpeg")), .serialized, .waiting) struct BrokenFilesTests {
  @Test func thePageShowsWhatTheCommandsPrint() throws {
    try withEmptyFolder { folder in
      try BrokenFiles.write(to: folder)
      try ConsolePage.check("Documentation/broken-files.md", in: folder)
    }
  }

  struct Mended: Sendable, CustomTestStringConvertible {
    var file: String
    var options: [String] = []
    /// What `check` names.
    var rules: [String]
    var seconds: ClosedRange<Double>
    /// Whether Chromium has the codec.
    var plays = true
    var command = ["check", "--fix"]
    var testDescription: String { file }
  }

  static let all: [Mended] = [
    Mended(
      file: "phone.mp4", options: ["--for", "safari", "--for", "web"], rules: ["apple.sample-entry", "mp4.index-after-media"],
      seconds: 0.5...2, plays: false),
    Mended(file: "stream.flv", rules: ["flv.timestamp-backwards"], seconds: 1.4...2.3),
    Mended(file: "seek.mp4", rules: ["across.sync-samples"], seconds: 0.9...1.1),
    Mended(file: "upload.mp4", rules: ["mp4.sample-outside-file"], seconds: 0.3...1.1),
    Mended(file: "recording.flv", rules: ["flv.metadata-duration"], seconds: 0.9...1.2),
    Mended(file: "camera.mp4", rules: ["mp4.movie-missing"], seconds: 0.9...1.1, command: ["recover", "--like", "good.mp4"]),
  ]

  /// The cause is named, the command mends it, FFmpeg decodes the result without an error, and Chromium plays it.
  @Test(arguments: all) func theResultPlays(_ item: Mended) throws {
    try withEmptyFolder { folder in
      try BrokenFiles.write(to: folder)
      func run(_ words: [String]) throws -> Program.Result { try Program.run("env", ["-C", folder.path, Program.mediaprobe] + words) }
      let before = try run(["check", "--format", "json", "--fail-on", "note"] + item.options + [item.file])
      #expect(before.status == 1)
      for rule in item.rules { #expect(before.text.contains("\"\(rule)\""), "\(rule) is not in \(before.text)") }
      let name = "fixed." + (item.file.hasSuffix("flv") ? "flv" : "mp4")
      let result = try run(item.command + (item.command[0] == "check" ? item.options + [item.file, "-o", name] : [item.file, name]))
      #expect(result.status == 0, "\(result.text) \(result.standardError)")
      let after = try run(["check", "--fail-on", "error"] + item.options + [name])
      #expect(after.status == 0, "\(after.text)")
      for rule in item.rules { #expect(!after.text.contains(rule)) }
      let path = folder.appending(path: name).path
      let decoded = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "null", "-"])
      #expect(decoded.status == 0 && decoded.standardError.isEmpty, "\(decoded.standardError)")
      #expect(try !decodedFrames(path, "v").isEmpty)
      try play(path, item, in: folder)
    }
  }

  private func play(_ path: String, _ item: Mended, in folder: URL) throws {
    guard item.plays, Program.has("chromium"), Program.has("python3") else { return }
    var file = path
    if path.hasSuffix("flv") {
      // Browsers do not read FLV: the tags are carried into an MP4.
      file = folder.appending(path: "played.mp4").path
      #expect(try Program.mediaprobe("remux", path, file).status == 0)
    }
    let told = try Told(playing: URL(filePath: file))
    #expect(told.error == nil, "\(told.error ?? "")")
    let length = try #require(told.duration)
    #expect(item.seconds.contains(length), "\(length)")
    #expect(abs(try #require(told.ended) - length) < 0.1)
    for pixels in [told.first, told.middle] {
      let pixels = try #require(pixels)
      #expect(pixels.most - pixels.least > 100)
    }
  }

  /// After the restart, each stream goes on where both ended, and sound and picture keep their distance.
  @Test func aRestartedStreamStaysTogether() throws {
    try withEmptyFolder { folder in
      try BrokenFiles.write(to: folder)
      let (broken, fixed) = (folder.appending(path: "stream.flv").path, folder.appending(path: "fixed.flv").path)
      #expect(try Program.mediaprobe("check", "--fix", broken, "-o", fixed).status == 0)
      let rows = try Program.mediaprobe("packets", "--format", "csv", fixed).text.split(separator: "\n").map { $0.split(separator: ",") }
      let head = try #require(rows.first).map(String.init)
      let (track, time) = (try #require(head.firstIndex(of: "track")), try #require(head.firstIndex(of: "dts")))
      var ends: [String: Int] = [:]
      var jumps: [String: Int] = [:]
      for row in rows.dropFirst() {
        let (name, now) = (String(row[track]), Int(row[time]) ?? 0)
        if let last = ends[name] {
          #expect(now >= last)
          jumps[name] = max(jumps[name] ?? 0, now - last)
        }
        ends[name] = now
      }
      #expect(ends.count == 2 && jumps.values.allSatisfy { $0 < 120 }, "\(ends) \(jumps)")
      #expect(abs((ends.values.max() ?? 0) - (ends.values.min() ?? 0)) < 120)
    }
  }
}
