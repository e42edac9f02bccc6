import Foundation
import TestSupport
import Testing

@Test(arguments: ["plain.mp4", "faststart.mp4", "fragmented.mp4", "hvc1.mp4", "avc_aac.flv", "tone.aac", "bframes.h264", "opengop.hevc"])
func filesAreDescribedAsTheyAlwaysWere(_ fixture: String) throws {
  for (form, words) in [("table", ""), ("json", "--format json")] {
    let result = try Program.shell("cd '\(Places.fixtures.path)' && $MP info \(words) \(fixture)")
    #expect(result.status == 0)
    #expect(result.standardError.isEmpty)
    try Golden.check(result.text, "info/\(fixture).\(form)")
  }
}

@Test func aFileAloneIsDescribed() throws {
  let file = Places.fixtures.appending(path: "plain.mp4").path
  #expect(try Program.mediaprobe(file).text == Program.mediaprobe("info", file).text)
  #expect(try Program.mediaprobe(file, "--format", "json").text == Program.mediaprobe("info", file, "--format", "json").text)
  let missing = try Program.mediaprobe("/no/such/file")
  #expect(missing.status == 66)
}

@Test func documentsAreJSON() throws {
  let file = Places.fixtures.appending(path: "plain.mp4").path
  let data = try Program.mediaprobe("info", "--format", "json", file).standardOutput
  let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  #expect(document["schema_version"] as? Int == 1)
  let tracks = try #require(document["tracks"] as? [[String: Any]])
  #expect(tracks.map { $0["kind"] as? String } == ["video", "audio"])
  #expect(tracks[0]["codec_string"] as? String == "avc1.64000a")
}

/// A gap of 1 TiB before the moov: only the required bytes are read. `DescribingCostTests` counts them; a program that reads the gap is
/// killed.
@Test func aLargeFileTakesNoLonger() throws {
  let file = Places.scratch("sparse.mp4")
  let small = try Places.fixture("plain.mp4")
  defer { try? FileManager.default.removeItem(at: file) }
  // A free box of 1 TiB before everything else.
  var head: [UInt8] = [0, 0, 0, 1] + Array("free".utf8)
  let size: UInt64 = 1 << 40
  for shift in stride(from: 56, through: 0, by: -8) { head.append(UInt8(truncatingIfNeeded: size >> UInt64(shift))) }
  try Data(head).write(to: file)
  let handle = try FileHandle(forWritingTo: file)
  try handle.truncate(atOffset: size)
  try handle.seek(toOffset: size)
  try handle.write(contentsOf: Data(small))
  try handle.close()
  let result = try Program.mediaprobe("info", file.path)
  #expect(result.status == 0)
  #expect(result.text.contains("H.264"))
}
