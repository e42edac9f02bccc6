import BitstreamKit
import EncoderKit
import Foundation
import TestSupport
import Testing

/// Descriptors that this process has open.
private func openDescriptors() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }

/// Runs a script as an encoder, and says how it failed and how many access units came out before.
private func failing(_ lines: String, timeout: Double = 120, pictures: UInt64 = 200) throws -> (ProgramFailure?, Int) {
  var result: (ProgramFailure?, Int) = (nil, 0)
  try withFolder { folder in
    let file = try script(lines, in: folder)
    var settings = VideoEncoderSettings(.h264)
    settings.timeout = timeout
    let encoder = try ProcessVideoEncoder(.command(try CommandTemplate("'\(file)'")), settings)
    var units = 0
    do {
      let source = movingPictures(pictures)
      while let picture = try source.nextPicture() {
        try encoder.encode(picture)
        while encoder.nextAccessUnit() != nil { units += 1 }
      }
      try encoder.completeFrames()
      while encoder.nextAccessUnit() != nil { units += 1 }
    } catch EncoderError.failed(let failure) {
      while encoder.nextAccessUnit() != nil { units += 1 }
      result.0 = failure
    }
    result.1 = units
  }
  return result
}

private let x264 = "x264 --demuxer y4m --muxer raw --preset ultrafast --tune zerolatency --quiet --no-progress -o - -"

@Suite(.serialized, .waiting) struct EncoderFailureTests {
  @Test func aProgramThatEndsAtOnceSaysWhy() throws {
    let (failure, units) = try failing("echo 'no licence found' >&2; exit 3")
    #expect(failure?.reason == .exited(3) && failure?.messages == "no licence found" && units == 0)
    guard case .incomplete? = try failing("exit 0").0?.reason else {
      Issue.record("a program that ends well before it was fed")
      return
    }
  }

  @Test(.enabled(if: Program.has("x264"))) func whatCameBeforeTheEndIsKept() throws {
    // The first 40 pictures of 96x64, and their lines; then it dies of a signal.
    let bytes = 40 * (96 * 64 * 3 / 2 + 6) + 60
    let (failure, units) = try failing("head -c \(bytes) | \(x264); echo 'out of memory' >&2; kill -SEGV $$")
    #expect(failure?.reason == .signalled(11) && failure?.messages.contains("out of memory") == true)
    #expect(units > 30 && units <= 40, "\(units)")
  }

  @Test(.enabled(if: Program.has("x264"))) func aStreamThatIsCutOffLosesItsLastPicturesAlone() throws {
    let (failure, units) = try failing("\(x264) | head -c 20000; exit 1", pictures: 300)
    #expect(failure?.reason == .exited(1) && units > 3 && units < 300, "\(units)")
  }

  @Test func aProgramThatHangsIsEnded() throws {
    let before = Date()
    // It reads nothing and writes nothing, and has a child that does neither.
    let (failure, units) = try failing("sleep 1000", timeout: 0.5)
    #expect(failure?.reason == .hung(seconds: 1) || failure?.reason == .hung(seconds: 0))
    #expect(units == 0 && Date().timeIntervalSince(before) < 500)
    // It takes everything, says that it is done, and does not end.
    #expect(try failing("cat > /dev/null; exec 1>&-; sleep 1000", timeout: 0.5).0 != nil)
    // It minds no kind word.
    #expect(try failing("trap '' TERM; sleep 1000 & while :; do wait; done", timeout: 0.5).0 != nil)
  }

  @Test func textIsNoByteStream() throws {
    let (failure, _) = try failing("echo usage: myenc FILE; cat > /dev/null")
    guard case .malformedOutput(let why)? = failure?.reason else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(why.contains("usage: myenc FILE"))
    #expect(try failing("cat").0 != nil)
    #expect(try failing("yes abcdefgh").0 != nil)
  }

  @Test(.enabled(if: Program.has("x264"))) func aProgramThatNeverStopsTalkingIsHeard() throws {
    // Many times what a pipe holds.
    let (failure, units) = try failing("yes 'a line of no use' | head -c 3000000 >&2; \(x264)")
    #expect(failure == nil && units == 200)
    let (end, _) = try failing("yes 'a line of no use' | head -c 3000000 >&2; echo last words >&2; exit 4")
    #expect(end?.messages.hasSuffix("last words") == true && (end?.messages.utf8.count ?? 0) <= 4096)
  }

  @Test(.enabled(if: Program.has("x264"))) func childrenThatStayBehindHoldNothingUp() throws {
    let before = Date()
    let (failure, units) = try failing("sleep 300 & \(x264)")
    #expect(failure == nil && units == 200 && Date().timeIntervalSince(before) < 250)
  }

  @Test(.enabled(if: Program.has("x264"))) func fewerPicturesThanWentInAreMissed() throws {
    let bytes = 40 * (96 * 64 * 3 / 2 + 6) + 60
    let (failure, units) = try failing("{ head -c \(bytes) | \(x264); cat > /dev/null; }")
    guard case .incomplete(200, let given)? = failure?.reason else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(given == UInt64(units) && units >= 39)
  }

  @Test(.enabled(if: Program.has("x264"))) func nothingIsLeftBehind() throws {
    _ = try failing("exit 1", pictures: 3)
    let before = openDescriptors()
    for lines in ["exit 1", x264, "echo text; sleep 5", "exec \(x264)"] { _ = try failing(lines, timeout: 0.3, pictures: 20) }
    // Somebody who loses interest.
    for _ in 0..<3 {
      let encoder = try ProcessVideoEncoder(.x264, VideoEncoderSettings(.h264))
      let source = movingPictures(3)
      while let picture = try source.nextPicture() { try encoder.encode(picture) }
    }
    // Other tests of this process open and close some as well; one that each run left open would be many.
    for _ in 0..<60 { _ = try failing("exit 1", pictures: 1) }
    #expect(openDescriptors() - before < 50)
    // No zombie is left. Children of other tests, which run in parallel, are not counted.
    let own = getpid()
    let zombies: () -> [String] = {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.filter { name in
        guard Int(name) != nil, let status = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8) else { return false }
        let fields = status.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 1 && fields[0] == "Z" && Int32(fields[1]) == own
          && (status.contains("(x264)") || status.contains("(encoder)"))
      }
    }
    // Those of the others are there for a moment only.
    #expect(eventually { zombies().isEmpty })
  }
}
