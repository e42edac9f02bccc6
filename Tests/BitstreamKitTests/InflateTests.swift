import BitstreamKit
import Foundation
import TestSupport
import Testing

/// Compares with Python's zlib.
@Suite(.enabled(if: Program.has("python3"))) struct InflateTests {
  /// Inputs of several kinds at every level and strategy, in zlib and raw format: one line of hexadecimal digits each.
  private static let script = """
    import random, zlib
    random.seed(5)
    def inputs():
        yield b''
        yield b'a'
        yield b'abc' * 5000
        yield bytes(random.randrange(256) for _ in range(3000))
        yield bytes(random.choice(b'moovtrakmdia') for _ in range(20000))
        yield bytes(min(255, int(random.expovariate(0.05))) for _ in range(9000))
        yield bytes(70000)
    for data in inputs():
        for level in (0, 1, 6, 9):
            for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FIXED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE):
                for bits in (15, -15, 9, -9):
                    if level == 0 and strategy: continue
                    packer = zlib.compressobj(level, zlib.DEFLATED, bits, 9, strategy)
                    half = len(data) // 2
                    flush = random.choice((zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH, zlib.Z_NO_FLUSH))
                    packed = packer.compress(data[:half]) + packer.flush(flush)
                    packed += packer.compress(data[half:]) + packer.flush()
                    print(int(bits < 0), packed.hex() or '-', data.hex() or '-')
    """

  @Test func whatZlibPacksIsExpanded() throws {
    let output = try Program.run("python3", ["-c", Self.script])
    var count = 0
    for line in String(decoding: output.standardOutput, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ").map { hex(String($0)) }
      let (packed, data) = (fields[1], fields[2])
      let result = line.hasPrefix("1") ? Inflate.raw(packed, limit: data.count) : Inflate.zlib(packed, limit: data.count)
      #expect(result.failure == nil && result.bytes == data && result.consumed == packed.count, "\(line.prefix(60))")
      count += 1
    }
    #expect(count > 300)
  }

  /// Damaged streams: both succeed with the same bytes, or both fail; output before the error is the same.
  private static let damage = """
    import random, zlib
    random.seed(11)
    sources = [b'abcabcabd' * 40, bytes(random.choice(b'moovtrak') for _ in range(600)), bytes(range(256)), b'']
    def expand(data, bits):
        unpacker, out = zlib.decompressobj(bits), b''
        try:
            for byte in data: out += unpacker.decompress(bytes([byte]))
        except zlib.error:
            return 0, out
        return int(unpacker.eof), out
    for round in range(3000):
        bits = random.choice((15, -15))
        packer = zlib.compressobj(random.choice((0, 1, 9)), zlib.DEFLATED, bits, 9, random.choice((0, 4)))
        data = bytearray(packer.compress(random.choice(sources)) + packer.flush())
        for _ in range(random.randrange(1, 4)):
            kind = random.randrange(3)
            if kind == 0 and data: data[random.randrange(len(data))] ^= 1 << random.randrange(8)
            elif kind == 1: del data[random.randrange(len(data) + 1):]
            elif data: data[random.randrange(len(data))] = random.randrange(256)
        if random.randrange(4) == 0: data = bytearray(random.randrange(256) for _ in range(random.randrange(60)))
        ok, out = expand(bytes(data), bits)
        print(int(bits < 0), bytes(data).hex() or '-', ok, out.hex() or '-')
    """

  @Test func damageEndsAsWithZlib() throws {
    let output = try Program.run("python3", ["-c", Self.damage])
    var (same, failed) = (0, 0)
    for line in String(decoding: output.standardOutput, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      let packed = hex(fields[1])
      let result = fields[0] == "1" ? Inflate.raw(packed, limit: 1 << 20) : Inflate.zlib(packed, limit: 1 << 20)
      #expect((result.failure == nil) == (fields[2] == "1"), "\(line.prefix(200)): \(result.failure.map { "\($0)" } ?? "no failure")")
      let expected = hex(fields[3])
      // A window size that the header understates is accepted here; zlib withholds output that it has not returned yet.
      if result.failure == nil {
        #expect(result.bytes == expected, "\(line.prefix(200))")
        same += 1
      } else {
        #expect(result.bytes.starts(with: expected) || expected.starts(with: result.bytes), "\(line.prefix(200))")
        failed += 1
      }
    }
    #expect(same > 100 && failed > 1000)
  }

  @Test func theOutputIsBounded() throws {
    // 65,536 zeros in 78 bytes.
    let output = try Program.run("python3", ["-c", "import zlib; print(zlib.compress(bytes(65536), 9).hex())"])
    let packed = hex(String(decoding: output.standardOutput, as: UTF8.self))
    let result = Inflate.zlib(packed, limit: 1000)
    #expect(result.failure == .overLimit(1000))
    #expect(result.bytes.count <= 1000)
    #expect(Inflate.zlib(packed, limit: 65536).failure == nil)
  }

  @Test func faultsAreNamed() {
    #expect(Inflate.zlib([0x78], limit: 9).failure == .truncated(byte: 1))
    #expect(Inflate.zlib([0x79, 0x9C], limit: 9).failure?.description.contains("no zlib header") == true)
    #expect(Inflate.zlib([0x78, 0xBB, 0, 0], limit: 9).failure?.description.contains("dictionary") == true)
    #expect(Inflate.zlib(hex("789c 0300 00000002"), limit: 9).failure?.description.contains("checksum") == true)
    #expect(Inflate.raw([0x07], limit: 9).failure?.description.contains("reserved block type") == true)
    #expect(Inflate.raw(hex("01 0100 0000 61"), limit: 9).failure?.description.contains("complement") == true)
    #expect(Inflate.raw(hex("01 0100 feff 61"), limit: 9).bytes == [0x61])
  }
}
