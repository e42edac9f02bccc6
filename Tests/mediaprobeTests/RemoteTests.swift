import Foundation
import TestSupport
import Testing

private let isWanted = Program.has("curl") && Program.has("python3")

@Suite(.enabled(if: isWanted)) struct RemoteTests {
  /// A server for the fixtures.
  private func server() throws -> WebServer { try WebServer(Places.fixtures) }

  @Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "tone.aac"]) func answersAreThoseOfTheFile(
    _ name: String
  ) throws {
    let server = try server()
    let path = Places.fixtures.appending(path: name).path
    var commands = [["info", "--json"], ["packets", "--json"]]
    if name.hasSuffix("mp4") { commands.append(["mp4", "--full"]) }
    if name.hasSuffix("h264") { commands.append(["trace"]) }
    for command in commands {
      let expected = try Program.run(Program.mediaprobe, command + [path])
      for way in ["ranges", "whole", "moved/3"] {
        let address = server.address("\(way)/\(name)")
        let result = try Program.run(Program.mediaprobe, command + [address])
        #expect(result.text.replacingOccurrences(of: address, with: path) == expected.text, "\(command) \(way): \(result.standardError)")
        #expect(result.status == expected.status)
      }
    }
  }

  /// The description of a film of 1 GiB needs its headers only.
  @Test(arguments: [true, false]) func infoOfALargeFileReadsLittle(isFastStart: Bool) throws {
    let folder = Places.scratch("remote")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The media data of a fixture, followed by a GiB without data.
    let source = Places.fixtures.appending(path: isFastStart ? "faststart.mp4" : "plain.mp4")
    var bytes = try [UInt8](Data(contentsOf: source))
    let file = folder.appending(path: "film.mp4")
    let extra: UInt32 = 1 << 30
    if isFastStart {
      // The last box is the media data, which is made longer.
      let mdat = try #require(Data(bytes).range(of: Data("mdat".utf8))).lowerBound - 4
      let size = UInt32(bytes.count - mdat) + extra
      bytes.replaceSubrange(mdat..<mdat + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * $0)) })
      try Data(bytes).write(to: file)
    } else {
      let moov = try #require(Data(bytes).range(of: Data("moov".utf8))).lowerBound - 4
      let free = (0..<4).map { UInt8(truncatingIfNeeded: extra >> UInt32(24 - 8 * $0)) } + Array("free".utf8)
      try Data(bytes[..<moov] + free).write(to: file)
    }
    let handle = try FileHandle(forUpdating: file)
    try handle.truncate(atOffset: UInt64(bytes.count) + UInt64(extra))
    if !isFastStart {
      let moov = try #require(Data(bytes).range(of: Data("moov".utf8))).lowerBound - 4
      try handle.seek(toOffset: UInt64(moov) + UInt64(extra))
      try handle.write(contentsOf: Data(bytes[moov...]))
    }
    try handle.close()

    let server = try WebServer(folder)
    let result = try Program.run(Program.mediaprobe, ["info", "--json", server.address("ranges/film.mp4")])
    let expected = try Program.run(Program.mediaprobe, ["info", "--json", file.path])
    #expect(result.status == 0, "\(result.standardError)")
    #expect(result.text.replacingOccurrences(of: server.address("ranges/film.mp4"), with: file.path) == expected.text)
    let read = server.requests.reduce(0) { $0 + $1.byteCount }
    #expect(read > 0 && read < 2 << 20, "\(read) bytes in \(server.requests.count) requests")
    #expect(server.requests.count < 10)
  }

  @Test func headersAreSentAndMissingOnesExplained() throws {
    let server = try server()
    let address = server.address("secret/plain.mp4")
    #expect(try Program.mediaprobe("info", "--header", "Authorization: Bearer tea", address).status == 0)
    let refused = try Program.mediaprobe("info", address)
    #expect(refused.status == 66 && refused.standardError.contains("status 401") && refused.standardError.contains("--header"))
    // No header can add an option to curl, or read a file.
    for header in ["@/etc/passwd", "X: a\nurl = \"http://127.0.0.1:9/\"", "no colon", ": empty", "X Y: z"] {
      let result = try Program.mediaprobe("info", "--header", header, address)
      #expect(result.status == 66 && result.standardError.contains("--header"), "\(header)")
    }
    // A quote or a backslash is part of the value.
    #expect(try Program.mediaprobe("info", "--header", #"X: "a\" b"#, server.address("ranges/plain.mp4")).status == 0)
  }

  @Test func failuresAreNamed() throws {
    let server = try server()
    let missing = try Program.mediaprobe("info", server.address("page/x.mp4"))
    #expect(missing.status == 66 && missing.standardError.contains("status 404"))
    let short = try Program.mediaprobe("info", server.address("short/plain.mp4"))
    #expect(short.status == 69, "\(short.standardError)")
    // More redirects than are followed, and redirects to other schemes.
    #expect(try Program.mediaprobe("info", server.address("moved/9/plain.mp4")).status == 69)
    for scheme in ["file", "ftp", "gopher"] { #expect(try Program.mediaprobe("info", server.address("away/\(scheme)/x")).status == 69) }
    #expect(try Program.mediaprobe("info", "http://127.0.0.1:1/a.mp4").status == 69)
    #expect(try Program.mediaprobe("info", "http://127.0.0.1:1/a b.mp4").status == 66)
    let secret = try Program.mediaprobe("info", "http://name:word@127.0.0.1:1/a.mp4")
    #expect(!secret.standardError.contains("word"))
    let without = try Program.run(Program.mediaprobe, ["info", server.address("ranges/plain.mp4")], environment: ["PATH": "/nowhere"])
    #expect(without.status == 69 && without.standardError.contains("curl is not installed: apt-get install curl"))
  }

  /// Parts of different versions of a file are not put together.
  @Test func aFileThatChangesIsNotRead() throws {
    let folder = Places.scratch("versions")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The index is after the first part.
    var bytes = try Places.fixture("plain.mp4")
    let index = try #require(bytes.indices.first { bytes[$0..<$0 + 4].elementsEqual(Array("moov".utf8)) }) - 4
    bytes.insert(contentsOf: [0, 4, 0, 0] + Array("free".utf8) + [UInt8](repeating: 0, count: 262_136), at: index)
    try Data(bytes).write(to: folder.appending(path: "a.mp4"))
    let server = try WebServer(folder)
    let changed = try Program.mediaprobe("info", server.address("tagged/a.mp4"))
    #expect(changed.status != 0 && changed.standardError.contains("has changed while it was read"), "\(changed.standardError)")
    for way in ["ranges", "dated"] { #expect(try Program.mediaprobe("info", server.address(way + "/a.mp4")).status == 0) }
  }

  @Test func aBatchGoesOnAfterAnAddressThatFails() throws {
    let server = try server()
    let result = try Program.mediaprobe(
      "info", "--format", "jsonl", "--jobs", "2", server.address("ranges/plain.mp4"), server.address("page/x"),
      server.address("whole/tone.aac"))
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 3 && result.status == 66)
    #expect(lines.map { $0.contains("\"result\":null") } == [false, true, false])
  }

  @Test func mediaIsCopiedFromAnAddress() throws {
    let server = try server()
    let folder = Places.scratch("remote")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (here, there) = (folder.appending(path: "a.flv"), folder.appending(path: "b.flv"))
    #expect(try Program.mediaprobe("remux", Places.fixtures.appending(path: "plain.mp4").path, here.path).status == 0)
    let result = try Program.mediaprobe("remux", server.address("ranges/plain.mp4"), there.path)
    #expect(result.status == 0, "\(result.standardError)")
    #expect(try Data(contentsOf: here) == Data(contentsOf: there))
    let missing = try Program.mediaprobe("remux", server.address("page/plain.mp4"), folder.appending(path: "c.flv").path)
    #expect(missing.status == 66 && missing.standardError.contains("404 (not found)"))
    #expect(try Program.mediaprobe("remux", "http://127.0.0.1:1/a.mp4", folder.appending(path: "c.flv").path).status == 69)
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "c.flv").path))
  }

  @Test(.enabled(if: Nginx.isWanted)) func aFileIsPublishedFromAnAddress() throws {
    let (web, live) = (try server(), try Nginx())
    let records = try live.start(recordingTo: "records")
    let result = try Program.mediaprobe("publish", "--rate", "0", web.address("ranges/avc_aac.flv"), live.address("live"))
    #expect(result.status == 0, "\(result.standardError)")
    #expect(eventually { FileManager.default.fileExists(atPath: records.appending(path: "live.flv").path) })
    #expect(try Program.mediaprobe("publish", web.address("page/x.flv"), live.address("live")).status == 66)
    #expect(try Program.mediaprobe("publish", "http://127.0.0.1:1/x.flv", live.address("live")).status == 69)
  }

  @Test func ffprobeReadsAddresses() throws {
    let server = try server()
    let path = Places.fixtures.appending(path: "plain.mp4").path
    let expected = try Program.mediaprobe("ffprobe", "-v", "error", "-show_streams", path)
    #expect(try Program.mediaprobe("ffprobe", "-v", "error", "-show_streams", server.address("ranges/plain.mp4")).text == expected.text)
    let secret = server.address("secret/plain.mp4")
    let headers = "X-Other: 1\r\nAuthorization: Bearer tea\r\n"
    #expect(try Program.mediaprobe("ffprobe", "-v", "error", "-show_streams", "-headers", headers, secret).text == expected.text)
    #expect(try Program.mediaprobe("ffprobe", "-v", "error", "-show_streams", secret).status == 1)
  }

  @Test func streamsAreEditedFromAnAddress() throws {
    let server = try server()
    let edit = ["edit", "--set", "frame_rate=30"]
    let expected = try Program.run(Program.mediaprobe, edit + [Places.fixtures.appending(path: "bframes.h264").path])
    #expect(expected.status == 0 && !expected.standardOutput.isEmpty)
    #expect(try Program.run(Program.mediaprobe, edit + [server.address("ranges/bframes.h264")]).standardOutput == expected.standardOutput)
    let secret = ["--header", "Authorization: Bearer tea", server.address("secret/bframes.h264")]
    #expect(try Program.run(Program.mediaprobe, edit + secret).standardOutput == expected.standardOutput)
    #expect(try Program.run(Program.mediaprobe, edit + [server.address("page/x.h264")]).status == 66)
    #expect(try Program.run(Program.mediaprobe, edit + ["http://127.0.0.1:1/x.h264"]).status == 69)
  }

  @Test func theGoodFileOfARecoveryMayBeAnAddress() throws {
    let server = try server()
    let folder = Places.scratch("remote-recovery")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let good = Places.fixtures.appending(path: "plain.mp4")
    // Without the index, which is at the end of this file.
    let bytes = try Data(contentsOf: good)
    let index = try #require(bytes.range(of: Data("moov".utf8))).lowerBound - 4
    let broken = folder.appending(path: "broken.mp4")
    try bytes.prefix(index).write(to: broken)
    let (here, there) = (folder.appending(path: "a.mp4"), folder.appending(path: "b.mp4"))
    let local = try Program.mediaprobe("recover", "--like", good.path, broken.path, here.path)
    let remote = try Program.mediaprobe("recover", "--like", server.address("ranges/plain.mp4"), broken.path, there.path)
    #expect(local.status == remote.status && local.status < 2, "\(remote.standardError)")
    #expect(try Data(contentsOf: here) == Data(contentsOf: there))
    let missing = try Program.mediaprobe(
      "recover", "--like", server.address("page/x.mp4"), broken.path, folder.appending(path: "c.mp4").path)
    #expect(missing.status == 66, "\(missing.standardError)")
  }
}
