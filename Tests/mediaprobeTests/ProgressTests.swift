import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// A long run: the output is a pipe whose reader takes its time after the first 300,000 bytes.
  /// - Parameter pause: what the reader does then.
  private func slowRun(_ command: String, _ folder: URL, pause: String) throws -> Program.Result {
    let (source, pipe) = (folder.appending(path: "a.flv").path, folder.appending(path: "pipe").path)
    try makeNumberedFile(source, pictures: 500, size: 4000, keyDistance: 10)
    let run = command.replacingOccurrences(of: "REMUX", with: "$MP remux --to mp4 --fragment 400ms \(source) \(pipe)")
    return try Program.shell(
      "cd \(folder.path); mkfifo pipe; { head -c 300000; \(pause); cat; } < pipe > out.mp4 & \(run); code=$?; wait; exit $code")
  }

  private let clear = "\r\u{1B}[K"

  @Test(.enabled(if: Program.has("script"))) func aTerminalShowsHowFarALongRunIs() throws {
    try withEmptyFolder { folder in
      // The reader takes little at a time until the terminal shows progress, which is after 0.7 s.
      let pause = "while ! grep -q 'of about' shown; do dd bs=8192 count=1 2> /dev/null; sleep 0.05; done"
      let result = try slowRun("script -qefc \"REMUX\" shown", folder, pause: pause)
      #expect(result.status == 0, "\(result.text) \(result.standardError)")
      let lines = result.text.components(separatedBy: clear)
      // Nothing precedes the first line; the last line is cleared, and followed by what was written.
      #expect(lines.count >= 3 && lines.first == "", "\(result.text.debugDescription)")
      #expect(lines.last?.hasPrefix("mediaprobe: wrote ") == true, "\(result.text.debugDescription)")
      for line in lines.dropFirst().dropLast() {
        let shown = try #require(
          line.wholeMatch(of: /([0-9.]+) of about ([0-9.]+) MB written, ([0-9.]+) MB\/s(, ([0-9]+) s left)?/), "\(line)")
        let (done, total) = (try #require(Double(shown.1)), try #require(Double(shown.2)))
        #expect(done > 0 && done <= total && total >= 2)
      }
      // A large part remains when the reader continues.
      let first = try #require(lines.dropFirst().first)
      #expect(first.contains(" s left") && !first.contains(", 0 s left"), "\(first)")
      #expect(try Program.mediaprobe("packets", folder.appending(path: "out.mp4").path).status == 0)
    }
  }

  @Test func noTerminalNoProgress() throws {
    try withEmptyFolder { folder in
      // Longer than the 0.7 s after which a terminal shows progress.
      let result = try slowRun("REMUX", folder, pause: "sleep 1")
      #expect(result.status == 0 && result.standardError.isEmpty && result.standardOutput.isEmpty, "\(result.standardError)")
    }
  }

  @Test(.enabled(if: Program.has("script"))) func whatIsOverAtOnceShowsNothing() throws {
    try withEmptyFolder { folder in
      let run = "$MP remux --to mp4 \(fixturePath("plain.mp4")) \(folder.path)/a.mp4"
      let result = try Program.shell("script -qec \"\(run)\" /dev/null")
      #expect(result.status == 0, "\(result.text.debugDescription)")
      #expect(result.text.hasPrefix("mediaprobe: wrote \(folder.path)/a.mp4: 70 samples, "), "\(result.text.debugDescription)")
      let quiet = try Program.shell("script -qec \"\(run) -q\" /dev/null")
      #expect(quiet.status == 0 && quiet.text.isEmpty, "\(quiet.text.debugDescription)")
    }
  }
#endif
