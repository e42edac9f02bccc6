import BitstreamKit
import MP4Kit
import TestSupport
import Testing

/// Compressed boxes.
@Suite struct CompressedContentTests {
  /// zlib data with stored blocks.
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = [0x78, 0x01]
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    var at = 0
    repeat {
      let count = min(65535, bytes.count - at)
      let isLast: UInt8 = at + count == bytes.count ? 1 : 0
      packed += [isLast, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)] + bytes[at..<at + count]
      at += count
    } while at < bytes.count
    packed.append(bigEndian: b << 16 | a)
    return packed
  }

  private static func box(_ type: FourCC, _ content: [UInt8]) -> [UInt8] {
    BoxHeader(type, size: UInt64(content.count + 8)).encoded + content
  }

  /// A fixture with the `moov` last, and the same file with another box in its place.
  private func fixture(_ replace: ([UInt8]) -> [UInt8]) throws -> (plain: [UInt8], packed: [UInt8]) {
    let plain = try Places.fixture("plain.mp4")
    let tree = try BoxTree(MemorySource(plain))
    let place = tree.nodes[try #require(tree["moov"])].place
    let (start, end) = (Int(place.offset), Int(place.end))
    return (plain, Array(plain[..<start]) + replace(Array(plain[start..<end])) + Array(plain[end...]))
  }

  private func compressed(_ moov: [UInt8], algorithm: String = "zlib", size: Int? = nil, cut: Int = 0) -> [UInt8] {
    var data: [UInt8] = []
    data.append(bigEndian: UInt32(size ?? moov.count))
    data += Self.zlib(moov).dropLast(cut)
    return Self.box("moov", Self.box("cmov", Self.box("dcom", Array(algorithm.utf8)) + Self.box("cmvd", data)))
  }

  private func samples(_ bytes: [UInt8]) throws -> (samples: [String], findings: [String], isCompressed: Bool) {
    let movie = try Movie(expanding: AnyByteSource(MemorySource(bytes)))
    var (reader, found) = (movie.samples(), [String]())
    while let item = try reader.next() {
      found.append("\(item.track) \(item.sample.offset) \(item.sample.size) \(item.sample.decodeTime) \(item.sample.compositionTime)")
    }
    return (found, movie.findings.map(\.description), movie.isCompressed)
  }

  @Test func aCompressedMovieHasTheSamplesOfThePlainOne() throws {
    let (plain, packed) = try fixture { compressed($0) }
    let (expected, read) = (try samples(plain), try samples(packed))
    #expect(!expected.samples.isEmpty && read.samples == expected.samples)
    #expect(read.findings.isEmpty && read.isCompressed && !expected.isCompressed)
    #expect(try BoxTree(MemorySource(packed)).findings.isEmpty, "a compressed movie has no mvhd of its own")
  }

  @Test func faultsOfACompressedMovieAreFindings() throws {
    let (_, other) = try fixture { compressed($0, algorithm: "lz77") }
    #expect(try samples(other).findings.contains { $0.contains("'lz77'") })
    let (_, wrong) = try fixture { compressed($0, size: 99) }
    #expect(try samples(wrong).findings.contains { $0.contains("uncompressed_size is 99") })
    let (plain, cut) = try fixture { compressed($0, cut: 6) }
    let read = try samples(cut)
    #expect(read.findings.contains { $0.contains("ends too early") })
    #expect(try read.samples == samples(plain).samples, "what is there is read")
    for length in stride(from: 0, to: cut.count, by: 7) { _ = try samples(Array(cut[..<length])) }
  }

  @Test func aCompressedBoxStandsForAnother() throws {
    let (plain, packed) = try fixture { Self.box("!mov", Self.zlib(Array($0.dropFirst(8)))) }
    let tree = try BoxTree(MemorySource(packed))
    let place = tree.nodes[try #require(tree["!mov"])].place
    var window = ByteWindow(MemorySource(packed))
    let content = try #require(try CompressedContent(place, in: &window))
    let original = try BoxTree(MemorySource(plain))
    let moov = original.nodes[try #require(original["moov"])].place
    #expect(content.failure == nil)
    #expect(content.bytes == Array(plain[Int(moov.offset)..<Int(moov.end)]))
    let bounded = try #require(try CompressedContent(place, in: &window, limit: Int(place.payloadSize)))
    #expect(bounded.bytes.count <= Int(place.payloadSize) + 8)
    #expect(try CompressedContent(place, in: &window, limit: 10)?.failure?.contains("limit of 10 bytes") == true)
    #expect(try samples(packed).findings.contains { $0.contains("!mov") })
  }

  @Test(arguments: [("!mof", "moof"), ("!six", "sidx"), ("!ssx", "ssix"), ("!mov", "moov")] as [(FourCC, FourCC)])
  func eachTypeReplacesItsOwn(type: FourCC, replaced: FourCC) throws {
    for payload in [[1, 2, 3], [UInt8]()] {
      for packed in [Self.zlib(payload), Array(Self.zlib(payload).dropFirst(2).dropLast(4))] {
        let bytes = Self.box(type, packed)
        let tree = try BoxTree(MemorySource(bytes))
        var window = ByteWindow(MemorySource(bytes))
        let content = try #require(try CompressedContent(tree.nodes[0].place, in: &window))
        #expect(content.bytes == Self.box(replaced, payload) && content.failure == nil)
      }
    }
    let trailing = Self.box(type, Self.zlib([1]) + [0])
    var window = ByteWindow(MemorySource(trailing))
    let place = try BoxTree(MemorySource(trailing)).nodes[0].place
    #expect(try CompressedContent(place, in: &window)?.failure?.contains("1 byte follows") == true)
  }
}
