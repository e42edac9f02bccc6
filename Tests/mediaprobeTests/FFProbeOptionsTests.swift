import Foundation
import TestSupport
import Testing

/// Options of ffprobe, compared with it.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct FFProbeOptionsTests {
  private static let film = "-f lavfi -i testsrc2=s=64x64:r=25:d=3 -f lavfi -i sine=d=3:r=48000 -c:v libx264 -g 25 -threads 1"
  private static let packets = ["-show_packets", "-show_entries", "packet=stream_index,pts,dts,flags", "-of", "csv"]

  @Test(arguments: [
    ["-count_frames", "-show_entries", "stream=nb_read_frames,nb_read_packets"], ["-show_entries", "format=duration : stream=index"],
    ["-show_entries", "stream = index , codec_type"], ["-show_streams", "-show_optional_fields", "never"],
    ["-show_streams", "-of", "json", "-show_optional_fields", "always"], ["-bitexact", "-show_streams", "-show_format"],
    ["-noprivate", "-show_streams"], ["-show_format", "-of", "xml=q=1"], ["-noprivate", "-show_packets", "-of", "xml=x=1"],
    ["-select_streams", "u", "-show_entries", "stream=index"], ["-select_streams", "m:language:und", "-show_entries", "stream=index"],
    ["-select_streams", "a:m:language:UND", "-show_entries", "format=nb_streams:stream=index"],
    ["-select_streams", "v:u", "-show_entries", "stream=index"], ["-f", "mp4", "-show_entries", "stream=index"],
    ["-f", "mov,mp4", "-show_entries", "stream=index"],
    ["-skip_frame", "nokey", "-select_streams", "v", "-show_entries", "frame=pts,pict_type,coded_picture_number"],
  ])
  func optionsOfScripts(words: [String]) throws {
    try FFProbePacketsTests.compare(words + [fixturePath("plain.mp4")])
  }

  /// The description on standard error is the same, line by line. Of a fragmented file, FFmpeg has the bit rates of the first fragment.
  @Test(arguments: ["plain.mp4", "faststart.mp4", "hvc1.mp4", "avc_aac.flv", "tone.aac", "bframes.h264"])
  func filesAreDescribed(name: String) throws {
    func lines(_ program: String, _ words: [String]) throws -> [String] {
      let result = try Program.run(program, words + ["-hide_banner", fixturePath(name)])
      #expect(result.status == 0 && result.text.isEmpty)
      // Messages of FFmpeg's readers begin with their addresses.
      return result.standardError.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("[") }
    }
    #expect(try lines(Program.mediaprobe, ["ffprobe"]) == lines("ffprobe", []))
    let quiet = try Program.mediaprobe("ffprobe", "-v", "warning", fixturePath(name))
    #expect(quiet.standardError.isEmpty)
  }

  /// Options that change nothing for a file, and a name that is printed instead of its own.
  @Test(arguments: [
    ["-print_filename", "film.mp4"], ["-fflags", "+genpts"], ["-err_detect", "explode"], ["-rw_timeout", "5000000"],
    ["-protocol_whitelist", "file,http"], ["-skip_frame:v", "nokey"], ["-show_private_data"],
  ])
  func optionsWithoutAnEffect(words: [String]) throws {
    try FFProbePacketsTests.compare(words + ["-show_format", "-show_entries", "stream=index,is_avc", fixturePath("plain.mp4")])
  }

  @Test func protocolsAreRestricted() throws {
    let all = ["-v", "error", "-protocol_whitelist", "http,https", "-show_format", fixturePath("plain.mp4")]
    let ours = try Program.run(Program.mediaprobe, ["ffprobe"] + all)
    #expect(ours.status == 1 && ours.standardError.contains("Protocol 'file' not on whitelist 'http,https'!"), "\(ours.standardError)")
    #expect(try Program.run("ffprobe", all).status == 1)
  }

  @Test func theVersionIsPrinted() throws {
    let result = try Program.mediaprobe("ffprobe", "-version")
    #expect(result.status == 0 && result.text.hasPrefix("ffprobe version 5.1 "))
    let list = try Program.mediaprobe("ffprobe", "-formats")
    #expect(list.status == 1 && list.standardError.contains("'formats' is not supported"))
  }

  /// A file of another format is good, and named.
  @Test func foreignFilesAreNamed() throws {
    let result = try Program.run(
      Program.mediaprobe, ["ffprobe", "-v", "error", "-show_format", "-"],
      input: Data([0x1A, 0x45, 0xDF, 0xA3] + [UInt8](repeating: 0, count: 200)))
    #expect(result.status == 1 && result.standardError.contains("Matroska"), "\(result.standardError)")
  }

  /// Streams that these files do not have.
  @Test(arguments: ["t", "t:0", "p:0", "p:0x1:v", "v:p:7", "a:t", "s"]) func noStreams(specifier: String) throws {
    let path = fixturePath("plain.mp4")
    try FFProbePacketsTests.compare(["-select_streams", specifier, "-show_streams", "-show_packets", "-of", "json", path])
    let refused = try Program.mediaprobe("ffprobe", "-v", "error", "-select_streams", "p:x", "-show_streams", path)
    #expect(refused.status == 1 && refused.standardError.contains("Invalid stream specifier: p:x."))
  }

  /// What ffprobe refuses with an error alone.
  @Test(arguments: [
    ["-f", "flv"], ["-f", "foo"], ["-read_intervals", "foo"], ["-read_intervals", "1%+x"], ["-read_intervals", "%1,1s%x"],
  ])
  func refusedOptions(words: [String]) throws {
    let all = ["-v", "error"] + words + ["-show_format", fixturePath("plain.mp4")]
    let (ours, theirs) = (try Program.run(Program.mediaprobe, ["ffprobe"] + all), try Program.run("ffprobe", all))
    #expect(theirs.status == 1 && ours.status == 1)
    #expect(ours.text == theirs.text && ours.standardError == theirs.standardError)
  }

  /// Values of the options of forms are tokens with backslashes, quotes and white space.
  @Test(arguments: [
    #"csv=s=\|"#, #"compact=s=\,"#, #"compact=s=\:"#, #"flat=s=\\:"#, #"flat=s=\:"#, "flat=s= _", "compact=s=';'", "compact=s= ; ",
    "compact=s=' '", #"compact=s=\"#, "csv= p = no", "csv=p=0:", "csv=p=disabled:s=;", #"json=c=\1"#, "csv=nk=1:nk=0",
  ])
  func optionsOfForms(form: String) throws {
    try FFProbePacketsTests.compare(["-show_entries", "stream=index:stream_tags=handler_name", "-of", form, fixturePath("plain.mp4")])
  }

  /// ffprobe names the form and an address before each line.
  @Test(arguments: [
    "compact=s= ", "compact=s=", "compact=s='", #"flat=s=\\\\:"#, "flat=s=ab", "compact=s=\u{E9}", "csv=:p=0", "csv=p", "csv=p=2",
    "csv=p=0=1", "csv=0", "csv=foo=1", "compact=e=foo",
  ])
  func refusedOptionsOfForms(form: String) throws {
    let all = ["-v", "error", "-show_format", "-of", form, fixturePath("plain.mp4")]
    let (ours, theirs) = (try Program.run(Program.mediaprobe, ["ffprobe"] + all), try Program.run("ffprobe", all))
    #expect(theirs.status == 1 && ours.status == 1 && ours.text.isEmpty)
    let lines = theirs.standardError.split(separator: "\n").map { $0.drop { $0 != "]" }.dropFirst(2) }
    #expect(ours.standardError.split(separator: "\n") == lines)
  }

  /// Parts of a file: from its start, from the middle, and one after the other.
  @Test(arguments: [
    "%+#3", "%0.5", "0%+0.3", "%0.1,%+0.1", "0.5%+#3", "0.92%+#2", "1%+#4", "1.5%+#5", "2%2.2", "2.999%+0.2", "100%+#2",
    "00:00:01.5%+#1", "500ms%+#1", "%+#0", "%+#2,+1%+#2", "1%+#2,+1%+#2", "-1%+#1",
    "+1", "+1.1%+0.3", "+1%+#2,+1%+#2",
  ])
  func intervals(interval: String) throws {
    try withEmptyFolder { folder in
      let path = try FFProbePacketsTests.make("\(Self.film) -c:a aac", folder.appending(path: "a.mp4"))
      let words = ["-v", "error", "-read_intervals", interval] + Self.packets + [path]
      let (ours, theirs) = (try Program.run(Program.mediaprobe, ["ffprobe"] + words), try Program.run("ffprobe", words))
      #expect(ours.text == theirs.text)
      #expect(ours.status == theirs.status)
    }
  }

  @Test func startsNeedTables() throws {
    let path = fixturePath("avc_aac.flv")
    try FFProbePacketsTests.compare(["-read_intervals", "%+#3"] + Self.packets + [path])
    let ours = try Program.mediaprobe("ffprobe", "-v", "error", "-read_intervals", "0.5%+#3", "-show_packets", path)
    #expect(ours.status == 1 && ours.standardError.contains("Could not seek"))
  }

  /// The answer in a file.
  @Test func output() throws {
    try withEmptyFolder { folder in
      let (mine, other) = (folder.appending(path: "a.json"), folder.appending(path: "b.json"))
      let words = ["-v", "error", "-show_streams", "-of", "json", fixturePath("plain.mp4"), "-o"]
      let ours = try Program.run(Program.mediaprobe, ["ffprobe"] + words + [mine.path])
      #expect(ours.status == 0 && ours.text.isEmpty && ours.standardError.isEmpty)
      #expect(try Program.run("ffprobe", words + [other.path]).status == 0)
      #expect(try Data(contentsOf: mine) == Data(contentsOf: other))
      let failed = try Program.run(Program.mediaprobe, ["ffprobe"] + words + [folder.appending(path: "no/a").path])
      #expect(failed.status == 1 && failed.standardError.hasPrefix("Failed to open output"))
      // The file that is read is not replaced by the answer.
      let copy = folder.appending(path: "c.mp4")
      try Data(Places.fixture("plain.mp4")).write(to: copy)
      let refused = try Program.run(Program.mediaprobe, ["ffprobe", "-show_streams", copy.path, "-o", copy.path])
      #expect(refused.status == 1 && refused.standardError.contains("is the same file as the input"))
      #expect(try Data(contentsOf: copy) == Data(Places.fixture("plain.mp4")))
    }
  }
}
