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

  /// The averages of ffprobe, from the same number of samples and the same duration.
  @Test(
    .enabled(if: Program.has("ffprobe")),
    arguments: ["cbcs", "scuffle_av1_aac_fragmented", "av1-clearkey-cbcs-video", "fate_frag_overlap", "fate_prores4444_tmcd_sowt.mov"])
  func frameRatesAreThoseOfFFProbe(_ name: String) throws {
    let path = corpus + "/mp4/" + name + (name.contains(".") ? "" : ".mp4")
    let entries = ["-v", "error", "-select_streams", "v:0", "-show_entries", "stream=avg_frame_rate", "-of", "csv=p=0", path]
    func rate(_ text: String) throws -> Double {
      let parts = text.split { !$0.isNumber }.compactMap { Double($0) }
      try #require(parts.count == 2, "\(text)")
      return parts[0] / parts[1]
    }
    let average = try rate(try Program.run("ffprobe", entries).text)
    let video = try #require(tracks(try info(path)).first { $0["kind"] as? String == "video" })
    let ratio = try #require((video["frame_rate"] as? [String: Any])?["ratio"] as? String)
    #expect(try abs(rate(ratio) - average) < 0.001 * average, "\(ratio), \(average)")
  }

  /// Parameter sets that are among the samples describe a track whose configuration record has none.
  @Test func setsInSamplesDescribeATrack() throws {
    for (name, profile, depth) in [
      ("fate_dovi-p5", "Main 10", 10), ("fate_dovi-p81", "Main 10", 10), ("fate_frag_overlap", "Constrained Baseline", 8),
    ] {
      let video = try #require(tracks(try info(corpus + "/mp4/\(name).mp4")).first { $0["kind"] as? String == "video" })
      #expect((video["profile"] as? String)?.contains(profile) == true, "\(name): \(video)")
      #expect((video["format"] as? [String: Any])?["bit_depth"] as? Int == depth || video["bit_depth"] as? Int == depth, "\(video)")
    }
  }

  /// Uncompressed QuickTime sound has a size of 1 in its table.
  @Test func uncompressedSoundHasItsRateAndDepth() throws {
    let sound = try #require(tracks(try info(corpus + "/mp4/fate_prores4444_tmcd_sowt.mov")).first { $0["kind"] as? String == "audio" })
    #expect(sound["bit_rate"] as? Int == 1_536_000)
    #expect((sound["sound"] as? [String: Any])?["bit_depth"] as? Int == 16, "\(sound)")
  }

  /// The tag that ends a sequence has a timestamp of 0 here, and the one before it is the last of the media.
  @Test func theEndOfASequenceIsNoTimeOfItsOwn() throws {
    let document = try info(corpus + "/flv/scuffle_av1_aac_enhanced.flv")
    let duration = try #require((document["format"] as? [String: Any])?["duration"] as? [String: Any])
    #expect(duration["value"] as? Int ?? 0 > 2700, "\(duration)")
    // What the file states of its rates is not measured.
    let stated = tracks(try info(corpus + "/flv/scuffle_avc_aac.flv")).compactMap { $0["declared_bit_rate"] as? Int }
    #expect(!stated.isEmpty)
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
