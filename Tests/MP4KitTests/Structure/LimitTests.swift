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

/// Of a list with a damaged `entry_count`, the entries that fill the box are read; those of a box that they do not fill are not known.
@Test(arguments: [(2, 0x0100_0002, 0, 2), (1, 0xFFFF, 0, 1), (2, 1, 0, 1), (2, 3, 4, nil), (0, 1, 0, nil)] as [(Int, Int, Int, Int?)])
func editsOfTheBoxAreReadWhereTheirCountIsWrong(_ rows: Int, _ stated: Int, _ rest: Int, _ read: Int?) throws {
  var list = word(0) + word(stated)
  for _ in 0..<rows { list += word(1) + word(7) + [0, 1, 0, 0] }
  list += [UInt8](repeating: 0, count: rest)
  let movie = try Movie(MemorySource(box("moov", box("trak", box("edts", box("elst", list))))))
  #expect(movie.tracks.first?.editList?.entries.count == read)
  #expect(movie.tracks.first?.editList?.entries.first?.mediaTime == (read == nil ? nil : 7))
  let said = movie.findings.filter {
    $0.message.contains("entry_count is \(stated): \(rows == 1 ? "1 edit" : "\(rows) edits") read, which fill the box")
  }
  #expect(said.count == (read == rows ? 1 : 0), "\(movie.findings)")
}

@Test func aBoxBeyondTheLimitIsNotReadWhole() throws {
  let size = BoxTree<MemorySource>.maxBoxBytes
  var tree = try BoxTree(MemorySource(box("hdlr", Array(repeating: 0, count: size + 1))))
  do {
    _ = try tree.read(HandlerBox.self, at: 0)
    Issue.record("the box was read")
  } catch { #expect(error.description.contains("exceeds the limit of 16 MiB")) }
}
