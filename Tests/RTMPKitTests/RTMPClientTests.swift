import BitstreamKit
import FLVKit
import TestSupport
import Testing

@testable import RTMPKit

/// A scripted server.
private struct Script {
  var client: RTMPClient
  var server = RTMPConnection(.server, nonce: noise(1528, seed: 9))
  var commands: [RTMPCommand] = []
  var messages: [Whole] = []

  init(_ purpose: RTMPClient.Purpose) throws {
    client = RTMPClient(purpose, try RTMPAddress("rtmp://h/live/name?k=1"), nonce: noise(1528, seed: 8))
  }

  /// Exchanges bytes until neither side has output.
  mutating func run(_ answer: (RTMPCommand, inout RTMPConnection) throws -> Void) throws -> [RTMPClientEvent] {
    var events: [RTMPClientEvent] = []
    while client.connection.output.count + server.output.count > 0 {
      let up = take(&client.connection)
      var cursor = 0
      while let event = try server.next(in: up, from: &cursor, to: up.count) {
        switch event {
        case .command(let command, _):
          commands.append(command)
          try answer(command, &server)
        case .message(let message): messages.append(Whole(message: message, payload: Array(server.payload[server.range])))
        default: break
        }
      }
      let down = take(&server)
      cursor = 0
      while let event = try client.next(in: down, from: &cursor, to: down.count) { events.append(event) }
    }
    return events
  }

  var names: [String] { commands.map { $0.name.text } }
}

private func status(_ level: AMF0String, _ code: AMF0String, _ words: AMF0String = "") -> AMF0Value {
  .object(
    AMF0Object([
      AMF0Property("level", .string(level)), AMF0Property("code", .string(code)), AMF0Property("description", .string(words)),
    ]))
}

private func obliging(_ command: RTMPCommand, _ server: inout RTMPConnection) throws {
  switch command.name {
  case "connect":
    try server.send(RTMPCommand("_result", command.transaction, .null, [status("status", "NetConnection.Connect.Success")]))
  case "createStream": try server.send(RTMPCommand("_result", command.transaction, .null, [.number(5)]))
  case "publish": try server.send(RTMPCommand("onStatus", 0, .null, [status("status", "NetStream.Publish.Start")]), streamID: 5)
  case "play":
    try server.send(RTMPCommand("onStatus", 0, .null, [status("status", "NetStream.Play.Reset")]), streamID: 5)
    try server.send(RTMPCommand("onStatus", 0, .null, [status("status", "NetStream.Play.Start")]), streamID: 5)
  default: break
  }
}

@Test func aStreamIsPublished() throws {
  var script = try Script(.publish)
  #expect(try script.run(obliging) == [.ready])
  #expect(script.names == ["connect", "releaseStream", "FCPublish", "createStream", "publish"] && script.client.isReady)
  let properties = try #require(script.commands[0].commandObject?.object)
  #expect(properties["app"]?.string == "live" && properties["tcUrl"]?.string == "rtmp://h:1935/live")
  #expect(properties["objectEncoding"]?.doubleValue == 0 && properties["fourCcList"]?.values?.contains(.string("hvc1")) == true)
  #expect(script.commands[4].arguments == [.string("name?k=1"), .string("live")])

  let metaData = try ScriptData(name: "onMetaData", .null).encoded()
  script.client.send(.dataAMF0, at: 0, metaData)
  script.client.send(.video, at: 0xFFFF_FFFF, [0x17, 1])
  _ = try script.run(obliging)
  #expect(script.messages.map(\.message.streamID) == [5, 5] && script.messages[1].message.timestamp == 0xFFFF_FFFF)
  let frame = try ScriptData(parsing: script.messages[0].payload)
  #expect(frame.name == .string("@setDataFrame") && frame.value == .string("onMetaData"))
  try script.client.finish()
  _ = try script.run(obliging)
  #expect(script.names.suffix(2) == ["FCUnpublish", "deleteStream"] && script.commands.last?.arguments == [.number(5)])
}

/// Media is an answer to play: some servers send no NetStream.Play.Start, others send it late.
@Test func mediaAnswersPlay() throws {
  var script = try Script(.play)
  let events = try script.run { command, server in
    if command.name != "play" { return try obliging(command, &server) }
    server.send(RTMPMessage(.dataAMF0, timestamp: 0, length: 0, streamID: 5), [2, 0, 1, 0x78, 5], 0..<5)
    for number in 0..<2 as Range<UInt8> {
      server.send(RTMPMessage(.audio, timestamp: UInt32(number), length: 0, streamID: 5), [0xAF, 1, number], 0..<3)
    }
    try obliging(command, &server)
  }
  let kinds = events.map { event in
    switch event {
    case .ready: "ready"
    case .message(let message): "\(message.type.rawValue) \(message.timestamp)"
    case .status(let code, _): code
    default: "other"
    }
  }
  #expect(
    kinds == ["18 0", "ready", "8 0", "8 1", "NetStream.Play.Reset", "NetStream.Play.Start"] && script.client.isReady,
    "\(kinds)")
}

