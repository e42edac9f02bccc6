import BitstreamKit
import FLVKit
import Foundation
import RTMPKit
import TestSupport
import Testing

/// Runs `body` with a temporary folder.
func withFolder(_ name: String, _ body: (URL) throws -> Void) throws {
  let folder = Places.scratch(name)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

/// A hash of each frame that FFmpeg decodes, in display order.
func decoded(_ path: String, _ stream: String) throws -> [String] {
  // Audio hidden by an edit list is decoded too, since a stream has no edit list.
  let edits = path.hasSuffix("mp4") ? ["-ignore_editlist", "1"] : []
  let result = try Program.run(
    "ffmpeg", ["-nostdin", "-v", "error"] + edits + ["-i", path, "-map", "0:\(stream)", "-vsync", "0", "-f", "framemd5", "-"])
  return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    .compactMap { $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } }
}

/// Ten seconds of H.264 with B-frames and AAC, and a keyframe every second.
func makeClip(_ folder: URL, _ name: String, seconds: Int = 10) throws -> String {
  let path = folder.appending(path: name).path
  let result = try Program.run(
    "ffmpeg",
    ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=\(seconds)", "-f", "lavfi", "-i", "sine=440:d=\(seconds)"]
      + ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-g", "25", "-c:a", "aac", path])
  try #require(result.status == 0, "\(result.standardError)")
  return path
}

/// All answers of a server to a publishing client. Each is read after its request was sent.
func obligingAnswers(_ status: (level: AMF0String, code: AMF0String) = ("status", "NetStream.Publish.Start")) throws -> [UInt8] {
  var server = RTMPConnection(.server, nonce: [])
  let information = AMF0Object([
    AMF0Property("level", .string(status.level)), AMF0Property("code", .string(status.code)),
    AMF0Property("description", .string("as the test wants it")),
  ])
  try server.send(RTMPCommand("_result", 1, .null, [.null]))
  try server.send(RTMPCommand("_result", 4, .null, [.number(1)]))
  try server.send(RTMPCommand("onStatus", 0, .null, [.object(information)]), streamID: 1)
  return Array(server.output.bytes[server.output.range])
}

extension ScriptedServer.Connection {
  /// Accepts a publishing client.
  /// - Returns: whether the handshake succeeded.
  func welcome() -> Bool {
    guard handshake(), let answers = try? obligingAnswers() else { return false }
    write(answers)
    return true
  }
}

/// A server that receives and keeps everything, at a rate in bytes per second.
func takeAll(_ gathered: Gathered, rate: Double? = nil) -> @Sendable (ScriptedServer.Connection, Int) -> Void {
  { connection, number in
    guard connection.welcome() else { return }
    while true {
      let bytes = connection.read(rate == nil ? 1 << 16 : 1 << 14)
      if bytes.isEmpty { return }
      gathered.append(bytes, to: number)
      if let rate { Thread.sleep(forTimeInterval: Double(bytes.count) / rate) }
    }
  }
}

/// A server that receives a number of bytes and closes.
func takeSome(_ count: Int) -> @Sendable (ScriptedServer.Connection, Int) -> Void {
  { connection, _ in if connection.welcome() { _ = connection.read(exactly: count) } }
}

/// The reported maximum delays in milliseconds.
func longestWaits(_ words: String) -> (sent: Int, all: Int)? {
  let numbers = words.components(separatedBy: "maximum delay of sent pictures: ").last?.split(separator: " ").compactMap { Int($0) }
  guard let numbers, numbers.count == 2 else { return nil }
  return (numbers[0], numbers[1])
}

/// Size of a file in bytes; 0 if it does not exist.
func fileSize(_ path: String) -> Int { ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int) ?? 0 }

/// For each picture of an FLV file, whether it is a keyframe.
func pictureKeys(ofFile path: String) throws -> [Bool] {
  try tags(ofFile: path).compactMap { if case .picture(let isKey) = $0.kind { isKey } else { nil } }
}

/// Number of pictures in an FLV file so far.
func pictureCount(_ path: String) -> Int { (try? pictureKeys(ofFile: path))?.count ?? 0 }

/// The video, audio and script tags that a client sent after its handshake.
func tags(sent bytes: [UInt8]) throws -> [RTMPTag] {
  var server = RTMPConnection(.server, nonce: [])
  let all = [3] + [UInt8](repeating: 0, count: 3072) + bytes
  var cursor = 0
  var found: [RTMPTag] = []
  while let event = try server.next(in: all, from: &cursor, to: all.count) {
    guard case .message(let message) = event else { continue }
    found.append(RTMPTag(TagType(rawValue: message.type.rawValue), at: Int64(message.timestamp), Array(server.payload[server.range])))
  }
  return found
}

/// Creates an FLV file of numbered pictures of `size` bytes, which do not decode, interleaved with audio.
func makeNumberedFile(_ path: String, pictures: Int, size: Int, keyDistance: Int, step: Int64 = 40) throws {
  var writer = FLVWriter(video: .avc, audio: .aac)
  var bytes: [UInt8] = []
  writer.appendFileHeader(to: &bytes)
  try writer.append(FLVMetaData(), to: &bytes)
  try writer.appendConfiguration(.video, [1, 100, 0, 30, 255, 0xE0, 0], to: &bytes)
  try writer.appendConfiguration(.audio, [0x12, 0x10], to: &bytes)
  for number in 0..<pictures {
    var data = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
    data.replaceSubrange(0..<4, with: [0, 0, UInt8(number >> 8), UInt8(number & 255)])
    let kind: VideoFrameType = number % keyDistance == 0 ? .key : .inter
    try writer.append(.video(kind, at: Int64(number) * step), data, 0..<size, to: &bytes)
    try writer.append(.audio(at: Int64(number) * step + 1), [UInt8](repeating: 7, count: 100), 0..<100, to: &bytes)
  }
  try Data(bytes).write(to: URL(filePath: path))
}

extension RTMPTag {
  /// The number of a numbered picture.
  var number: Int? {
    guard case .picture = kind, body.count > 9 else { return nil }
    return Int(body[7]) << 8 | Int(body[8])
  }
}

/// Bytes collected by a server thread and read by a test.
final class Gathered: @unchecked Sendable {
  private let lock = NSLock()
  private var parts: [[UInt8]] = []

  func append(_ bytes: [UInt8], to index: Int) {
    lock.withLock {
      while parts.count <= index { parts.append([]) }
      parts[index] += bytes
    }
  }

  /// The bytes sent on each connection.
  var all: [[UInt8]] { lock.withLock { parts } }
}
