import AsyncBitstreamKit
import BitstreamKit
import TestSupport
import Testing
import NALKit

/// The parts of a stream, as they would come from a socket.
private func chunks(_ bytes: [UInt8], of size: Int, failing: Bool = false) -> AsyncThrowingStream<ArraySlice<UInt8>, any Error> {
  AsyncThrowingStream { continuation in
    for start in stride(from: 0, to: bytes.count, by: size) { continuation.yield(bytes[start..<min(bytes.count, start + size)]) }
    continuation.finish(throwing: failing ? ByteError("connection lost") : nil)
  }
}

@Test(arguments: [1, 7, 1000, 1 << 20]) func unitsDoNotDependOnTheChunks(_ size: Int) async throws {
  let bytes = try Places.fixture("bframes.h264")
  var units: [[UInt8]] = []
  for try await unit in chunks(bytes, of: size).annexBUnits() {
    units.append(unit.bytes)
    #expect(Array(bytes[Int(unit.position.offset)...].prefix(unit.bytes.count)) == unit.bytes)
  }
  #expect(units == AnnexB(bytes).map { Array($0.bytes) })
}

@Test func aUnitOverTheLimitEndsTheSequence() async throws {
  let bytes: [UInt8] = [0, 0, 1, 0x09, 0xF0, 0, 0, 1] + [UInt8](repeating: 0x65, count: 100) + [0, 0, 1, 0x41]
  var iterator = chunks(bytes, of: 10).annexBUnits(limit: 50).makeAsyncIterator()
  #expect(try await iterator.next()?.bytes == [0x09, 0xF0])
  await #expect(throws: SyntaxError.self) { _ = try await iterator.next() }
  #expect(try await iterator.next() == nil)
}

@Test func errorsOfTheChunksEndTheSequence() async throws {
  var iterator = chunks([0, 0, 1, 0x65, 0, 0, 1, 0x41], of: 3, failing: true).annexBUnits().makeAsyncIterator()
  #expect(try await iterator.next()?.bytes == [0x65])
  await #expect(throws: ByteError.self) { _ = try await iterator.next() }
  #expect(try await iterator.next() == nil)
}

@Test func aStreamWithoutUnitsIsEmpty() async throws {
  for bytes in [[], [1, 2, 3]] as [[UInt8]] {
    var iterator = chunks(bytes, of: 2).annexBUnits().makeAsyncIterator()
    #expect(try await iterator.next() == nil)
  }
}
