import Foundation
import TestSupport
import Testing

/// The command line as people type it.
@Suite struct FrontDoorTests {
  private func run(_ arguments: [String], input: Data? = nil) throws -> Program.Result {
    try Program.run(Program.mediaprobe, arguments, input: input)
  }

  private func path(_ name: String) -> String { Places.fixtures.appending(path: name).path }

  @Test(arguments: ["/no/such/file", "missing.mp4", "./missing"]) func aMissingFileIsSaid(_ name: String) throws {
    let result = try run([name])
    #expect(result.status == 66)
    #expect(result.standardError == "mediaprobe: \(name): No such file or directory\n")
  }

  @Test func aMistypedCommandIsSaid() throws {
    let result = try run(["inof", path("plain.mp4")])
    #expect(result.status == 64)
    #expect(result.standardError.hasPrefix("Error: Unknown subcommand 'inof'. Did you mean 'info'?\n"))
  }

  @Test func optionsStandAnywhere() throws {
    let file = path("plain.mp4")
    let expected = try run(["info", "--format", "json", file]).text
    for words in [
      ["--json", file], [file, "--json"], ["info", file, "--json"], ["info", "--json", file], ["--format=json", file],
      ["--format", "json", "info", file], ["--json", "info", file],
    ] {
      #expect(try run(words).text == expected, "\(words)")
    }
  }

  @Test func textAndTableAreOneWord() throws {
    #expect(try run(["gop", "--format", "text", path("bframes.h264")]).text == run(["gop", path("bframes.h264")]).text)
    #expect(try run(["mp4", "--format", "table", path("plain.mp4")]).text == run(["mp4", path("plain.mp4")]).text)
  }

