import Foundation
import TestSupport
import Testing

@testable import mediaprobe

/// Runs `body` with a temporary folder.
private func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = Places.scratch("encode")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

private func names(_ folder: URL) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

/// Creates a Y4M file of moving pictures with a fractional frame rate.
private func makeInput(_ folder: URL, frames: Int = 60, name: String = "in.y4m", size: String = "128x96") throws -> String {
  let path = folder.appending(path: name).path
  let words = [
    "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=30000/1001", "-frames:v", "\(frames)", "-pix_fmt",
    "yuv420p",
    path,
  ]
  guard try Program.run("ffmpeg", words).status == 0 else { throw CocoaError(.fileWriteUnknown) }
  return path
}

private func makeSound(_ folder: URL, seconds: Int = 2) throws -> String {
  let path = folder.appending(path: "in.wav").path
  let words = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=\(seconds)", path]
  guard try Program.run("ffmpeg", words).status == 0 else { throw CocoaError(.fileWriteUnknown) }
  return path
}

/// A hash of each frame that FFmpeg decodes, in display order.
private func hashes(_ path: String) throws -> [String] {
  let result = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-vsync", "0", "-f", "framemd5", "-"])
  #expect(result.standardError.isEmpty, "\(path): \(result.standardError)")
  return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    .compactMap { $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } }
}

/// Presentation times of the frames in seconds, from ffprobe.
private func times(_ path: String, _ stream: String = "v") throws -> [Double] {
  let result = try Program.run(
    "ffprobe", ["-v", "error", "-select_streams", stream, "-show_entries", "frame=pts_time", "-of", "csv=p=0", path])
  return result.text.split(separator: "\n").compactMap { Double($0.split(separator: ",")[0]) }
}

/// The average PSNR of two files, from FFmpeg's filter.
private func psnr(_ a: String, _ b: String) throws -> String {
  let words = ["-nostdin", "-i", a, "-i", b, "-lavfi", "[0:v]setpts=N/25/TB[a];[1:v]setpts=N/25/TB[b];[a][b]psnr", "-f", "null", "-"]
  let result = try Program.run("ffmpeg", words)
  return result.standardError.split(separator: " ").first { $0.hasPrefix("average:") }.map(String.init) ?? "none"
}

private let fast = ["--preset", "superfast"]

@Suite(.waiting, .enabled(if: Program.has("x264") && Program.has("x265") && Program.has("ffmpeg") && Program.has("ffprobe")))
struct EncodeWithToolsTests {
  /// A program that encodes one codec makes it: in containers of both, and in nothing else.
  @Test func theProgramSaysTheCodec() throws {
    try withFolder { folder in
      let input = try makeInput(folder)
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let result = try Program.mediaprobe("encode", input, path("a.mp4"), path("b.h264"), "--encoder", "x265", "--effort", "realtime")
      #expect(result.status == 0, "\(result.standardError)")
      #expect(try Program.mediaprobe("info", path("a.mp4")).text.contains("H.265"))
      #expect(try Program.mediaprobe("info", path("b.h264")).text.contains("H.264"))
      for (words, message) in [
        ([path("c.hevc"), "--encoder", "x264"], "No output is H.264, which is what x264 encodes"),
        ([path("c.h264"), "--encoder", "x265"], "No output is H.265, which is what x265 encodes"),
        ([path("d.mp4") + ":hevc,encoder=x264"], "is H.265, and x264 encodes H.264"),
      ] {
        let refused = try Program.run(Program.mediaprobe, ["encode", input] + words)
        #expect(refused.status == 64 && refused.standardError.contains(message), "\(refused.standardError)")
      }
    }
  }