@Test func aStreamIsPlayed() throws {
  var script = try Script(.play)
  #expect(try script.run(obliging) == [.status("NetStream.Play.Reset", ""), .ready])
  #expect(script.names == ["connect", "createStream", "play"])
  script.server.send(RTMPMessage(.audio, timestamp: 7, length: 0, streamID: 5), [0xAF, 1], 0..<2)
  script.server.send(UserControlMessage(.streamEOF, 5))
  let events = try script.run(obliging)
  #expect(events.first == .message(RTMPMessage(.audio, timestamp: 7, length: 2, streamID: 5)) && events.count == 2)
  if case .ended = events.last {} else { Issue.record("no end") }
}

@Test(arguments: [
  ("connect", "connect", "NetConnection.Connect.Rejected"), ("createStream", "createStream", "NetStream.Failed"),
  ("publish", "publish", "NetStream.Publish.BadName"),
]) func aServerThatSaysNo(_ name: String, _ request: String, _ code: String) throws {
  var script = try Script(.publish)
  do {
    _ = try script.run { command, server in
      guard command.name.text == name else { return try obliging(command, &server) }
      let information = status("error", AMF0String(code), "not you")
      if name == "publish" {
        try server.send(RTMPCommand("onStatus", 0, .null, [information]), streamID: 5)
      } else {
        try server.send(RTMPCommand("_error", command.transaction, .null, [information]))
      }
    }
    Issue.record("taken")
  } catch let error as RTMPError {
    #expect(error == .refused(request: request, code: code, words: "not you"))
    #expect(error.description == "the server rejected \(request): \(code) (not you)")
  }
}

/// What is in no specification may be refused.
@Test func refusedExtrasDoNoHarm() throws {
  var script = try Script(.publish)
  let events = try script.run { command, server in
    if ["releaseStream", "FCPublish"].contains(command.name.text) {
      try server.send(RTMPCommand("_error", command.transaction, .null, [status("error", "NetConnection.Call.Failed")]))
    } else {
      try obliging(command, &server)
    }
  }
  #expect(events.count == 3 && events.last == .ready)
}

@Test func answersThatMakeNoSense() throws {
  var script = try Script(.publish)
  #expect(throws: RTMPError.self) {
    try script.run { command, server in
      let isStream = command.name == "createStream"
      if isStream {
        try server.send(RTMPCommand("_result", command.transaction, .null, [.number(.nan)]))
      } else {
        try obliging(command, &server)
      }
    }
  }
}

/// Whatever a server sends in place of answers ends in events or in an error that says what it was about.
@Test func damagedAnswersEndInAnError() throws {
  var server = RTMPConnection(.server, nonce: [])
  try server.send(RTMPCommand("_result", 1, .null, [status("status", "NetConnection.Connect.Success")]))
  try server.send(RTMPCommand("_result", 4, .null, [.number(5)]))
  try server.send(RTMPCommand("onStatus", 0, .null, [status("status", "NetStream.Publish.Start")]), streamID: 5)
  let answers = take(&server)
  var opened = RTMPClient(.publish, try RTMPAddress("rtmp://h/live/name"), nonce: noise(1528, seed: 8))
  let shake = [3] + [UInt8](repeating: 0, count: 3072)
  var cursor = 0
  while try opened.next(in: shake, from: &cursor, to: shake.count) != nil {}
  func events(_ bytes: [UInt8]) throws(RTMPError) -> [RTMPClientEvent] {
    var client = opened
    var (cursor, found) = (0, [] as [RTMPClientEvent])
    while let event = try client.next(in: bytes, from: &cursor, to: bytes.count) { found.append(event) }
    return found
  }
  #expect(try events(answers).last == .ready)
  for length in answers.indices { #expect(try events(Array(answers[..<length])).contains(.ready) == false) }
  var refusals = 0
  for bit in 0..<answers.count * 8 {
    var flipped = answers
    flipped[bit / 8] ^= 0x80 >> UInt8(bit % 8)
    do throws(RTMPError) { _ = try events(flipped) } catch {
      refusals += 1
      #expect(!error.description.isEmpty)
    }
  }
  #expect(refusals > 100)
}
