import BitstreamKit
import FLVKit
import Foundation
import MP4Kit
import RTMPKit
import StreamingKit
import TestSupport
import Testing

/// What recorders write of the tags that a server sends.
@Suite struct StreamRecorderTests {
  /// Records tags into a file.
  private static func record(_ tags: [RTMPTag], _ name: String, _ check: (String, StreamRecorder) throws -> Void) throws {
    let folder = Places.scratch("recorder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: name).path
    let recorder = try StreamRecorder(path, name.hasSuffix("flv") ? .flv : .movie)
    for tag in tags { try recorder.append(tag) }
    try recorder.finish()
    try check(path, recorder)
  }

  private static func metaData(_ duration: Double) throws -> RTMPTag {
    var data = FLVMetaData()
    (data.duration, data.width, data.videocodecid, data.audiocodecid) = (duration, 176, .number(7), .number(10))
    return RTMPTag(.script, at: 0, try data.scriptData().encoded())
  }

  /// nginx sends a tag of its own before the metadata. Metadata of the publisher has the duration of its file, and players take the last.
  @Test(.enabled(if: Program.has("ffprobe"))) func metaDataIsThatOfTheRecording() throws {
    let access = RTMPTag(.script, at: 0, [2, 0, 17] + Array("|RtmpSampleAccess".utf8) + [1, 0, 1, 0])
    let all = try tags(ofFile: Places.fixtures.appending(path: "avc_aac.flv").path).filter { $0.type != .dataAMF0 }
    let sent = [access, try Self.metaData(12)] + all.prefix(20) + [try Self.metaData(34)] + all.dropFirst(20)
    try Self.record(sent, "a.flv") { path, _ in
      let shown = ["-v", "error", "-show_entries", "format=duration:stream=width", "-of", "csv=p=0", path]
      let lines = try Program.run("ffprobe", shown).text.split(separator: "\n")
      let duration = try #require(lines.last.flatMap { Double($0) })
      #expect(duration > 0.9 && duration < 1.2, "\(lines)")
      // Before the media there is one.
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      #expect(bytes.indices.count { bytes[$0...].starts(with: "onMetaData".utf8) } == 2)
    }
  }

  /// Sources of other sampling rates, and MP3 of a rate that FLV has no code for: sound stays with the pictures.
  @Test(
    .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe")),
    arguments: [["22050 aac", "44100 aac"], ["44100 aac", "48000 aac"], ["48000 libmp3lame"]])
  func soundStaysWithThePictures(sources: [String]) throws {
    try withEmptyFolder { folder in
      var all: [RTMPTag] = []
      for (index, source) in sources.enumerated() {
        let (words, path) = (source.split(separator: " "), folder.appending(path: "\(index).flv").path)
        let made = try Program.shell(
          """
          ffmpeg -nostdin -v error -f lavfi -i testsrc=s=64x64:r=25:d=4 -f lavfi -i sine=d=4:r=\(words[0]) \
          -c:v libx264 -bf 0 -c:a \(words[1]) -ac 2 '\(path)'
          """)
        try #require(made.status == 0, "\(made.standardError)")
        for var tag in try tags(ofFile: path) where tag.type != .dataAMF0 {
          tag.time += Int64(index) * 4040
          all.append(tag)
        }
      }
      try Self.record(all, "a.mp4") { path, recorder in
        let news = recorder.takeNews()
        #expect(news.isEmpty, "\(news)")
        let shown = try Program.run("ffprobe", ["-v", "error", "-show_entries", "stream=duration", "-of", "csv=p=0", path]).text
        let durations = shown.split(separator: "\n").compactMap { Double($0) }
        #expect(durations.count == 2 && abs((durations.max() ?? 9) - (durations.min() ?? 0)) < 0.15, "\(shown)")
        #expect((durations.max() ?? 0) > 3.9 * Double(sources.count))
      }
    }
  }

  /// A source that goes on with another codec: the movie says what it lacks.
  @Test func anotherCodec() throws {
    var all = try tags(ofFile: Places.fixtures.appending(path: "avc_aac.flv").path).filter { $0.type != .dataAMF0 }
    let end = (all.map(\.time).max() ?? 0) + 40
    let other = Places.scratch("other.flv")
    defer { try? FileManager.default.removeItem(at: other) }
    #expect(try Program.mediaprobe("remux", Places.fixtures.appending(path: "hvc1.mp4").path, other.path).status == 0)
    for var tag in try tags(ofFile: other.path) where tag.type == .video {
      tag.time += end
      all.append(tag)
    }
    try Self.record(all, "a.mp4") { path, recorder in
      #expect(recorder.takeNews() == ["pictures after a change of the codec are dropped: record to .flv"])
      // It is news once.
      #expect(recorder.takeNews().isEmpty)
      let check = try Program.mediaprobe("check", path)
      #expect(check.status == 0, "\(check.text)")
    }
  }

  /// The metadata announces a track that begins late. Without it, the exit code says that the track is missing.
  @Test(arguments: [true, false], ["video", "audio"]) func lateTracksAreRecordedOrMissed(isAnnounced: Bool, late: String) throws {
    var shifted = try tags(ofFile: Places.fixtures.appending(path: "avc_aac.flv").path).filter { $0.type != .dataAMF0 }
    for index in shifted.indices where (shifted[index].type == .video) == (late == "video") { shifted[index].time += 3000 }
    // Of the other track, enough to wait for three seconds.
    let others = shifted.filter { ($0.type == .video) != (late == "video") }
    for index in others.indices where others[index].time > 0 {
      var copy = others[index]
      copy.time += 2900
      shifted.append(copy)
    }
    let sorted = shifted.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    try Self.record((isAnnounced ? [try Self.metaData(9)] : []) + sorted, "a.mp4") { path, recorder in
      let kinds = try Program.mediaprobe("packets", "--format", "csv", path)
      #expect(kinds.status == 0)
      let info = try Program.mediaprobe("info", path).text
      #expect(info.contains("Track 1") == isAnnounced, "\(info)")
      #expect(recorder.lacksMedia == !isAnnounced)
      let news = recorder.takeNews()
      #expect(news.isEmpty == isAnnounced, "\(news)")
    }
  }
}
