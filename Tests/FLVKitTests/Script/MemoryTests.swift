import BitstreamKit
import FLVKit
import Testing

private func word(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

/// A script tag with a count followed by `bytes`.
private func script(_ type: UInt8, _ count: Int, _ bytes: [UInt8]) -> [UInt8] {
  var tag: [UInt8] = [2, 0, 10]
  tag += Array("onMetaData".utf8)
  tag.append(type)
  tag += word(count)
  return tag + bytes
}

private func isOverLimit(_ bytes: [UInt8]) -> Bool {
  do { _ = try ScriptData(parsing: bytes) } catch {
    if case .overLimit(let why) = error.reason { return why.contains("\(BitReader.maxHeldBytes >> 20) MiB") }
  }
  return false
}

@Test func valuesThatTakeMoreMemoryThanTheLimitAreRefused() throws {
  let most = BitReader.maxHeldBytes / MemoryLayout<AMF0Value>.stride
  #expect(!isOverLimit(script(10, most - 8, Array(repeating: 5, count: most - 8))))
  #expect(isOverLimit(script(10, most + 1, Array(repeating: 5, count: most + 1))))
  // Nested arrays are counted together.
  var inner: [UInt8] = [10]
  inner += word(most / 4)
  inner += Array(repeating: 5, count: most / 4)
  let several = [inner, inner, inner, inner, inner].flatMap { $0 }
  #expect(isOverLimit(script(10, 5, several)))
  // So are properties, whose names are arrays too.
  var properties: [UInt8] = []
  for _ in 0..<1 << 19 { properties += [0, 1, 0x61, 5] }
  #expect(isOverLimit(script(8, 1, properties + [0, 0, 9])))
}
