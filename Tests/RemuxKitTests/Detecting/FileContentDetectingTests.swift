import BitstreamKit
import Foundation
import RemuxKit
import TestSupport
import Testing

private let fixtures: [(String, FileContent)] = [
  ("avc_aac.flv", .media(.flv, isGuess: false)), ("bframes.h264", .media(.h264, isGuess: false)),
  ("faststart.mp4", .media(.mp4, isGuess: false)), ("fragmented.mp4", .media(.mp4, isGuess: false)),
  ("hvc1.mp4", .media(.mp4, isGuess: false)), ("interlaced.h264", .media(.h264, isGuess: false)),
  ("opengop.hevc", .media(.hevc, isGuess: false)), ("plain.mp4", .media(.mp4, isGuess: false)),
  ("tone.aac", .media(.adts, isGuess: false)), ("known-boxes.txt", .foreign("plain text")), ("README.md", .foreign("plain text")),
  ("make.sh", .foreign("a script")),
]

@Test func fixturesAreDetected() throws {
  for (name, content) in fixtures { #expect(detected(try Places.fixture(name)) == content, "\(name)") }
  let files = try FileManager.default.contentsOfDirectory(atPath: Places.fixtures.path).filter { $0 != "golden" && $0 != "Crashers" }
  #expect(Set(files) == Set(fixtures.map(\.0)))
}

/// Bytes come in small parts from a pipe: what they are is the same.
@Test func pipesAreDetectedLikeFiles() throws {
  for (name, content) in fixtures {
    let bytes = try Places.fixture(name)
    var most = 0
    let piped = FileContent.detect { count in
      most = max(most, count)
      return Array(bytes.prefix(count))
    }
    #expect(piped == content, "\(name)")
    #expect(most <= FileContent.maximumExaminedCount)
  }
}

/// A capture of a stream begins inside a frame.
@Test(arguments: [1, 20, 101, 150]) func aStreamThatBeginsInsideAFrameIsDetected(cut: Int) throws {
  let bytes = Array(try Places.fixture("tone.aac").dropFirst(cut))
  #expect(detected(bytes) == .media(.adts, isGuess: false))
  var reader = try MediaReader(MemorySource(bytes))
  var count = 0
  while try reader.next() != nil { count += 1 }
  #expect(count > 30 && reader.findings.count == 1, "\(reader.findings)")
}

// MARK: - Corpus

/// Files whose names say something else than their content, or nothing.
private let exceptions: [String: MediaContainer?] = [
  "aac/fq_aac_frame.raw": nil, "aac/fq_asc_he_aac_hierarchical.asc": nil, "h264/fq_avc_nalu_sei_recovery_point.nal": nil,
  "h264/fq_avc_pps_stop_more_8bit.nal": nil, "h264/two-frames.264": nil, "hevc/fq_hevc_dcr_regression0.hvcC": nil,
  "malformed/minf_with_trailing_avc1_bytes.bin": nil,
  // Boxes of other levels.
  "mp4/fragments/fq_cslg.mp4": nil, "mp4/fragments/fq_elng.mp4": nil, "mp4/fragments/fq_thmb.mp4": nil, "mp4/fragments/fq_uinf.mp4": nil,
  "mp4/fragments/pssh.bin": nil, "mp4/fragments/stsd_ac4.bin": nil, "mp4/fragments/stsd_avs3.bin": nil,
  "mp4/fragments/stsd_mha1.bin": nil,
]

private func expected(_ path: String) -> MediaContainer? {
  if let exception = exceptions[path] { return exception }
  switch path.split(separator: ".").last.map(String.init) ?? "" {
  case "264", "h264", "avc", "jsv": return .h264
  case "265", "h265", "hevc": return .hevc
  case "aac": return .adts
  case "flv": return .flv
  default: return .mp4
  }
}

@Suite(.enabled(if: Places.corpus != nil)) struct FileContentCorpusDetectingTests {
  @Test func everyFileIsWhatItsNameSays() throws {
    let files = Places.corpusFiles()
    #expect(files.count > 300)
    for path in files {
      let content = detected(try Places.corpusFile(path))
      #expect(content?.container == expected(path), "\(path): \(String(describing: content))")
    }
  }

  /// A stream that begins anywhere and whose bytes are damaged here and there is still told.
  @Test func damagedCopiesAreMostlyDetected() throws {
    var random = Lehmer(state: 7)
    var (tried, lost) = (0, 0)
    for path in Places.corpusFiles("h264") + Places.corpusFiles("hevc") + Places.corpusFiles("aac") + Places.corpusFiles("flv") {
      let bytes = try Places.corpusFile(path)
      guard let container = expected(path), bytes.count > 2000 else { continue }
      for _ in 0..<5 {
        var copy = bytes
        for _ in 0..<max(1, copy.count / 500) { copy[random.next(copy.count)] = UInt8(random.next(256)) }
        tried += 1
        if detected(copy)?.container != container { lost += 1 }
      }
    }
    #expect(tried > 500)
    #expect(lost * 50 < tried, "\(lost) of \(tried) copies with a byte in 500 changed are not told")
  }

  @Test func streamsJoinedMidwayAreDetected() throws {
    var (tried, lost) = (0, 0)
    for path in Places.corpusFiles("h264") + Places.corpusFiles("hevc") {
      let bytes = try Places.corpusFile(path)
      guard let container = expected(path), bytes.count > 10_000, bytes.count < 1 << 20 else { continue }
      for part in 1..<4 {
        // From a start code on.
        guard let start = (bytes.count * part / 6..<bytes.count - 3).first(where: { Array(bytes[$0..<$0 + 3]) == [0, 0, 1] }),
          bytes.count - start > 1000
        else { continue }
        tried += 1
        if detected(Array(bytes[start...]))?.container != container { lost += 1 }
      }
    }
    #expect(tried > 100)
    #expect(lost * 20 < tried, "\(lost) of \(tried) streams without their beginning are not told")
  }
}

/// Numbers that are the same on every machine.
struct Lehmer {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}

// MARK: - Foreign files

private let folders = ["/usr/bin", "/usr/lib", "/usr/share", "/usr/include", "/usr/local", "/opt/swift", "/etc", "/var/lib"]
/// As many are examined.
private let wantedCount = 3000

/// Files of this machine in a fixed order, from all over the folders.
private let foreignFiles: [String] = {
  var found: [String] = []
  for folder in folders {
    guard let walk = FileManager.default.enumerator(atPath: folder) else { continue }
    for case let name as String in walk {
      guard walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular, let size = walk.fileAttributes?[.size] as? Int, size > 0
      else { continue }
      found.append("\(folder)/\(name)")
    }
  }
  found.sort()
  if found.count <= wantedCount { return found }
  return (0..<wantedCount).map { found[$0 * found.count / wantedCount] }
}()

/// Media that machines have.
private func isMedia(_ path: String) -> Bool {
  ["mp4", "m4a", "m4v", "mov", "heic", "avif", "flv", "aac", "h264", "hevc", "264", "265", "3gp", "m4s"].contains {
    path.lowercased().hasSuffix("." + $0)
  }
}

@Test(.enabled(if: Program.toolsAreRequired || foreignFiles.count >= wantedCount)) func noForeignFileIsTakenForMedia() throws {
  #expect(foreignFiles.count >= wantedCount)
  var examined = 0
  for path in foreignFiles where !isMedia(path) {
    guard let file = FileHandle(forReadingAtPath: path) else { continue }
    defer { try? file.close() }
    let size = try file.seekToEnd()
    let content = try FileContent.detect(byteCount: size, first: 4096) { count in
      try file.seek(toOffset: 0)
      return [UInt8](try file.read(upToCount: count) ?? Data())
    }
    examined += 1
    #expect(content.container == nil, "\(path): \(content)")
  }
  #expect(examined > wantedCount * 9 / 10)
}

// MARK: - Generated files

@Test func noiseWithStartCodesIsNoStream() {
  for seed in 1...120 {
    var random = Lehmer(state: UInt64(seed))
    var bytes = (0..<40_000).map { _ in UInt8(random.next(256)) }
    for _ in 0..<(seed % 40 + 1) {
      let place = random.next(bytes.count - 4)
      bytes.replaceSubrange(place..<place + 3, with: [0, 0, 1])
    }
    // Some of them begin with one.
    if seed % 3 == 0 { bytes.replaceSubrange(0..<4, with: [0, 0, 0, 1]) }
    #expect(detected(bytes)?.container == nil, "seed \(seed)")
  }
}

/// Tables of big-endian numbers are full of start codes.
@Test func tablesOfNumbersAreNoStream() {
  for first in [0, 1, 2, 100, 255, 256] as [UInt32] {
    for step in [1, 3, 256] as [UInt32] {
      var bytes: [UInt8] = []
      for index in 0..<5000 as Range<UInt32> {
        let number = first + index * step
        for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
      }
      #expect(detected(bytes)?.container == nil, "from \(first) by \(step)")
    }
  }
  for seed in 1...40 {
    var random = Lehmer(state: UInt64(seed) << 20)
    var bytes: [UInt8] = []
    for _ in 0..<5000 { bytes += [0, 0, UInt8(random.next(2)), UInt8(random.next(256))] }
    #expect(detected(bytes)?.container == nil, "seed \(seed)")
  }
}

/// What `ffmpeg` writes around H.264 and beside it.
private let generated: [(name: String, words: [String], content: String)] = [
  ("x.ts", ["-c", "copy"], "an MPEG transport stream"), ("x.m2ts", ["-c", "copy"], "an MPEG transport stream"),
  ("x.avi", ["-c", "copy"], "an AVI file"), ("x.mkv", ["-c", "copy"], "a Matroska or WebM file"),
  ("x.mpg", ["-c", "copy", "-f", "vob"], "an MPEG program stream"), ("x.nut", ["-c", "copy"], "a NUT file"),
  ("x.m2v", ["-c:v", "mpeg2video", "-f", "mpeg2video"], "an MPEG-1 or MPEG-2 video stream"),
  ("x.m4v", ["-c:v", "mpeg4", "-f", "m4v"], "an MPEG-4 Part 2 video stream"), ("x.wmv", [], "an ASF or WMV file"),
  ("x.mxf", ["-c:v", "mpeg2video"], "an MXF file"), ("x.y4m", ["-frames:v", "3"], "a Y4M file of raw video"),
  ("x.jpg", ["-frames:v", "1", "-pix_fmt", "yuvj420p"], "a JPEG image"), ("x.png", ["-frames:v", "1"], "a PNG image"),
  ("x.bmp", ["-frames:v", "1"], "a BMP image"), ("x.gif", ["-frames:v", "3"], "a GIF image"),
  ("x.tiff", ["-frames:v", "1"], "a TIFF image"),
  ("x.ppm", ["-frames:v", "1"], "a PNM image"),
]

@Test(.enabled(if: Program.has("ffmpeg")), arguments: generated.indices) func filesOfFFmpegAreNamed(_ index: Int) throws {
  let (name, words, content) = generated[index]
  let output = Places.scratch(name)
  defer { try? FileManager.default.removeItem(at: output) }
  let source = Places.fixtures.appending(path: "plain.mp4").path
  let result = try Program.run(
    "ffmpeg", ["-nostdin", "-v", "error", "-i", source, "-an"] + words + [output.path])
  let bytes = [UInt8](try Data(contentsOf: output))
  #expect(foreignName(bytes) == content, "\(name): \(result.standardError)")
}

@Test(
  .enabled(if: Program.has("ffmpeg")),
  arguments: [
    ("x.wav", "a WAV file"), ("x.mp3", "an MP3 file with an ID3 tag"), ("x.ac3", "an AC-3 stream"), ("x.eac3", "an E-AC-3 stream"),
    ("x.flac", "a FLAC file"), ("x.aiff", "an AIFF file"), ("x.caf", "a CAF file"), ("x.au", "an AU file"),
    ("x.mp2", "an MPEG audio file of layer II"),
    ("x.ogg", "an Ogg file"), ("x.wv", "a WavPack file"), ("x.dts", "a DTS stream"),
  ]) func soundOfFFmpegIsNamed(_ name: String, _ content: String) throws
{
  let output = Places.scratch(name)
  defer { try? FileManager.default.removeItem(at: output) }
  let words = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1:sample_rate=48000", "-strict", "-2", output.path]
  let result = try Program.run("ffmpeg", words)
  #expect(foreignName([UInt8](try Data(contentsOf: output))) == content, "\(name): \(result.standardError)")
}
