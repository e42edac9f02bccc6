import Foundation
import RTMPKit
import TestSupport
import Testing

@testable import RTMPTransport

@Test func aNameBecomesAddresses() throws {
  let found = try SocketAddress.resolve("127.0.0.1", 1935)
  #expect(found.count == 1 && found[0].family == AF_INET && found[0].bytes.count == 16)
  // The family is followed by port and address in network byte order.
  #expect(Array(found[0].bytes[2..<8]) == [0x07, 0x8F, 127, 0, 0, 1])
  #expect(throws: RTMPError.self) { try SocketAddress.resolve("no-such-host.invalid", 1935) }
}

@Test func bytesGoToAndFro() throws {
  let server = try ScriptedServer { connection, _ in connection.write(connection.read(exactly: 100_000).reversed()) }
  let socket = try Socket(connectingTo: SocketAddress.resolve("127.0.0.1", server.port)[0])
  #expect(eventually { socket.connectResult() == 0 })
  let bytes = (0..<100_000).map { UInt8($0 % 251) }
  var sent = 0
  var (received, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 4096))
  while received.count < bytes.count {
    sent += try socket.write(bytes, sent..<bytes.count)
    guard let count = try socket.read(into: &buffer) else { continue }
    if count == 0 { break }
    received += buffer[..<count]
  }
  #expect(received == bytes.reversed())
  // The server closes: that is the end and no error, and what is written then breaks nothing but the connection.
  #expect(eventually { (try? socket.read(into: &buffer)) == 0 })
  #expect(eventually { (try? socket.write(bytes, 0..<10)) == nil })
  server.stop()
}

@Test func aPortOnWhichNobodyListens() throws {
  let port = try ScriptedServer.freePort()
  let socket = try Socket(connectingTo: SocketAddress.resolve("127.0.0.1", port)[0])
  #expect(eventually { socket.connectResult() != nil })
  #expect(socket.connectResult() != 0)
}