  /// Two codecs and three containers in one pass give the same frames as each encoder alone.
  @Test(arguments: ["yes", "no"]) func oneSourceManyOutputs(bframes: String) throws {
    try withFolder { folder in
      let input = try makeInput(folder)
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let outputs = ["a.mp4", "b.mp4", "c.flv", "d.h264", "e.hevc", "f.flv"]
      let words = [path("a.mp4"), path("b.mp4") + ":hevc", path("c.flv"), path("d.h264"), path("e.hevc"), path("f.flv") + ":hevc"]
      let result = try Program.run(Program.mediaprobe, ["encode", "--bframes", bframes] + fast + [input] + words)
      #expect(result.status == 0 && result.standardError.isEmpty && result.text.isEmpty, "\(result.standardError)")
      // Runs each encoder alone in a shell.
      let flags = bframes == "yes" ? (h264: "3", hevc: "4") : (h264: "0", hevc: "0")
      _ = try Program.shell(
        """
        x264 --quiet --no-progress --preset superfast --bframes \(flags.h264) -o \(path("alone.h264")) \(input) 2> /dev/null
        x265 --preset superfast --no-open-gop --bframes \(flags.hevc) \(input) -o \(path("alone.hevc")) 2> /dev/null
        """)
      let (h264, hevc) = (try hashes(path("alone.h264")), try hashes(path("alone.hevc")))
      #expect(h264.count == 60 && hevc.count == 60)
      for name in outputs where name != "f.flv" {
        let expected = name == "b.mp4" || name == "e.hevc" ? hevc : h264
        #expect(try hashes(path(name)) == expected, "\(name)")
      }
      #expect(try psnr(path("a.mp4"), input) == psnr(path("alone.h264"), input))
      #expect(try psnr(path("b.mp4"), input) == psnr(path("alone.hevc"), input))
      #expect(try psnr(path("b.mp4"), input) != "none")
      // This version of FFmpeg cannot read all of an enhanced FLV, but remux can.
      #expect(try Program.mediaprobe("remux", path("f.flv"), path("f.hevc")).status == 0)
      #expect(try hashes(path("f.hevc")) == hevc)
      let source = (0..<60).map { Double($0) * 1001 / 30000 }
      for name in ["a.mp4", "b.mp4"] {
        #expect(zip(try times(path(name)), source).allSatisfy { abs($0 - $1) < 1e-5 }, "\(name)")
      }
      // FLV has times in milliseconds, starting with the first decoding time.
      let flv = try times(path("c.flv"))
      #expect(flv.count == 60 && zip(flv, source).allSatisfy { abs(($0 - flv[0]) - $1) < 0.0011 })
      let isReordered = try Program.run(
        "ffprobe", ["-v", "error", "-show_entries", "stream=has_b_frames", "-of", "csv=p=0", path("a.mp4")])
      #expect((isReordered.text.first != "0") == (bframes == "yes"))
    }
  }

