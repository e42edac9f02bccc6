import BitstreamKit
import FLVKit
import Foundation
import TestSupport
import Testing

/// Runs `info` on bytes in a file.
private func info(_ bytes: [UInt8]) throws -> Program.Result {
  let file = Places.scratch("length")
  defer { try? FileManager.default.removeItem(at: file) }
  try Data(bytes).write(to: file)
  return try Program.mediaprobe("info", file.path)
}

private func place(of words: String, in bytes: [UInt8]) -> Int? {
  let name = Array(words.utf8)
  return (0...(bytes.count - name.count)).first { bytes[$0..<$0 + name.count].elementsEqual(name) }
}

/// A segment lasts as long as its samples, and the duration that its headers declare of the whole presentation is said beside it.
@Test func declaredDurations() throws {
  var bytes = try Places.fixture("fragmented.mp4")
  var count = 0
  // Version 0 of mdhd, with the duration after the time scale, and mehd.
  for (name, offset) in [("mdhd", 20), ("mehd", 8)] {
    for start in bytes.indices where bytes[start...].starts(with: name.utf8) && bytes[start + 4] == 0 {
      bytes.replaceSubrange(start + offset..<start + offset + 4, with: [0x10, 0, 0, 0])
      count += 1
    }
  }
  try #require(count > 0)
  let (before, after) = (try info(try Places.fixture("fragmented.mp4")).text, try info(bytes).text)
  #expect(after.contains("  as declared") && !before.contains("as declared"), "\(after)")
  let durations = { (text: String) in text.split(separator: "\n").filter { $0.contains("Duration") }.map { String($0.suffix(12)) } }
  #expect(durations(after) == durations(before))
}

/// Timestamps that begin shortly before they wrap are negative, whether or not they wrap.
@Test(arguments: [20, 500, 9000]) func timesBeforeTheWrap(_ before: UInt32) throws {
  var bytes = try Places.fixture("avc_aac.flv")
  let whole = try info(bytes)
  var place = 13
  while place + 11 < bytes.count {
    let size = Int(bytes[place + 1]) << 16 | Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
    let time = UInt32(bytes[place + 4]) << 16 | UInt32(bytes[place + 5]) << 8 | UInt32(bytes[place + 6]) | UInt32(bytes[place + 7]) << 24
    let moved = time &- before
    bytes.replaceSubrange(
      place + 4..<place + 8, with: [UInt8(moved >> 16 & 255), UInt8(moved >> 8 & 255), UInt8(moved & 255), UInt8(moved >> 24)])
    place += 15 + size
  }
  let found = try info(bytes)
  #expect(found.status == 0 && found.standardError.isEmpty, "\(found.standardError)")
  let durations = { (text: String) in text.split(separator: "\n").filter { $0.contains("Duration") } }
  #expect(durations(found.text) == durations(whole.text) && !durations(whole.text).isEmpty, "\(found.text)")
}

/// A truncated end is detected from the headers.
@Test(arguments: ["plain.mp4", "faststart.mp4", "fragmented.mp4", "avc_aac.flv"])
func aFileThatWasCutOffSaysSo(name: String) throws {
  let whole = try Places.fixture(name)
  for length in stride(from: whole.count / 8, to: whole.count, by: whole.count / 9) {
    let result = try info(Array(whole[..<length]))
    #expect(result.status == 1, "\(length) of \(whole.count): \(result.status) \(result.standardError)")
    #expect(!result.standardError.isEmpty)
  }
}

/// An ADTS stream is complete only at frame boundaries.
@Test func aCutFrameIsToldByInfo() throws {
  let whole = try Places.fixture("tone.aac")
  let rows = try Program.mediaprobe("aac", "--format", "csv", fixturePath("tone.aac")).text.split(separator: "\n").dropFirst()
  let starts = rows.compactMap { Int($0.split(separator: ",")[1]) }
  #expect(starts.count > 20)
  for start in starts[5..<9] {
    #expect(try info(Array(whole[..<start])).status == 0)
    let result = try info(Array(whole[..<(start + 20)]))
    #expect(result.status == 1 && result.standardError.hasSuffix("inside the ADTS frame at \(start)\n"), "\(result.standardError)")
    #expect(result.text.contains("no findings in the headers, 1 finding elsewhere"))
  }
}

