import Foundation
import TestSupport
import Testing

/// `mediaprobe explain`: answers, names, exit codes.
@Suite struct ExplainCommandTests {
  private func path(_ name: String) -> String { Places.fixtures.appending(path: name).path }

  @Test(arguments: [
    ("plain.mp4", "15770", "avcC"), ("plain.mp4", "1830", "mdat"), ("faststart.mp4", "moov/trak[1]/mdia/mdhd", "path"),
    ("opengop.hevc", "unit 1", "unit"), ("avc_aac.flv", "sample 0:2", "sample"), ("tone.aac", "0x3", "adts"),
  ]) func golden(_ file: String, _ place: String, _ label: String) throws {
    for (form, suffix) in [("text", "text"), ("json", "json")] {
      let result = try Program.mediaprobe("explain", "--format", form, path(file), place)
      #expect(result.status == 0, "\(result.standardError)")
      try Golden.check(result.text.replacingOccurrences(of: path(file), with: file), "explain/\(file).\(label).\(suffix)")
    }
  }

  @Test func aPlaceCanBeTwoWords() throws {
    let one = try Program.mediaprobe("explain", path("plain.mp4"), "sample 0:3")
    let two = try Program.mediaprobe("explain", path("plain.mp4"), "sample", "0:3")
    #expect(one.text == two.text && one.status == 0)
    #expect(one.text.contains("sample 3"))
  }

  /// Bytes before the first start code are zero bytes of the syntax, or none of it.
  @Test func leadingBytesAreToldApart() throws {
    try withEmptyFolder { folder in
      let stream = try Places.fixture("bframes.h264")
      for (name, bytes, expected) in [
        ("zeros.h264", [UInt8](repeating: 0, count: 9), "Zero bytes before the first start code"),
        ("others.h264", Array("RUBBISH".utf8), "bytes before the first start code"),
      ] {
        let file = folder.appending(path: name)
        try Data(bytes + stream).write(to: file)
        let result = try Program.mediaprobe("explain", "--codec", "h264", file.path, "2")
        #expect(result.status == 0 && result.text.contains(expected), "\(name): \(result.text) \(result.standardError)")
      }
    }
  }

  @Test func namesHavePages() throws {
    let page = try Program.mediaprobe("explain", "h264:frame_num")
    #expect(page.status == 0)
    #expect(page.text.hasPrefix("h264:slice_header.frame_num\n  The number of the frame"))
    #expect(page.text.contains("clause: ITU-T H.264 (08/2021), 7.4.3"))
    let rule = try Program.mediaprobe("explain", "check:mp4.media-duration")
    #expect(rule.text.contains("check:mp4.media-duration") && rule.text.contains("remedy: "))
    let json = try Program.mediaprobe("explain", "mp4:stsz", "--json")
    #expect(json.text.contains("\"name\":\"mp4:stsz\""))
  }

  @Test func faultsHaveExitCodes() throws {
    func status(_ words: String...) throws -> Int32 { try Program.run(Program.mediaprobe, ["explain"] + words).status }
    let unknown = try Program.mediaprobe("explain", "h264:frame_nmu")
    #expect(unknown.status == 64)
    #expect(unknown.standardError.contains("Did you mean 'h264:frame_num'"))
    #expect(try status(path("plain.mp4")) == 64)
    #expect(try status(path("plain.mp4"), "somewhere else") == 64)
    #expect(try status(path("plain.mp4"), "99999999") == 64)
    #expect(try status(path("plain.mp4"), "moov/trak[9]") == 64)
    #expect(try status(path("README.md"), "0") == 65)
    #expect(try status(Places.scratch("missing").path, "0") == 66)
  }
}
