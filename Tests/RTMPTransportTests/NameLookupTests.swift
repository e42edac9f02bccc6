import Foundation
import RTMPKit
import TestSupport
import Testing

@testable import RTMPTransport

@Test(arguments: ["127.0.0.1", "::1"]) func aNumberIsLookedUpByNobody(_ host: String) throws {
  let lookup = try NameLookup(host, 1935) { (_, _) throws(RTMPError) in throw .unreachable("the name is looked up") }
  #expect(try lookup.addresses()?.count == 1 && lookup.descriptor == -1)
}

/// Whoever waits for a name can do other things, is woken when it is there, and may leave before.
@Test func aNameTakesItsTime() throws {
  let release = DispatchSemaphore(value: 0)
  let lookup = try NameLookup("somewhere", 1) { (host, port) throws(RTMPError) in
    release.wait()
    return [SocketAddress(family: AF_INET, bytes: Array(host.utf8) + [UInt8(port)])]
  }
  #expect(try lookup.addresses() == nil)
  var waiting = pollfd(fd: lookup.descriptor, events: Int16(POLLIN), revents: 0)
  let early = unsafe poll(&waiting, 1, 0)
  #expect(early == 0)
  release.signal()
  let late = unsafe poll(&waiting, 1, 60_000)
  #expect(late == 1)
  let found = try #require(try lookup.addresses())
  #expect(found.count == 1 && found[0].bytes == Array("somewhere".utf8) + [1])
  var left: NameLookup? = try NameLookup("elsewhere", 1) { (_, _) throws(RTMPError) in
    release.wait()
    throw .unreachable("the caller has gone")
  }
  #expect(try left?.addresses() == nil)
  left = nil
  release.signal()
}

@Test func aNameThatNobodyKnows() throws {
  let lookup = try NameLookup("nowhere", 1) { (host, _) throws(RTMPError) in throw .unreachable("\(host): unknown") }
  #expect(eventually { (try? lookup.addresses()) == nil && poll(nil, 0, 1) == 0 && isSettled(lookup) })
  #expect(throws: RTMPError.unreachable("nowhere: unknown")) { try lookup.addresses() }
}

private func isSettled(_ lookup: NameLookup) -> Bool {
  var waiting = pollfd(fd: lookup.descriptor, events: Int16(POLLIN), revents: 0)
  return unsafe poll(&waiting, 1, 0) == 1
}

/// A name lookup has the same timeout as a server.
@Test func aNameThatTakesTooLong() throws {
  let release = DispatchSemaphore(value: 0)
  defer { release.signal() }
  let client = RTMPClient(.publish, try RTMPAddress("rtmp://somewhere/a/b"), nonce: [])
  let link = try RTMPLink(client, timeout: 100, now: 1000) { (_, _) throws(RTMPError) in
    release.wait()
    return []
  }
  try link.exchange(now: 1100)
  #expect(link.descriptor >= 0 && !link.wantsRoom)
  #expect(throws: RTMPError.unreachable("somewhere: name lookup timed out after 100 ms")) { try link.exchange(now: 1101) }
}
