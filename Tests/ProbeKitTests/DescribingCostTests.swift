import BitstreamKit
import ProbeKit
import RemuxKit
import TestSupport
import Testing

/// Zeros, before which a box begins and after which a file does; its reads are counted.
private struct SparseSource: ByteSource {
  let head: [UInt8]
  let gap: UInt64
  let tail: MemorySource
  let log = ReadLog()

  var byteCount: UInt64 { gap + tail.byteCount }

  func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    buffer.removeAll(keepingCapacity: true)
    for place in offset..<min(byteCount, offset + UInt64(count)) {
      if place >= gap { buffer.append(tail.bytes[Int(place - gap)]) } else { buffer.append(place < 16 ? head[Int(place)] : 0) }
    }
    log.append(offset..<offset + UInt64(buffer.count))
  }
}

/// A gap of 1 TiB before the moov: only the required bytes are read.
@Test func aGapIsNotRead() throws {
  let file = try Places.fixture("plain.mp4")
  let gap = UInt64(1) << 40
  let head = hex("00000001") + Array("free".utf8) + (0..<8).map { UInt8(truncatingIfNeeded: gap >> UInt64(56 - 8 * $0)) }
  let source = SparseSource(head: head, gap: gap, tail: MemorySource(file))
  var text: [UInt8] = []
  let output = MediaOutput(append: { (bytes, range) throws(ByteError) in text += bytes[range] })
  let probe = Probe(ProbeInput(AnyByteSource(source), name: "sparse.mp4"), ProbeSink(output) { _ in })
  #expect(probe.describe(format: .table) == .complete)
  #expect(String(decoding: text, as: UTF8.self).contains("H.264"))
  #expect(source.log.byteCount > 0 && source.log.byteCount <= 2 * file.count + (1 << 18), "\(source.log.byteCount) bytes")
}