  @Test(arguments: [[], ["--fragment", "500ms"], ["--faststart"]]) func soundGoesBesidePictures(layout: [String]) throws {
    try withFolder { folder in
      let (input, sound) = (try makeInput(folder), try makeSound(folder))
      let (mp4, flv) = (folder.appending(path: "a.mp4").path, folder.appending(path: "a.flv").path)
      let words = ["encode", "--audio", sound, "--audio-bitrate", "64k"] + layout + fast + [input, mp4, flv]
      let result = try Program.run(Program.mediaprobe, words)
      #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      for file in [mp4, flv] {
        #expect(try hashes(file).count == 60)
        #expect(try times(file, "a").count >= 2 * 48000 / 1024)
        let packets = try Program.run(
          "ffprobe", ["-v", "error", "-show_entries", "packet=stream_index,dts_time", "-of", "csv=p=0", file])
        // Tracks are interleaved: none is more than a second ahead of the other.
        var last = [0.0, 0.0]
        for line in packets.text.split(separator: "\n") {
          let fields = line.split(separator: ",")
          guard let track = Int(fields[0]), let time = Double(fields[1]) else { continue }
          last[track] = time
          if file == flv { #expect(time <= (last.min() ?? 0) + 0.2 || last.min() == 0 || time > 1.9, "\(line)") }
        }
      }
      // The audio starts with the video: encoder priming is trimmed.
      let heard = try Program.run(
        "ffprobe", ["-v", "error", "-select_streams", "a", "-show_entries", "stream=start_time,duration", "-of", "csv=p=0", mp4])
      let fields = heard.text.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ",").compactMap { Double($0) }
      #expect(fields.count == 2 && abs(fields[0]) < 0.03 && abs(fields[1] - 2) < 0.05, "\(heard.text)")
    }
  }

  @Test func aPipeInAndAPipeOut() throws {
    try withFolder { folder in
      let input = try makeInput(folder, frames: 20)
      let out = folder.appending(path: "a.h264").path
      let result = try Program.shell("cat \(input) | $MP encode - -:h264 --preset ultrafast | cat > \(out)")
      #expect(result.standardError.isEmpty)
      #expect(try hashes(out).count == 20)
      let flv = try Program.shell("$MP encode --capture 'cat \(input)' -:flv --preset ultrafast > \(folder.appending(path: "a.flv").path)")
      #expect(flv.status == 0 && flv.standardError.isEmpty)
      #expect(try hashes(folder.appending(path: "a.flv").path).count == 20)
      // A closed reader is not an error.
      let gone = try Program.shell("$MP encode \(input) -:h264 --preset ultrafast | head -c 10 > /dev/null; exit ${PIPESTATUS[0]}")
      #expect(gone.status == 0 && gone.standardError.isEmpty, "\(gone.standardError)")
    }
  }

  @Test func samplesAloneAreReadByWhatIsSaid() throws {
    try withFolder { folder in
      let (raw, out) = (folder.appending(path: "in.yuv").path, folder.appending(path: "a.mp4").path)
      let words = [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10", "-frames:v", "12", "-pix_fmt", "nv12", "-f",
        "rawvideo", raw,
      ]
      #expect(try Program.run("ffmpeg", words).status == 0)
      let result = try Program.mediaprobe(
        "encode", "--size", "64x48", "--pixel-format", "nv12", "--fps", "10", "--crop", "1:1", "--colour", "grey", "--preset", "ultrafast",
        raw, out)
      #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      #expect(try hashes(out).count == 12)
      let size = try Program.run("ffprobe", ["-v", "error", "-show_entries", "stream=width,height,r_frame_rate", "-of", "csv=p=0", out])
      #expect(size.text == "48,48,10/1\n")
      let short = try Program.shell("head -c 10000 \(raw) | $MP encode --size 64x48 --pixel-format nv12 - -:h264 | wc -c")
      #expect(short.standardError == "mediaprobe: standard input: picture 3 has 784 of 4608 bytes\n")
    }
  }

  /// A file that was there stays if an encode that can be repeated fails.
  @Test(arguments: ["encoder", "sound"]) func anIncompleteEncodeReplacesNoFile(_ fails: String) throws {
    try withFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let input = try makeInput(folder)
      try FileManager.default.copyItem(atPath: fixturePath("plain.mp4"), toPath: path("a.mp4"))
      try Data("no sound".utf8).write(to: folder.appending(path: "no.wav"))
      // Codes ten pictures, and fails.
      let encoder = "sh -c 'head -c 184400 | x264 --quiet --demuxer y4m --muxer raw --preset ultrafast -o - - ; exit 3'"
      let words = fails == "sound" ? ["--audio", path("no.wav")] : ["--encoder", encoder]
      let result = try Program.run(Program.mediaprobe, ["encode", "-y"] + words + [input, path("a.mp4"), path("b.mp4")])
      #expect(result.status != 0)
      #expect(result.standardError.contains("a.mp4: unchanged, for the encoded media is incomplete\n"), "\(result.standardError)")
      #expect(FileManager.default.contentsEqual(atPath: path("a.mp4"), andPath: fixturePath("plain.mp4")))
    }
  }

  /// x265 waits for ever after it has refused pictures of an odd size.
  @Test func oddSizesAreRefused() throws {
    try withFolder { folder in
      let input = folder.appending(path: "in.y4m")
      let header = Data("YUV4MPEG2 W33 H17 F25:1 Ip A1:1 C420\nFRAME\n".utf8)
      try (header + Data(count: 33 * 17 + 2 * 17 * 9)).write(to: input)
      let result = try Program.mediaprobe("encode", input.path, folder.appending(path: "a.hevc").path)
      #expect(result.status == 64)
      #expect(
        result.standardError.contains("x265 codes no odd sizes of yuv420p, such as 33x17: crop the pictures"), "\(result.standardError)")
    }
  }

  /// With negative offsets in fragments, FFmpeg shows pictures late.
  @Test func picturesOfFragmentsBeginAtZero() throws {
    try withFolder { folder in
      let out = folder.appending(path: "a.mp4").path
      #expect(try Program.mediaprobe("encode", "--fragment", "500ms", try makeInput(folder), out).status == 0)
      let shown = ["-v", "error", "-show_entries", "packet=pts,dts", "-of", "csv=p=0", out]
      let packets = try Program.run("ffprobe", shown).text.split(separator: "\n").map { $0.split(separator: ",").compactMap { Int($0) } }
      #expect(packets.count == 60 && packets.first?.first == 0 && packets.contains { $0[0] > $0[1] }, "\(packets.prefix(4))")
    }
  }

  /// Fields are coded as such, or a line says that they are not.
  @Test(arguments: ["x264", "ffmpeg", "x265", "ffmpeg of H.265"]) func fieldsAreKeptOrTheirLossIsSaid(_ program: String) throws {
    try withFolder { folder in
      let input = folder.appending(path: "in.y4m").path
      let words = [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=50:d=1", "-vf", "interlace=scan=bff", "-pix_fmt", "yuv420p",
      ]
      #expect(try Program.run("ffmpeg", words + [input]).status == 0)
      let isHEVC = program.contains("265")
      let out = folder.appending(path: isHEVC ? "a.hevc" : "a.h264").path
      let encoder = program.split(separator: " ").first.map { String($0) } ?? program
      let result = try Program.mediaprobe("encode", "--encoder", encoder, "--preset", "ultrafast", input, out)
      #expect(result.status == 0)
      let shown = [
        "-v", "error", "-show_entries", "frame=interlaced_frame,top_field_first", "-of", "csv=p=0", "-read_intervals", "%+#1", out,
      ]
      let flags = try Program.run("ffprobe", shown).text.split(separator: "\n").first
      if isHEVC {
        #expect(result.standardError.hasPrefix("mediaprobe: \(encoder) codes interlaced pictures"), "\(result.standardError)")
      } else {
        #expect(result.standardError.isEmpty && flags?.hasPrefix("1,0") == true, "\(result.standardError) \(flags ?? "")")
      }
    }
  }

  @Test func optionsOfOneOutputAloneAreItsOwn() throws {
    try withFolder { folder in
      let input = try makeInput(folder)
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let result = try Program.mediaprobe(
        "encode", "--keyframe-interval", "30", "--preset", "ultrafast", input, path("a.h264"),
        path("b.h264") + ":keyframe-interval=10,encoder-option=--no-scenecut", path("c.h264") + ":keyframe-interval=500ms",
        path("d:e.h264") + ":")
      #expect(result.status == 0, "\(result.standardError)")
      func keys(_ name: String) throws -> [Int] {
        let frames = try Program.mediaprobe("frames", "--format", "csv", path(name)).text.split(separator: "\n").dropFirst()
        return frames.enumerated().filter { $0.element.contains("IDR") }.map(\.offset)
      }
      #expect(try keys("b.h264") == [0, 10, 20, 30, 40, 50])
      #expect(try keys("a.h264").contains(30))
      #expect(try keys("c.h264").contains(14))
      #expect(try names(folder).contains("d:e.h264"))
    }
  }

  /// The maximum bit rate is kept, the average approximately, and half the average gives half the size.
  @Test func bitRatesAreKept() throws {
    try withFolder { folder in
      let input = folder.appending(path: "noise.y4m").path
      let picture = "testsrc2=size=128x96:rate=25,noise=alls=40:allf=t"
      let words = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", picture, "-frames:v", "200", "-pix_fmt", "yuv420p", input]
      #expect(try Program.run("ffmpeg", words).status == 0)
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let result = try Program.run(
        Program.mediaprobe,
        ["encode"] + fast + [
          input, path("a.h264") + ":bitrate=400k", path("b.h264") + ":bitrate=200k,peak=200k", path("c.hevc") + ":bitrate=0.4M",
        ])
      #expect(result.status == 0, "\(result.standardError)")
      for (name, rate) in [("a.h264", 400_000.0), ("b.h264", 200_000), ("c.hevc", 400_000)] {
        let measured = Double(try Data(contentsOf: URL(filePath: path(name))).count) * 8 / 8
        #expect(abs(measured / rate - 1) < 0.25, "\(name): \(measured)")
      }
    }
  }

  @Test func soundThatFailsIsSaidAndPicturesGoOn() throws {
    try withFolder { folder in
      let (input, sound) = (try makeInput(folder), try makeSound(folder))
      let out = folder.appending(path: "a.mp4").path
      let failed = try Program.mediaprobe(
        "encode", "--preset", "ultrafast", "--audio", sound, "--audio-encoder", "sh -c 'echo no >&2; exit 4'", input, out)
      #expect(failed.status == 69 && failed.standardError == "mediaprobe: sh ended with code 4\n  no\n", "\(failed.standardError)")
      #expect(try hashes(out).count == 60)
      let text = try Program.mediaprobe(
        "encode", "--preset", "ultrafast", "--audio", sound, "--audio-encoder", "sh -c 'echo hello; cat'", input, out)
      #expect(text.status == 69 && text.standardError.contains("no ADTS"), "\(text.standardError)")
      let none = try Program.mediaprobe("encode", "--audio", input, input, out)
      #expect(none.status == 65 && none.standardError.contains("not a WAVE file"), "\(none.standardError)")
      let missing = try Program.mediaprobe("encode", "--audio", "/no/such.wav", input, out)
      #expect(missing.status == 66)
    }
  }

  /// A live source does not wait for an encoder that is too slow.
  @Test func picturesThatAreDroppedAreCounted() throws {
    try withFolder { folder in
      let input = try makeInput(folder, frames: 200)
      let (slow, done) = (folder.appending(path: "slow"), folder.appending(path: "done").path)
      // The encoder reads nothing before the camera has ended.
      try Data(
        "#!/bin/sh\nwhile [ ! -e \(done) ]; do sleep 0.05; done; exec x264 --demuxer y4m --muxer raw --preset ultrafast --quiet --no-progress -o - - 2> /dev/null\n"
          .utf8
      ).write(to: slow)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: slow.path)
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let result = try Program.mediaprobe(
        "encode", "--drop", "--preset", "ultrafast", "--capture", "sh -c 'cat \(input); touch \(done)'",
        path("a.mp4") + ":encoder=\(slow.path)"
      )
      #expect(result.status == 1 && result.standardError.contains(" of 200 pictures were dropped"), "\(result.standardError)")
      // The remaining pictures keep their times.
      let shown = try times(path("a.mp4"))
      #expect(!shown.isEmpty && shown.count < 200)
      #expect(shown.allSatisfy { abs(($0 * 30000 / 1001).rounded() * 1001 / 30000 - $0) < 1e-4 })
    }
  }

  @Test func encodersAreListed() throws {
    let list = try Program.mediaprobe("encode", "--list")
    #expect(list.status == 0 && list.text.split(separator: "\n").count == 3)
    for word in ["x264 0.", "HEVC encoder version", "ffmpeg version", "/usr/bin/x264"] { #expect(list.text.contains(word)) }
    let none = try Program.run("bash", ["-c", "PATH=/nowhere \(Program.mediaprobe) encode --list"])
    #expect(none.text.contains("x265 is not installed: apt-get install x265"))
  }
}

