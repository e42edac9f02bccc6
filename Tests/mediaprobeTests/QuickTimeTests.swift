import Foundation
import TestSupport
import Testing

/// QuickTime movies that become ISO files, or tracks of them.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct QuickTimeTests {
  private static func make(_ arguments: [String], _ path: String) throws {
    let source = ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=1", "-f", "lavfi", "-i", "sine=r=48000:d=1"]
    let result = try Program.run("ffmpeg", ["-nostdin", "-v", "error"] + source + ["-pix_fmt", "yuv420p"] + arguments + [path])
    #expect(result.status == 0, "\(result.standardError)")
  }

  private static func boxes(_ path: String) throws -> String { try Program.mediaprobe("mp4", "--full", path).text }

  private static func streams(_ path: String) throws -> String {
    let entries = "stream=codec_name,codec_tag_string,width,height,sample_rate,channels:stream_tags=language,handler_name,timecode"
    return try Program.run("ffprobe", ["-v", "error", "-show_entries", entries, "-of", "compact", path]).text
  }

  private static let movie = [
    "-c:v", "libx264", "-c:a", "aac", "-timecode", "01:00:00:00", "-metadata:s:a", "language=fra", "-metadata", "title=A",
  ]

  @Test(arguments: [[], ["--fragment", "500ms"], ["--faststart"]]) func aMovieBecomesAnISOFile(_ options: [String]) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      try Self.make(Self.movie, path("a.mov"))
      let result = try Program.run(Program.mediaprobe, ["remux", "--verify"] + options + [path("a.mov"), path("b.mp4")])
      #expect(result.status == 0, "\(result.standardError)")
      let boxes = try Self.boxes(path("b.mp4"))
      for word in ["qt  ", "mhlr", "dhlr", "wave"] { #expect(!boxes.contains(word), "\(word)") }
      // QuickTime has a code for no language.
      #expect(try Self.streams(path("b.mp4")).replacingOccurrences(of: "tag:language=und|", with: "") == Self.streams(path("a.mov")))
      for stream in ["v", "a"] {
        let (new, old) = (try decodedFrames(path("b.mp4"), stream), try decodedFrames(path("a.mov"), stream))
        // FFmpeg shows the priming of sound in fragments, and starts with their first decoding time.
        #expect(options.contains("--fragment") ? new.map(\.hash).suffix(20) == old.map(\.hash).suffix(20) : new == old)
      }
      let check = try Program.mediaprobe("check", path("b.mp4")).text
      for rule in ["mp4.language", "mp4.reserved-field"] { #expect(!check.contains(rule), "\(check)") }
    }
  }

  /// QuickTime has the configuration of AC-3 in `wave`, and an entry of its own for MP3.
  @Test(arguments: [["ac3", "ac-3"], ["eac3", "ec-3"], ["libmp3lame", "mp4a"]]) func soundHasTheEntryOfAnISOFile(_ coding: [String]) throws
  {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      try Self.make(["-c:v", "libx264", "-c:a", coding[0]], path("a.mov"))
      let result = try Program.mediaprobe("remux", "--verify", path("a.mov"), path("b.mp4"))
      #expect(result.status == 0 && !result.standardError.contains("QuickTime"), "\(result.standardError)")
      #expect(try Self.streams(path("b.mp4")).contains("codec_tag_string=\(coding[1])"))
      #expect(try decodedSound(path("b.mp4")) == decodedSound(path("a.mov")))
      #expect(try Program.mediaprobe("check", path("b.mp4")).status == 0)
    }
  }

  @Test func aMovieStaysOneUnderItsName() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      try Self.make(Self.movie, path("a.mov"))
      #expect(try Program.mediaprobe("remux", "--verify", path("a.mov"), path("b.mov")).status == 0)
      #expect(try Self.boxes(path("b.mov")).contains("qt  "))
    }
  }

  /// ProRes and uncompressed sound have no sample entries in ISO files.
  @Test(arguments: [["-c:v", "prores", "-c:a", "aac"], ["-c:v", "libx264", "-c:a", "pcm_s16le"]])
  func whatOnlyQuickTimeHoldsStaysThere(_ coding: [String]) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      try Self.make(coding, path("a.mov"))
      let result = try Program.mediaprobe("remux", "--verify", path("a.mov"), path("b.mp4"))
      #expect(
        result.status == 0 && result.standardError.contains("has a sample entry that only QuickTime files have"), "\(result.standardError)")
      #expect(try Self.boxes(path("b.mp4")).contains("qt  "))
      for stream in ["v", "a"] { #expect(try decodedFrames(path("b.mp4"), stream) == decodedFrames(path("a.mov"), stream)) }
    }
  }

  @Test func aTrackOfAMovieBecomesOneOfAnISOFile() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      try Self.make(Self.movie, path("a.mov"))
      let fixture = Places.fixtures.appending(path: "plain.mp4").path
      let result = try Program.mediaprobe("addtrack", "--verify", fixture, path("a.mov"), "--track", "1", path("b.mp4"))
      #expect(result.status == 0, "\(result.standardError)")
      let boxes = try Self.boxes(path("b.mp4"))
      for word in ["qt  ", "mhlr", "dhlr", "wave"] { #expect(!boxes.contains(word), "\(word)") }
      #expect(boxes.contains("fra"))
      // Both are in one alternate group, of which one is to be played.
      let streams = ["-v", "error", "-select_streams", "a", "-show_entries", "stream_disposition=default", "-of", "csv=p=0", path("b.mp4")]
      #expect(try Program.run("ffprobe", streams).text.split(separator: "\n") == ["1", "0"])
    }
  }

  /// FFmpeg leaves the language of chapters 0, which is no code in an ISO file.
  @Test func anISOFileHasNoMacintoshLanguage() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      try Data(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=400\ntitle=One\n".utf8).write(to: folder.appending(path: "c"))
      let inputs = ["-nostdin", "-v", "error", "-i", fixturePath("plain.mp4"), "-i", path("c"), "-map_metadata", "1"]
      #expect(try Program.run("ffmpeg", inputs + ["-c", "copy", path("a.mp4")]).status == 0)
      #expect(try Program.mediaprobe("check", path("a.mp4")).text.contains("mp4.language"))
      let result = try Program.mediaprobe("remux", "--verify", path("a.mp4"), path("b.mp4"))
      #expect(result.status == 0, "\(result.standardError)")
      #expect(try !Program.mediaprobe("check", path("b.mp4")).text.contains("mp4.language"))
      #expect(try !Program.mediaprobe("info", path("b.mp4")).text.contains("Language        eng"))
      #expect(try Program.mediaprobe("diff", "--only", "container", path("a.mp4"), path("b.mp4")).text.contains("language"))
    }
  }

  /// An ISO file whose handlers and languages are as in QuickTime gets those of ISO.
  @Test func anISOFileLosesTracesOfQuickTime() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      try Self.make(Self.movie, path("a.mov"))
      // The brand alone tells a player what the file is.
      var bytes = [UInt8](try Data(contentsOf: folder.appending(path: "a.mov")))
      let brand = Array("isom".utf8)
      for place in [8, 16] { bytes.replaceSubrange(place..<place + 4, with: brand) }
      try Data(bytes).write(to: folder.appending(path: "b.mp4"))
      #expect(try Program.mediaprobe("check", path("b.mp4")).text.contains("mp4.language"))
      let result = try Program.mediaprobe("remux", "--verify", path("b.mp4"), path("c.mp4"))
      #expect(result.status == 0, "\(result.standardError)")
      let check = try Program.mediaprobe("check", path("c.mp4")).text
      for rule in ["mp4.language", "mp4.reserved-field"] { #expect(!check.contains(rule), "\(check)") }
    }
  }

  /// The tables of compressed sound count the samples of a packet one by one, with a size of 1: the packets are those of ffprobe.
  @Test func packetsOfCompressedSound() throws {
    try withEmptyFolder { folder in
      let path = folder.appending(path: "a.mov").path
      let source = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=r=48000:d=2", "-c:a", "adpcm_ms", path]
      #expect(try Program.run("ffmpeg", source).status == 0)
      let fields = ["-v", "error", "-show_entries", "packet=pts,duration,size,pos", "-of", "csv=p=0"]
      let theirs = try Program.run("ffprobe", fields + [path]).text
      #expect(theirs.split(separator: "\n").count == 48)
      #expect(try Program.run(Program.mediaprobe, ["ffprobe"] + fields + [path]).text == theirs)
      let check = try Program.mediaprobe("check", "--fail-on", "warning", path)
      #expect(check.status == 0, "\(check.text)")
      #expect(try Program.mediaprobe("info", path).text.contains("Samples         48\n"))
    }
  }
}
