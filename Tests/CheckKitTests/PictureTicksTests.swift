import CheckKit
import Foundation
import HEVCKit
import TestSupport
import Testing

/// pic_struct states how many ticks a picture lasts: frames that are doubled, tripled or shown for three fields are fewer a second than the
/// clock of the VUI suggests.
@Suite struct PictureTicksTests {
  private static func source(_ folder: URL, rate: Int) throws -> String {
    let path = folder.appending(path: "s.y4m").path
    let picture = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=\(rate):d=2", "-pix_fmt", "yuv420p"]
    _ = try Program.run("ffmpeg", ["-v", "error", "-y", "-nostdin"] + picture + [path])
    return path
  }

  private static func findings(_ folder: URL, _ name: String) throws -> [RuleFinding] {
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
    #expect(!bytes.isEmpty, "\(name)")
    return CheckTests.check(bytes).findings
  }

  @Test(
    .enabled(if: Program.has("ffmpeg") && Program.has("x264")),
    arguments: [("double", 25), ("triple", 25), ("32", 24), ("euro", 24)])
  func framesOfPulldownLastLonger(_ pulldown: String, _ rate: Int) throws {
    try withEmptyFolder { folder in
      let source = try Self.source(folder, rate: rate)
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let x264 = try Program.run(
        "x264", ["--quiet", "--preset", "veryfast", "--pulldown", pulldown, "-o", path("s.264"), source])
      #expect(x264.status == 0, "\(x264.standardError)")
      _ = try Program.mediaprobe("remux", "-y", "--fps", "\(rate)", path("s.264"), path("s.mp4"))
      for name in ["s.264", "s.mp4"] {
        let rules = try Self.findings(folder, name).map(\.page.id.description)
        #expect(!rules.contains("h264.level-macroblock-rate"), "\(name)")
        #expect(!rules.contains("across.frame-rate"), "\(name)")
        #expect(!rules.contains("h264.compression-ratio"), "\(name)")
      }
    }
  }

  /// A rate that is too high with the durations of pic_struct is found, and stated as such.
  @Test(.enabled(if: Program.has("ffmpeg") && Program.has("x264"))) func ratesAboveTheLevelAreFoundStill() throws {
    try withEmptyFolder { folder in
      let source = try Self.source(folder, rate: 25)
      let output = folder.appending(path: "s.264").path
      _ = try Program.run("x264", ["--quiet", "--level", "1.1", "--pulldown", "double", "-o", output, source])
      let found = try Self.findings(folder, "s.264").first { $0.page.id.description == "h264.level-macroblock-rate" }
      // 20 × 12 macroblocks in 25 frames a second; the clock ticks for 50.
      #expect(found?.message == "6000 macroblocks a second exceed level 1.1, which allows 3000")
    }
  }

  /// Pictures of 128 × 96 samples: level 1 allows 45 a second.
  @Test(arguments: [(75, 0, true), (75, 7, false), (75, 8, false), (125, 7, true), (125, 8, false), (125, 5, false)])
  func picturesOfH265LastLonger(_ ticks: UInt32, _ structure: UInt8, _ isTooFast: Bool) throws {
    let rules = CheckTests.check(try Self.hevc(ticks, structure)).findings.map(\.page.id.description)
    #expect(rules.contains("hevc.level-luma-rate") == isTooFast, "\(rules)")
    #expect(!rules.contains("hevc.missing-pic-timing"))
  }

  /// The fixture with a clock and pic_struct.
  private static func hevc(_ ticks: UInt32, _ structure: UInt8) throws -> [UInt8] {
    var edit = StreamEdit(try Places.fixture("opengop.hevc"))
    try edit.editHEVC(1) { unit in
      guard case .seqParameterSet(var set) = unit.payload else { return }
      var vui = set.vuiParameters ?? HEVCKit.VUIParameters()
      var timing = HEVCKit.VUIParameters.TimingInfo()
      (timing.vuiNumUnitsInTick, timing.vuiTimeScale) = (1, ticks)
      (vui.timingInfo, vui.frameFieldInfoPresentFlag) = (timing, true)
      set.vuiParameters = vui
      unit.payload = .seqParameterSet(set)
    }
    let set = edit.units[1]
    for index in edit.units.indices where edit.units[index][0] >> 1 & 63 == 33 { edit.units[index] = set }
    var sets = HEVCKit.ParameterSets()
    for unit in edit.units[..<3] { sets.update(with: try HEVCKit.NALUnit(parsing: unit, sets: sets)) }
    sets.activeSeqParameterSetId = 0
    var timing = HEVCKit.PicTiming()
    timing.frameFieldInfo = .init()
    timing.frameFieldInfo?.picStruct = structure
    var message = HEVCKit.SEIMessage()
    (message.payloadType, message.payload) = (1, .picTiming(timing))
    var information = HEVCKit.SupplementalEnhancementInformation()
    information.messages = [message]
    var unit = HEVCKit.NALUnit()
    (unit.header.nalUnitType, unit.payload) = (39, .sei(information))
    let bytes = try unit.encoded(sets: sets)
    for index in edit.units.indices.reversed() where edit.units[index][0] >> 1 & 63 < 32 && edit.units[index][2] & 0x80 != 0 {
      edit.insert(bytes, at: index)
    }
    return edit.bytes
  }
}
