import Foundation
import TestSupport
import Testing

@testable import mediaprobe

@Suite(.enabled(if: Program.has("ffprobe"))) struct RetagWithFFprobeTests {
  private func tag(_ path: String) throws -> String {
    try Program.run("ffprobe", ["-v", "error", "-show_entries", "stream=codec_tag_string", "-select_streams", "v", "-of", "csv=p=0", path])
      .text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(arguments: [("hvc1.mp4", "hvc1", "hev1"), ("plain.mp4", "avc1", "avc3"), ("fragmented.mp4", "avc1", "avc3")])
  func theNameChangesThereAndBack(source: String, one: String, other: String) throws {
    try withEmptyFolder { folder in
      let target = folder.appending(path: "a.mp4")
      #expect(try Program.mediaprobe("retag", "--\(other)", fixturePath(source), target.path).status == 0)
      #expect(try tag(target.path) == other)
      #expect(try decodedFrames(target.path, "v") == decodedFrames(fixturePath(source), "v"))
      let place = try FileManager.default.attributesOfItem(atPath: target.path)[.systemFileNumber] as? Int
      #expect(try Program.mediaprobe("retag", "--in-place", "--\(one)", target.path).status == 0)
      #expect(try tag(target.path) == one)
      #expect(try [UInt8](Data(contentsOf: target)) == Places.fixture(source))
      #expect(try FileManager.default.attributesOfItem(atPath: target.path)[.systemFileNumber] as? Int == place)
      #expect(try fileNames(folder) == ["a.mp4"])
    }
  }
}

@Test func whatCannotBeRenamedIsSaid() throws {
  try withEmptyFolder { folder in
    let target = folder.appending(path: "a.mp4").path
    let wrong = try Program.mediaprobe("retag", "--hvc1", fixturePath("plain.mp4"), target)
    #expect(wrong.status == 65 && wrong.standardError.contains("there is no sample entry hvc1 or hev1"))
    #expect(try Program.mediaprobe("retag", fixturePath("hvc1.mp4"), target).status == 64)
    #expect(try Program.mediaprobe("retag", "--hvc1", "--hev1", fixturePath("hvc1.mp4"), target).status == 64)
    #expect(try Program.mediaprobe("retag", "--hev1", fixturePath("hvc1.mp4")).status == 64)
    #expect(try Program.mediaprobe("retag", "--hev1", "--in-place", fixturePath("hvc1.mp4"), target).status == 64)
    let flv = try Program.mediaprobe("retag", "--avc3", fixturePath("avc_aac.flv"), target)
    #expect(flv.status == 65 && flv.standardError.contains("only the MP4 family"))
    #expect(try fileNames(folder) == [])
  }
}
