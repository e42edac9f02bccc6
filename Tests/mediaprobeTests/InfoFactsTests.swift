import Foundation
import TestSupport
import Testing

private let corpus = Places.corpus?.path ?? ""

/// The JSON document of `info`.
private func info(_ arguments: String...) throws -> [String: Any] {
  let result = try Program.run(Program.mediaprobe, ["info", "--json"] + arguments)
  return try #require(try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any], "\(result.standardError)")
}

private func tracks(_ document: [String: Any]) -> [[String: Any]] { document["tracks"] as? [[String: Any]] ?? [] }

@Suite(.enabled(if: !corpus.isEmpty)) struct InfoFactsTests {
  @Test func captionsOfPicturesHaveTheirChannels() throws {
    let folder = corpus + "/mp4/segments/shaka_h265_cea/h265-cea-"
    let video = try #require(tracks(try info("--init", folder + "init.mp4", folder + "segment.mp4")).first)
    let captions = try #require(video["captions"] as? [String: Any])
    #expect((captions["cea_608"] as? [String])?.contains("CC1") == true, "\(captions)")
    // A stream without captions has no such item.
    #expect(try tracks(info(Places.fixtures.appending(path: "plain.mp4").path)).allSatisfy { $0["captions"] == nil })
  }

  @Test func captionTracksAreNamed() throws {
    let folder = corpus + "/mp4/segments/shaka_cea608_track/cea608-track-"
    let document = try info("--init", folder + "init.mp4", folder + "segment.mp4")
    #expect(tracks(document).contains { $0["codec"] as? String == "CEA-608 captions" })
  }

  /// ffprobe prints the same numbers from the same boxes.
  @Test(.enabled(if: Program.has("ffprobe")), arguments: ["p5", "p7", "p81"]) func dolbyVisionHasProfileAndLevel(_ name: String) throws {
    let path = corpus + "/mp4/fate_dovi-\(name).mp4"
    let probe = try Program.run("ffprobe", ["-v", "error", "-show_streams", "-of", "json", path])
    let streams = (try JSONSerialization.jsonObject(with: probe.standardOutput) as? [String: Any])?["streams"] as? [[String: Any]]
    let sideData = (streams ?? []).compactMap { $0["side_data_list"] as? [[String: Any]] }.flatMap { $0 }
    let record = try #require(sideData.first { $0["dv_profile"] != nil })
    // The base layer of profile 7 is a track of its own.
    let all = tracks(try info(path)).compactMap { $0["hdr"] as? [String: Any] }
    let hdr = try #require(all.first { $0["dolby_vision"] != nil })
    #expect((hdr["dolby_vision"] as? String)?.hasPrefix("\(record["dv_profile"] ?? "")") == true)
    #expect(hdr["dolby_vision_level"] as? Int == record["dv_level"] as? Int)
    #expect((hdr["formats"] as? [String])?.first == "Dolby Vision")
  }

  @Test func encryptedTracksHaveTheirKeys() throws {
    for name in ["cbcs.mp4", "av1-clearkey-cbcs-video.mp4"] {
      let path = corpus + "/mp4/" + name
      let document = try info(path)
      let encryption = try #require((document["format"] as? [String: Any])?["encryption"] as? [String: Any])
      let keys = try #require(encryption["key_ids"] as? [String])
      #expect(keys.count == 1 && keys == tracks(document).compactMap { $0["key_id"] as? String })
      let boxes = try Program.mediaprobe("mp4", "--full", path).text.lowercased()
      #expect(boxes.replacingOccurrences(of: " ", with: "").replacingOccurrences(of: "-", with: "").contains(keys[0]))
    }
  }

  @Test(.enabled(if: Program.has("ffmpeg"))) func interleavingIsToldFromOffsets() throws {
    let folder = Places.scratch("interleaving")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "long.mp4").path
    let made = try Program.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x64:rate=10", "-f", "lavfi", "-i", "sine", "-t", "8", "-c:v",
        "libx264", "-c:a", "aac", path,
      ])
    #expect(made.status == 0, "\(made.standardError)")
    let format = try #require(try info(path)["format"] as? [String: Any])
    #expect(format["interleaved"] as? Bool == true && format["faststart"] as? Bool == false)
    #expect(try Program.mediaprobe("info", path).text.contains("not fast start), tracks interleaved"))
  }
}