// MARK: - Failures

private struct Failing {
  let folder: URL
  let input: String

  /// Runs `encode` with a shell script as the encoder.
  func run(_ lines: String, _ words: [String] = [], output: String = "out.h264") throws -> Program.Result {
    let file = folder.appending(path: "encoder")
    try Data(("#!/bin/sh\n" + lines + "\n").utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return try Program.run(
      Program.mediaprobe, ["encode", "--encoder", file.path] + words + [input, folder.appending(path: output).path])
  }
}

@Suite(.waiting, .enabled(if: Program.has("x264") && Program.has("ffmpeg"))) struct EncodeFailureTests {
  private func withFailing(_ body: (Failing) throws -> Void) throws {
    try withFolder { folder in try body(Failing(folder: folder, input: try makeInput(folder))) }
  }

  private let x264 = "x264 --demuxer y4m --muxer raw --preset ultrafast --tune zerolatency --quiet --no-progress -o - -"

  @Test func aMissingEncoderIsSaid() throws {
    try withFailing { failing in
      let out = failing.folder.appending(path: "a.mp4").path
      let line = "PATH=/nowhere \(Program.mediaprobe) encode \(failing.input) \(out)"
      let result = try Program.run("bash", ["-c", line])
      #expect(result.status == 69 && result.standardError == "mediaprobe: x264 is not installed: apt-get install x264\n")
      let own = try Program.mediaprobe("encode", "--encoder", "no-such-encoder -", failing.input, out)
      #expect(own.status == 69 && own.standardError == "mediaprobe: no-such-encoder is not installed\n")
      #expect(try names(failing.folder) == ["in.y4m"])
    }
  }

  @Test func anEncoderThatEndsAtOnceLeavesNothing() throws {
    try withFailing { failing in
      let result = try failing.run("echo 'bad licence' >&2; exit 7")
      #expect(result.status == 69 && result.standardError.contains("encoder ended with code 7\n  bad licence"), "\(result.standardError)")
      #expect(try names(failing.folder) == ["encoder", "in.y4m"])
    }
  }

  @Test(arguments: ["out.h264", "out.mp4", "out.flv"]) func whatWasEncodedIsKept(output: String) throws {
    try withFailing { failing in
      let bytes = 30 * (128 * 96 * 3 / 2 + 6) + 60
      let result = try failing.run("head -c \(bytes) | \(x264); echo 'no more' >&2; exit 9", output: output)
      #expect(result.status == 69 && result.standardError.contains("encoder ended with code 9"), "\(result.standardError)")
      #expect(result.standardError.contains("\n  no more\n"))
      let count = try hashes(failing.folder.appending(path: output).path).count
      #expect(count >= 28 && count <= 30, "\(count)")
    }
  }

  @Test func anEncoderThatHangsIsEnded() throws {
    try withFailing { failing in
      let result = try failing.run("sleep 1000", ["--timeout", "500ms"])
      #expect(result.status == 69 && result.standardError.contains("made no progress for"), "\(result.standardError)")
    }
  }

  @Test func anEncoderThatWritesTextIsRefused() throws {
    try withFailing { failing in
      let result = try failing.run("echo hello; cat > /dev/null")
      #expect(result.status == 69 && result.standardError.contains("not an H.264 byte stream: 'hello"), "\(result.standardError)")
    }
  }

  @Test func anEncoderThatTalksIsHeard() throws {
    try withFailing { failing in
      let result = try failing.run("yes nonsense | head -c 2000000 >&2; \(x264)")
      #expect(result.status == 0 && result.standardError.isEmpty)
      #expect(try hashes(failing.folder.appending(path: "out.h264").path).count == 60)
    }
  }

  @Test func aFullDiskIsSaidAndTheOthersGoOn() throws {
    try withFailing { failing in
      let good = failing.folder.appending(path: "a.mp4").path
      for other in ["/dev/full:h264", "/dev/full:flv", "/dev/full:mp4"] {
        let result = try Program.mediaprobe("encode", "--preset", "ultrafast", failing.input, other, good)
        #expect(result.status == 74 && result.standardError.contains("/dev/full: No space left on device"), "\(result.standardError)")
        #expect(try hashes(good).count == 60)
      }
    }
  }

  @Test func aBrokenSourceKeepsWhatCame() throws {
    try withFailing { failing in
      let out = failing.folder.appending(path: "a.h264").path
      let cut = try Program.shell("head -c 200000 \(failing.input) | $MP encode --preset ultrafast - \(out)")
      #expect(cut.status == 65 && cut.standardError.contains("standard input: YUV4MPEG2 › picture 11"), "\(cut.standardError)")
      #expect(try hashes(out).count == 10)
      let none = try Program.mediaprobe("encode", "--yes", "/no/such/file", out)
      #expect(none.status == 66 && none.standardError == "mediaprobe: /no/such/file: No such file or directory\n")
      let text = try Program.shell("echo hello | $MP encode - \(out)")
      #expect(text.status == 65 && text.standardError.contains("it does not begin with YUV4MPEG2"))
      let nowhere = try Program.mediaprobe("encode", failing.input, "/no/such/folder/a.mp4")
      #expect(nowhere.status == 73)
    }
  }

  @Test(arguments: ["INT", "TERM"]) func anInterruptKeepsWhatWasEncoded(signal: String) throws {
    try withFailing { failing in
      let out = failing.folder.appending(path: "a.mp4").path
      // An endless camera with 50 pictures per second.
      let camera = "ffmpeg -v error -re -f lavfi -i testsrc2=size=128x96:rate=50 -f yuv4mpegpipe -"
      let program = try RunningProgram(
        Program.mediaprobe, ["encode", "--preset", "ultrafast", "--effort", "realtime", "--capture", camera, out])
      #expect(eventually { fileSize(out) > 20_000 })
      kill(program.id, signal == "INT" ? SIGINT : SIGTERM)
      #expect(program.wait() == 130 && program.standardError.isEmpty, "\(program.standardError)")
      #expect(try hashes(out).count > 10)
    }
  }

  /// A file can be encoded again: an interrupt leaves what was encoded, and says that it is not all.
  @Test func anInterruptedFileIsIncomplete() throws {
    try withFailing { failing in
      let (input, out) = (failing.folder.appending(path: "long.y4m").path, failing.folder.appending(path: "a.mp4").path)
      let made = try Program.shell("ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=640x360:rate=50:d=20 -pix_fmt yuv420p '\(input)'")
      try #require(made.status == 0, "\(made.standardError)")
      let program = try RunningProgram(Program.mediaprobe, ["encode", "--preset", "veryslow", input, out])
      // From when the encoder runs, the interrupt is handled.
      let children = "/proc/\(program.id)/task/\(program.id)/children"
      _ = eventually { (try? String(contentsOfFile: children, encoding: .utf8))?.isEmpty == false }
      Thread.sleep(forTimeInterval: 0.5)
      kill(program.id, SIGINT)
      #expect(program.wait() == 130, "\(program.standardError)")
      #expect(program.standardError.contains("interrupt again to stop at once"), "\(program.standardError)")
      let count = try hashes(out).count
      #expect(count < 1000 && program.standardError.contains("a.mp4: incomplete, with \(count) picture"), "\(program.standardError)")
    }
  }

  @Test(arguments: [
    (["in.y4m"], "Missing expected argument '<output>'."), (["in.y4m", "a.xyz"], "Unknown format of"),
    (["in.y4m", "a.mp4:hvec"], "Did you mean 'hevc'?"), (["in.y4m", "a.h264:hevc"], "means H.264"),
    (["in.y4m", "a.mp4:bframes=maybe"], "please provide"),
    (["--bitrate", "fast", "in.y4m", "a.mp4"], "not a bit rate"), (["--entropy", "cavlc", "in.y4m", "a.hevc"], "H.265 has no CAVLC"),
    (["--peak", "1M", "--bitrate", "2M", "in.y4m", "a.mp4"], "less than the average"),
    (["in.y4m", "a.mp4", "a.mp4:hevc"], "are the same file"),
    (["--audio", "a.wav", "in.y4m", "a.h264"], "can hold audio"), (["--crop", "round", "in.y4m", "a.mp4"], "not an aspect ratio"),
    (["--encoder", "x 'y", "in.y4m", "a.mp4"], "unterminated quote"), (["--fps", "25", "in.y4m", "a.mp4"], "require '--size'"),
    (["in.y4m", "-:h264", "-:hevc"], "standard output"), (["--encoder", "x {colour}", "in.y4m", "a.mp4"], "unknown placeholder {colour}"),
  ]) func whatCannotBeMeantIsSaid(words: [String], message: String) throws {
    let result = try Program.run(Program.mediaprobe, ["encode"] + words)
    #expect(result.status == 64 && result.standardError.contains(message), "\(result.standardError)")
  }
}

@Test(arguments: [
  ("a.mp4", "a.mp4", []), ("a.mp4:hevc", "a.mp4", ["hevc"]), ("a:b.mp4:", "a:b.mp4", []), ("/x:y/a.mp4", "/x:y/a.mp4", []),
  ("a.mp4:hevc,bitrate=2M", "a.mp4", ["hevc", "bitrate=2M"]), ("-:h264", "-", ["h264"]), ("a.mp4:hvec", "a.mp4", ["hvec"]),
  ("a.mp4:encoder=/opt/my:enc,flv", "a.mp4", ["encoder=/opt/my:enc", "flv"]), ("/h264:x/a.flv:h264", "/h264:x/a.flv", ["h264"]),
]) func wordsStandBehindAColon(word: String, path: String, words: [String]) {
  let split = EncodeRequest.split(word)
  #expect(split.path == path && split.words == words)
}
