import Foundation
import TestSupport
import Testing

/// Sound whose configuration changes within the track.
@Suite struct SoundDescriptionTests {
  private static let sine = ["-v", "error", "-y", "-nostdin", "-f", "lavfi", "-i", "sine=d=2:r=44100"]

  /// Frames after a change of the configuration are read with the new one.
  @Test(.enabled(if: Program.has("ffmpeg")), arguments: [["-ac"] + ["2", "1"], ["-ac"] + ["1", "2"], ["-ar"] + ["44100", "48000"]])
  func framesAreReadWithTheirConfiguration(_ change: [String]) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      for value in change.dropFirst() {
        _ = try Program.run("ffmpeg", Self.sine + [change[0], value, "-c:a", "aac", path("\(value).m4a")])
      }
      for name in ["joined.m4a", "joined.flv"] {
        let joined = try Program.mediaprobe("join", "-y", path("\(change[1]).m4a"), path("\(change[2]).m4a"), path(name))
        #expect(joined.status == 0, "\(joined.standardError)")
        let rules = CheckTests.check([UInt8](try Data(contentsOf: folder.appending(path: name)))).findings.map(\.page.id.description)
        #expect(!rules.contains("aac.block-unreadable") && !rules.contains("aac.block-irregular"), "\(name): \(rules)")
        #expect(!rules.contains("across.sound-drift"), "\(name): \(rules)")
      }
    }
  }

  /// Damage after the change is found still.
  @Test(.enabled(if: Program.has("ffmpeg"))) func damageAfterAChangeIsFound() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      for channels in ["2", "1"] { _ = try Program.run("ffmpeg", Self.sine + ["-ac", channels, "-c:a", "aac", path("\(channels).m4a")]) }
      _ = try Program.mediaprobe("join", "-y", path("2.m4a"), path("1.m4a"), path("joined.flv"))
      var edit = TagEdit([UInt8](try Data(contentsOf: folder.appending(path: "joined.flv"))))
      let last = try #require(edit.tags.indices.last { edit.tags[$0].type == 8 })
      edit.tags[last].body.replaceSubrange(2..., with: [UInt8](repeating: 0xA5, count: 100))
      #expect(CheckTests.check(edit.bytes).findings.contains { $0.page.id.description == "aac.block-unreadable" })
    }
  }
}