/// The tree is walked for the tracks and for the duration.
@Test func aFindingOfTheTreeIsToldOnce() throws {
  let whole = try Places.fixture("plain.mp4")
  let moov = try #require(place(of: "moov", in: whole))
  let result = try info(Array(whole[..<(moov + 600)]))
  let lines = result.standardError.split(separator: "\n")
  #expect(result.status == 1 && !lines.isEmpty && Set(lines).count == lines.count, "\(result.standardError)")
}

/// The duration in onMetaData is compared with the last tags of an FLV file.
@Test(arguments: [99999.0, 1e300, -5, 0, .infinity, .nan]) func metaDataIsComparedWithTags(seconds: Double) throws {
  var bytes = try Places.fixture("avc_aac.flv")
  // The name, the type byte of a number, and its eight bytes.
  let at = try #require(place(of: "duration", in: bytes)) + 9
  for index in 0..<8 { bytes[at + index] = UInt8(truncatingIfNeeded: seconds.bitPattern >> UInt64(56 - 8 * index)) }
  let result = try info(bytes)
  let isClaim = seconds > 1
  #expect(result.status == (isClaim ? 1 : 0), "\(result.standardError)")
  #expect(result.standardError.contains("onMetaData duration is") == isClaim)
  if isClaim { #expect(result.text.contains("Duration        0:00:00.9") || result.text.contains("Duration        0:00:01.0")) }
  #expect(!result.text.contains("27:46"))
}

/// Timestamps of 32 bits wrap after 49 days.
@Test func timestampsThatWrapHaveADuration() throws {
  var bytes = try Places.fixture("avc_aac.flv")
  var offset = 13 + 15 + Int(TagHeader(unpacking: bytes, at: 13).dataSize)
  while offset + 11 <= bytes.count {
    var tag = TagHeader(unpacking: bytes, at: offset)
    tag.milliseconds &-= 500
    var head: [UInt8] = []
    tag.pack(into: &head)
    bytes.replaceSubrange(offset..<offset + 11, with: head)
    offset += 15 + Int(tag.dataSize)
  }
  let (whole, wrapped) = (try info(Places.fixture("avc_aac.flv")), try info(bytes))
  func duration(_ result: Program.Result) -> Substring? { result.text.split(separator: "\n").first { $0.contains("Duration") } }
  #expect(duration(wrapped) == duration(whole), "\(wrapped.text)")
  #expect(wrapped.status == 0, "\(wrapped.standardError)")
}

/// The movie header has a longer duration than its tracks.
@Test func movieHeadersAreComparedWithTracks() throws {
  var bytes = try Places.fixture("plain.mp4")
  let at = try #require(place(of: "mvhd", in: bytes)) + 20
  bytes[at] = 0x05
  let result = try info(bytes)
  #expect(result.status == 1 && result.standardError.contains("mvhd duration is"), "\(result.standardError)")
  var media = try Places.fixture("plain.mp4")
  let other = try #require(place(of: "mdhd", in: media)) + 20
  media[other] = 0x05
  #expect(try info(media).standardError.contains("mdhd duration is"))
}

/// All commands exit with the same code for a truncated file.
@Test(arguments: [
  ("avc_aac.flv", ["info", "flv", "packets", "frames", "trace", "roundtrip"]), ("tone.aac", ["info", "aac", "packets", "roundtrip"]),
])
func aTruncatedFileHasOneCode(name: String, commands: [String]) throws {
  let file = Places.scratch("truncated")
  defer { try? FileManager.default.removeItem(at: file) }
  try Data(try Places.fixture(name).prefix(5001)).write(to: file)
  for command in commands { #expect(try Program.mediaprobe(command, file.path).status == 1, "\(command)") }
}

/// FFmpeg writes the first samples into the tables of `moov` and the others into fragments; `mvhd` states the duration of the former alone.
@Test(.enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) func samplesBeforeTheFragmentsCount() throws {
  let file = Places.scratch("mixed").appendingPathExtension("mp4")
  defer { try? FileManager.default.removeItem(at: file) }
  let words = ["-v", "error", "-i", fixturePath("plain.mp4"), "-c", "copy", "-movflags", "frag_keyframe", file.path]
  #expect(try Program.run("ffmpeg", words).status == 0)
  let mixed = try Program.mediaprobe("info", file.path).text
  #expect(mixed.contains("Duration        0:00:01.0") && !mixed.contains("Duration        0:00:00"), "\(mixed)")
  // The bit rates are about those of the plain file: FFmpeg makes the last frame of sound before the fragments longer.
  let rates = { (text: String) in
    text.split(separator: "\n").filter { $0.hasPrefix("  Bit rate") }.dropFirst().compactMap { Double($0.split(separator: " ")[2]) }
  }
  let (wanted, found) = (rates(try Program.mediaprobe("info", fixturePath("plain.mp4")).text), rates(mixed))
  #expect(wanted.count == 2 && zip(wanted, found).allSatisfy { abs($0 - $1) < 0.06 * $0 }, "\(wanted) \(found)")
  let entries = ["-v", "error", "-show_entries", "stream=nb_frames,duration,bit_rate", "-of", "csv", file.path]
  #expect(try Program.run(Program.mediaprobe, ["ffprobe"] + entries).text == Program.run("ffprobe", entries).text)
}

/// Files that FFmpeg writes.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg"))) struct InfoWithFFmpegTests {
  private func info(_ path: String) throws -> [String: Any] {
    let result = try Program.mediaprobe("info", "--json", path)
    return try #require(try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any], "\(result.standardError)")
  }

  /// Sound that begins late ends late, in a fragmented movie as well, whose last edit has no duration.
  @Test(arguments: ["", "-movflags frag_keyframe+delay_moov"]) func emptyEditsCount(_ flags: String) throws {
    try withEmptyFolder { folder in
      let path = folder.appending(path: "a.mp4").path
      let inputs = ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=2", "-itsoffset", "5", "-f", "lavfi", "-i", "sine=d=2"]
      let coding = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"] + flags.split(separator: " ").map(String.init) + [path]
      #expect(try Program.run("ffmpeg", ["-nostdin", "-v", "error"] + inputs + coding).status == 0)
      let probe = ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path]
      let stated = try #require(Double(try Program.run("ffprobe", probe).text.filter { !$0.isNewline }))
      let document = try info(path)
      let duration = try #require((document["format"] as? [String: Any])?["duration"] as? [String: Any])
      #expect(abs((duration["milliseconds"] as? Double ?? 0) / 1000 - stated) < 0.05, "\(duration), \(stated)")
      let sound = try #require((document["tracks"] as? [[String: Any]])?.last)
      let edited = try #require(sound["edited_duration"] as? [String: Any], "\(sound)")
      #expect(abs((edited["milliseconds"] as? Double ?? 0) / 1000 - 7) < 0.05, "\(edited)")
    }
  }

  @Test(arguments: [("png", "PNG"), ("mjpeg", "JPEG")]) func coversAreNamed(_ coder: String, _ format: String) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let picture = ["-f", "lavfi", "-i", "testsrc=s=64x48", "-frames:v", "1", "-c:v", coder, "-f", "image2", path("c")]
      #expect(try Program.run("ffmpeg", ["-nostdin", "-v", "error"] + picture).status == 0)
      let inputs = ["-i", fixturePath("plain.mp4"), "-f", "image2", "-c:v", coder, "-i", path("c")]
      let copy = ["-map", "0", "-map", "1", "-c", "copy", "-disposition:v:1", "attached_pic", path("a.mp4")]
      let made = try Program.run("ffmpeg", ["-nostdin", "-v", "error"] + inputs + copy)
      #expect(made.status == 0, "\(made.standardError)")
      let cover = try #require(((try info(path("a.mp4"))["format"] as? [String: Any])?["covers"] as? [[String: Any]])?.first)
      #expect(cover["format"] as? String == format && cover["width"] as? Int == 64 && cover["height"] as? Int == 48, "\(cover)")
      let size = try FileManager.default.attributesOfItem(atPath: path("c"))[.size] as? Int
      #expect(cover["size"] as? Int == size)
      #expect(try Program.mediaprobe("info", path("a.mp4")).text.contains("Cover           \(format), 64x48"))
    }
  }
}
