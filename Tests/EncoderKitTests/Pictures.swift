import BitstreamKit
import EncoderKit
import Foundation
import TestSupport

/// Pictures that move, and of which no two are alike: a gradient that drifts, and a square that wanders.
func movingPictures(
  _ count: UInt64, width: Int = 96, height: Int = 64, pixelFormat: PixelFormat = .i420, rate: ExactRatio? = ExactRatio(25, 1)
)
  -> DrawnPictures
{
  let format = PictureFormat(width: width, height: height, pixelFormat: pixelFormat, frameRate: rate)
  return DrawnPictures(format, count: count) { number, picture in drawMoving(number, &picture) }
}

func drawMoving(_ number: UInt64, _ picture: inout VideoPicture) {
  let n = Int(number)
  let (width, height) = (picture.format.width, picture.format.height)
  for column in stride(from: 0, to: width, by: 8) {
    picture.fill(y: UInt8(40 + (column + 3 * n) % 160), u: UInt8(100 + (column + n) % 40), v: 120, columns: column..<column + 8)
  }
  let (x, y) = ((5 * n) % max(1, width - 16), (3 * n) % max(1, height - 16))
  picture.fill(y: 220, u: 90, v: 200, columns: x..<x + 16, rows: y..<y + 16)
}

/// The same pictures as a Y4M stream.
func y4m(_ source: DrawnPictures) throws -> [UInt8] {
  guard let format = source.format else { return [] }
  var bytes = Y4MHeader(format).encoded()
  while let picture = try source.nextPicture() { bytes += Array("FRAME\n".utf8) + picture.bytes }
  return bytes
}

/// A folder of one test, gone after it.
func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = Places.scratch("encode")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

/// A shell script that can be run.
func script(_ lines: String, in folder: URL, name: String = "encoder") throws -> String {
  let file = folder.appending(path: name)
  try Data(("#!/bin/sh\n" + lines + "\n").utf8).write(to: file)
  try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  return file.path
}

/// All access units of the pictures of a source.
func encodeAll(_ encoder: any VideoEncoder, _ source: any PictureSource) throws -> [EncodedAccessUnit] {
  var units: [EncodedAccessUnit] = []
  while let picture = try source.nextPicture() {
    try encoder.encode(picture)
    while let unit = encoder.nextAccessUnit() { units.append(unit) }
  }
  try encoder.completeFrames()
  while let unit = encoder.nextAccessUnit() { units.append(unit) }
  return units
}

/// A hash for each frame that FFmpeg decodes, in the order in which they are shown.
/// - Parameter lumaOnly: whether chroma is left out.
func frameHashes(_ path: String, lumaOnly: Bool = false) throws -> [String] {
  let layout = lumaOnly ? ["-vf", "extractplanes=y"] : []
  let words = ["-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-vsync", "0"] + layout + ["-f", "framemd5", "-"]
  let result = try Program.run("ffmpeg", words)
  return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    .compactMap { $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } }
}