  @Test func theVersionHasALetter() throws { #expect(try run(["-V"]).text == run(["--version"]).text) }

  @Test func theOutputHasAnOption() throws {
    let (one, other) = (Places.scratch("one.flv"), Places.scratch("other.flv"))
    defer { for url in [one, other] { try? FileManager.default.removeItem(at: url) } }
    #expect(try run(["remux", path("plain.mp4"), one.path]).status == 0)
    #expect(try run(["remux", "-o", other.path, path("plain.mp4")]).status == 0)
    #expect(try Data(contentsOf: one) == Data(contentsOf: other))
  }

  @Test func anExistingOutputIsGuarded() throws {
    let output = Places.scratch("there.flv")
    defer { try? FileManager.default.removeItem(at: output) }
    try Data("keep".utf8).write(to: output)
    for both in [["-n", "-y"], ["-y", "-n"]] {
      let contradiction = try run(["remux"] + both + [path("plain.mp4"), output.path])
      #expect(contradiction.status == 64 && contradiction.standardError.contains("exclude each other"))
    }
    let refused = try run(["remux", "-n", path("plain.mp4"), output.path])
    #expect(refused.status == 73)
    #expect(try Data(contentsOf: output) == Data("keep".utf8))
    let warned = try run(["remux", path("plain.mp4"), output.path])
    #expect(warned.status == 0)
    #expect(warned.standardError.contains("the existing file will be replaced"))
    for option in ["-y", "-q"] { #expect(try run(["remux", option, path("plain.mp4"), output.path]).standardError.isEmpty) }
    let verbose = try run(["remux", "-yv", path("plain.mp4"), output.path]).standardError
    #expect(verbose.hasPrefix("mediaprobe: wrote \(output.path): 70 samples, "))
  }

  /// Outputs that are not plain arguments are guarded too.
  @Test func existingOutputsOfEncodeAndPublishAreGuarded() throws {
    let output = Places.scratch("there.mp4")
    defer { try? FileManager.default.removeItem(at: output) }
    try Data("keep".utf8).write(to: output)
    let address = "rtmp://127.0.0.1:\(try ScriptedServer.freePort())/live/x"
    for words in [
      ["encode", "-n", "-", output.path + ":h264,quality=20"], ["publish", "-n", path("avc_aac.flv"), address, "--record", output.path],
    ] {
      let refused = try run(words)
      #expect(refused.status == 73 && refused.standardError.contains("the output exists"), "\(refused.standardError)")
      #expect(try Data(contentsOf: output) == Data("keep".utf8))
    }
    // Without the option there is a warning, with `-y` there is none.
    for (option, warns) in [([], true), (["-y"], false)] {
      let result = try run(["publish"] + option + [path("avc_aac.flv"), address, "--record", output.path, "--rate", "0"])
      #expect(result.standardError.contains("the existing file will be replaced") == warns, "\(result.standardError)")
      try Data("keep".utf8).write(to: output)
    }
  }

  @Test func aQualityIsAtMost51() throws {
    let refused = try run(["encode", "-", Places.scratch("a.mp4").path, "--quality", "52"])
    #expect(refused.status == 64 && refused.standardError.contains("'--quality' is not in 0...51: '52'"), "\(refused.standardError)")
  }

  /// `script` of util-linux gives a program a terminal.
  @Test(.enabled(if: Program.has("script"))) func mediaIsNotWrittenToATerminal() throws {
    for words in ["remux --to flv '\(path("plain.mp4"))' -", "edit --set sar=4:3 '\(path("bframes.h264"))'"] {
      let result = try Program.run("script", ["-qec", "'\(Program.mediaprobe)' \(words)", "/dev/null"])
      #expect(result.status == 64)
      #expect(result.text.contains("Standard output is a terminal"))
    }
  }

  /// Containers come through a pipe, too, for every command that reads them.
  @Test(arguments: ["info", "packets", "frames", "gop", "nalu", "params", "trace", "mp4", "roundtrip"])
  func standardInputIsAFile(_ command: String) throws {
    let file = try run([command, path("plain.mp4")])
    let pipe = try run([command, "-"], input: Data(Places.fixture("plain.mp4")))
    #expect(pipe.status == file.status)
    #expect(pipe.text.replacingOccurrences(of: "standard input", with: path("plain.mp4")) == file.text)
  }

  @Test func aPartHasALength() throws {
    let (one, other) = (Places.scratch("one.mp4"), Places.scratch("other.mp4"))
    defer { for url in [one, other] { try? FileManager.default.removeItem(at: url) } }
    #expect(try run(["cut", "--from", "0.2s", "--to", "0.6s", path("plain.mp4"), one.path]).status == 0)
    #expect(try run(["cut", "--from", "0.2s", "--duration", "400ms", path("plain.mp4"), other.path]).status == 0)
    #expect(try Data(contentsOf: one) == Data(contentsOf: other))
    #expect(try run(["cut", "--duration", "1s", "--to", "1s", path("plain.mp4"), other.path]).status == 64)
  }

  /// The parameters of SDP are those that ffmpeg writes for the same stream.
  @Test(.enabled(if: Program.has("ffmpeg")), arguments: ["plain.mp4", "hvc1.mp4"]) func parameterSetsForSDP(_ name: String) throws {
    let ours = try run(["params", "--format", "sprop", path(name)]).text.trimmingCharacters(in: .newlines)
    let sdp = Places.scratch("x.sdp")
    defer { try? FileManager.default.removeItem(at: sdp) }
    let theirs = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-i", path(name), "-map", "0:v:0", "-c", "copy", "-t", "0.01", "-f", "rtp", "-sdp_file", sdp.path,
        "rtp://127.0.0.1:49170",
      ])
    #expect(theirs.status == 0, "\(theirs.standardError)")
    let line = try #require(try String(contentsOf: sdp, encoding: .utf8).split(whereSeparator: \.isNewline).first { $0.contains("sprop") })
    for parameter in ours.split(separator: ";") where parameter.hasPrefix("sprop") {
      #expect(line.contains(parameter), "\(parameter) is not in \(line)")
    }
    let hex = try run(["params", "--format", "hex", path(name)]).text
    let base64 = try run(["params", "--format", "base64", path(name)]).text
    for (one, other) in zip(hex.split(separator: "\n"), base64.split(separator: "\n")) {
      let words = (one.split(separator: " "), other.split(separator: " "))
      let bytes = try #require(Data(base64Encoded: String(words.1[1])))
      #expect(words.0[0] == words.1[0])
      #expect(bytes.map { String(format: "%02x", $0) }.joined() == words.0[1])
    }
  }
}
