import Foundation
import TestSupport
import Testing

private let source = Places.fixtures.appending(path: "avc_aac.flv").path

/// Publishes to a scripted server.
private func publish(
  _ options: [String] = [], to serve: @escaping @Sendable (ScriptedServer.Connection, Int) -> Void
) throws -> Program.Result {
  let server = try ScriptedServer(serve)
  defer { server.stop() }
  return try Program.run(Program.mediaprobe, ["publish", source, "rtmp://127.0.0.1:\(server.port)/live/x?key=secret"] + options)
}

@Test func nobodyIsThere() throws {
  let port = try ScriptedServer.freePort()
  let result = try Program.mediaprobe("publish", source, "rtmp://127.0.0.1:\(port)/live/x")
  #expect(result.status == 69)
  #expect(result.standardError == "mediaprobe: rtmp://127.0.0.1:\(port)/live/x: 127.0.0.1:\(port): Connection refused\n")
  let unknown = try Program.mediaprobe("publish", source, "rtmp://no-such-host.invalid/live/x")
  #expect(unknown.status == 69 && unknown.standardError.contains("no-such-host.invalid: "), "\(unknown.standardError)")
}

@Test func theNameIsRefused() throws {
  let result = try publish { connection, _ in
    guard connection.handshake(), let answers = try? obligingAnswers(("error", "NetStream.Publish.BadName")) else { return }
    connection.write(answers)
    while !connection.read().isEmpty {}
  }
  #expect(result.status == 69)
  #expect(
    result.standardError.hasSuffix("the server rejected publish: NetStream.Publish.BadName (as the test wants it)\n"),
    "\(result.standardError)")
  // The stream key is not printed.
  #expect(!result.standardError.contains("secret"))
}

@Test func theServerClosesDuringTheHandshake() throws {
  let result = try publish { connection, _ in _ = connection.read(exactly: 1000) }
  #expect(result.status == 69 && result.standardError.contains("during the handshake"), "\(result.standardError)")
}

@Test func theServerClosesBeforeTheStream() throws {
  let result = try publish { connection, _ in
    _ = connection.handshake()
    _ = connection.read()
  }
  #expect(result.status == 69 && result.standardError.contains("during connect"), "\(result.standardError)")
}

@Test func theServerSpeaksSomethingElse() throws {
  let result = try publish { connection, _ in
    _ = connection.read(100)
    connection.write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
    _ = connection.read(exactly: 1537)
  }
  #expect(result.status == 65 && result.standardError.contains("the peer does not speak RTMP"), "\(result.standardError)")
}

@Test func theServerSendsGarbage() throws {
  let result = try publish { connection, _ in
    guard connection.handshake() else { return }
    connection.write([UInt8](repeating: 0xFF, count: 5000))
    _ = connection.read(exactly: 1 << 20)
  }
  #expect(
    result.status == 65 && result.standardError.contains("invalid data from the server: Chunk Header: "), "\(result.standardError)")
}

@Test func theServerSaysNothing() throws {
  let result = try publish(["--timeout", "1500ms"]) { connection, _ in _ = connection.read(exactly: 1 << 20) }
  #expect(result.status == 69 && result.standardError.contains("did not answer the handshake for 1500 ms"), "\(result.standardError)")
}

@Test(
  arguments: [
    (["publish", "x"], "Missing expected argument '<address>'."),
    (["publish", "x", "http://h/a/b"], "'http://h/a/b' is not a stream address"),
    (["publish", "x", "rtmp://h/a/b", "--rate", "-1"], "is not a factor"),
    (["publish", "x", "rtmp://h/a/b", "--max-delay", "soon"], "is not a duration"),
    (["publish", "x", "rtmp://h/a/b", "--record", "a.txt"], "Unknown format of 'a.txt'"),
    (["publish", "-", "-", "rtmp://h/a/b"], "Standard input can be read only once."),
    (["pull", "rtmp://h/a/b", "a.txt"], "Unknown format of 'a.txt'"), (["pull", "rtmp://h/a", "a.flv"], "is not a stream address"),
    (["pull", "rtmp://h/a/b", "a.flv", "--duration", "0"], "is not a duration"),
  ] as [([String], String)]) func wrongUsage(_ words: [String], _ message: String) throws
{
  let result = try Program.run(Program.mediaprobe, words)
  #expect(result.status == 64 && result.standardError.contains(message), "\(result.standardError)")
}

@Test func inputsThatCannotBePublished() throws {
  let missing = try Program.mediaprobe("publish", "/no/such/file", "rtmp://127.0.0.1:1/a/b")
  #expect(missing.status == 66 && missing.standardError == "mediaprobe: /no/such/file: No such file or directory\n")
  let text = try Program.mediaprobe("publish", "-", "rtmp://127.0.0.1:1/a/b", input: Data("Dear reader".utf8))
  #expect(text.status == 65, "\(text.standardError)")
}

/// The source file is not truncated to record into it, under any name.
@Test func theSourceIsNotRecordedTo() throws {
  try withFolder("publish") { folder in
    let (file, link) = (folder.appending(path: "a.flv").path, folder.appending(path: "b.flv").path)
    try FileManager.default.copyItem(atPath: source, toPath: file)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    let result = try Program.mediaprobe("publish", file, "rtmp://127.0.0.1:1/a/b", "--record", link)
    #expect(result.status == 64 && result.standardError.contains("cannot be the recording"), "\(result.standardError)")
    #expect(FileManager.default.contentsEqual(atPath: file, andPath: source))
  }
}
