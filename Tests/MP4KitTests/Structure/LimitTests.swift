import BitstreamKit
import MP4Kit
import Testing

private func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
  var bytes = word(payload.count + 8)
  bytes += Array(type.utf8)
  return bytes + payload
}

private func word(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

@Test func boxesBeyondTheLimitAreLeftOutWithAFinding() throws {
  var free: [UInt8] = []
  for _ in 0..<BoxTree<MemorySource>.maxNodes + 10 { free += [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65] }
  let tree = try BoxTree(MemorySource(box("moov", free)))
  #expect(tree.nodes.count == BoxTree<MemorySource>.maxNodes)
  #expect(tree.findings.contains { $0.message.contains("more than \(BoxTree<MemorySource>.maxNodes) boxes") })
  #expect(tree.children(of: 0).count == tree.nodes.count - 1)
}

@Test func tracksBeyondTheLimitAreLeftOutWithAFinding() throws {
  let most = Movie<MemorySource>.maxTracks
  let traks = Array(repeating: box("trak", []), count: most + 1).flatMap { $0 }
  let movie = try Movie(MemorySource(box("moov", traks)))
  #expect(movie.tracks.count == most)
  #expect(movie.findings.contains { $0.message.contains("more than \(most) tracks") })
}

@Test func editsBeyondTheLimitAreLeftOutWithAFinding() throws {
  let most = EditTimeline.maxSegments
  var list = word(0) + word(most + 5)
  for _ in 0..<most + 5 { list += [0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0] }
  let movie = try Movie(MemorySource(box("moov", box("trak", box("edts", box("elst", list))))))
  #expect(movie.tracks.first?.editList?.entries.count == most)
  #expect(movie.findings.contains { $0.message.contains("\(most + 5) edits: only the first \(most) are read") })
}

@Test func aBoxBeyondTheLimitIsNotReadWhole() throws {
  let size = BoxTree<MemorySource>.maxBoxBytes
  var tree = try BoxTree(MemorySource(box("hdlr", Array(repeating: 0, count: size + 1))))
  do {
    _ = try tree.read(HandlerBox.self, at: 0)
    Issue.record("the box was read")
  } catch { #expect(error.description.contains("exceeds the limit of 16 MiB")) }
}
