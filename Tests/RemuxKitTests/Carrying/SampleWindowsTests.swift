import BitstreamKit
import TestSupport
import Testing

@testable import RemuxKit

/// Loads a range in parts and checks its bytes.
private func load(_ windows: inout SampleWindows, _ range: Range<Int>, _ source: inout AnyByteSource, _ bytes: [UInt8]) throws {
  var next = range.lowerBound
  while next < range.upperBound {
    let part = try windows.load(UInt64(next), wanted: range.upperBound - next, from: &source)
    try #require(!part.isEmpty && part.count <= range.upperBound - next)
    #expect(windows.bytes[part].elementsEqual(bytes[next..<next + part.count]))
    next += part.count
  }
}

private func noise(_ count: Int) -> [UInt8] {
  var generator = Generator(seed: 5)
  return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
}

/// Two tracks whose samples lie beside one another but are wanted in another order, as of sound that is stored a little ahead of its pictures.
@Test func tracksOutOfStepAreReadOnce() throws {
  let (picture, sound, count) = (20_000, 400, 400)
  let bytes = noise((picture + sound) * count)
  let log = ReadLog()
  var source = AnyByteSource(LoggedSource(bytes, log))
  var windows = SampleWindows()
  for index in 0..<count {
    let ahead = min(index + 2, count - 1) * (picture + sound)
    try load(&windows, ahead + picture..<ahead + picture + sound, &source, bytes)
    try load(&windows, index * (picture + sound)..<index * (picture + sound) + picture, &source, bytes)
  }
  #expect(log.byteCount < bytes.count * 11 / 10, "\(log.byteCount) of \(bytes.count)")
  #expect(log.count < 2 * bytes.count / SampleWindows.maxCount + 20)
}

/// One track of several: what lies between its samples is not read.
@Test func samplesFarFromOneAnotherAreReadAlone() throws {
  let (step, size, count) = (20_000, 400, 400)
  let bytes = noise(step * count)
  let log = ReadLog()
  var source = AnyByteSource(LoggedSource(bytes, log))
  var windows = SampleWindows()
  for index in 0..<count { try load(&windows, index * step..<index * step + size, &source, bytes) }
  #expect(log.byteCount < 4096 * (count + 10), "\(log.byteCount)")
}

/// Tracks one after the other in the file, and any order at all.
@Test func samplesInAnyOrderHaveTheirBytes() throws {
  let bytes = noise(3 << 20)
  var generator = Generator(seed: 11)
  let log = ReadLog()
  var source = AnyByteSource(LoggedSource(bytes, log))
  var windows = SampleWindows()
  let half = bytes.count / 2
  for index in 0..<(half / 5000) {
    try load(&windows, index * 5000..<index * 5000 + 5000, &source, bytes)
    try load(&windows, half + index * 500..<half + index * 500 + 500, &source, bytes)
  }
  #expect(log.byteCount < bytes.count)
  for _ in 0..<500 {
    let first = Int(generator.next() % UInt64(bytes.count - 1))
    try load(&windows, first..<min(bytes.count, first + 1 + Int(generator.next() % 300_000)), &source, bytes)
  }
  #expect(throws: ByteError.self) { try windows.load(UInt64(bytes.count), wanted: 1, from: &source) }
  // An error leaves the windows usable.
  try load(&windows, 0..<1000, &source, bytes)
}
