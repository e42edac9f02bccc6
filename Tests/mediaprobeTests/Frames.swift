import Foundation
import TestSupport

/// A frame decoded by FFmpeg.
struct DecodedFrame: Equatable {
  /// Presentation time in seconds.
  var time: Double
  var hash: String
}

/// All frames that FFmpeg decodes of a stream (`v` or `a`), with edit lists applied; empty if there is none.
func decodedFrames(_ path: String, _ stream: String) throws -> [DecodedFrame] {
  let result = try Program.run(
    "ffmpeg",
    [
      "-nostdin", "-v", "error", "-i", path, "-map", "0:\(stream)?", stream.hasPrefix("v") ? "-an" : "-vn", "-vsync", "0",
      "-enc_time_base", "-1", "-f", "framemd5", "-",
    ])
  var unit = 1.0
  var frames: [DecodedFrame] = []
  for line in result.text.split(separator: "\n") {
    if line.hasPrefix("#tb 0: ") {
      let parts = line.dropFirst(7).split(separator: "/").compactMap { Double($0) }
      if parts.count == 2 { unit = parts[0] / parts[1] }
    }
    let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    if line.hasPrefix("#") || fields.count < 6 { continue }
    frames.append(DecodedFrame(time: (Double(fields[2]) ?? 0) * unit, hash: fields[5]))
  }
  return frames
}

/// The interleaved audio samples that FFmpeg decodes of a stream.
func decodedSound(_ path: String, _ stream: String = "a") throws -> [Int16] {
  let result = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:\(stream)", "-f", "s16le", "-"])
  let bytes = [UInt8](result.standardOutput)
  return stride(from: 0, to: bytes.count - 1, by: 2).map { Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) }
}

/// The path of a fixture.
func fixturePath(_ name: String) -> String { Places.fixtures.appending(path: name).path }

/// The file names in a folder.
func fileNames(_ folder: URL) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
