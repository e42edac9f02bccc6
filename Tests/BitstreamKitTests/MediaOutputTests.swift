import BitstreamKit
import Testing

@Test func memoryOutputAppendsReplacesAndReads() throws {
  let memory = MemoryOutput()
  let output = MediaOutput(memory)
  try output.write([1, 2, 3, 4], 1..<4)
  try output.append([5, 6], 0..<2)
  #expect(memory.bytes == [2, 3, 4, 5, 6])
  let replace = try #require(output.replace)
  try replace(1, [9, 8])
  #expect(memory.bytes == [2, 9, 8, 5, 6])
  var read: [UInt8] = []
  let reader = try #require(output.read)
  try reader(3, 10, &read)
  #expect(read == [5, 6])
}

@Test func memoryOutputRefusesWhatIsOutside() throws {
  let memory = MemoryOutput(limit: 4)
  try memory.write([1, 2, 3], 0..<3)
  #expect(throws: ByteError.self) { try memory.write([4, 5], 0..<2) }
  #expect(throws: ByteError.self) { try memory.replace(at: 2, [7, 7]) }
  #expect(throws: ByteError.self) { try memory.replace(at: .max, [7]) }
  #expect(throws: ByteError.self) { try memory.replace(at: 4, []) }
  #expect(memory.bytes == [1, 2, 3])
  try memory.write([4], 0..<1)
  #expect(memory.bytes == [1, 2, 3, 4])
}
