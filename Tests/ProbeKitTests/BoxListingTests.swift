import BitstreamKit
import Foundation
import ProbeKit
import TestSupport
import Testing

/// A file of which only the first reads succeed.
private struct BrokenSource: ByteSource {
  final class Reads {
    var left: Int
    init(_ left: Int) { self.left = left }
  }
  let source: MemorySource
  let reads: Reads
  var byteCount: UInt64 { source.byteCount }

  func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    if reads.left == 0 { throw ByteError("a file: Input/output error", code: 5) }
    reads.left -= 1
    try source.read(at: offset, count: count, into: &buffer)
  }
}

private func boxes(_ source: AnyByteSource, _ request: Mp4Request) -> (text: String, messages: [String], outcome: ProbeOutcome) {
  final class Answer {
    var bytes: [UInt8] = []
    var messages: [String] = []
  }
  let answer = Answer()
  let output = MediaOutput(append: { (bytes, range) throws(ByteError) in answer.bytes += bytes[range] })
  let probe = Probe(ProbeInput(source, name: "a file"), ProbeSink(output) { answer.messages.append($0) })
  let outcome = probe.listBoxes(request)
  return (String(decoding: answer.bytes, as: UTF8.self), answer.messages, outcome)
}

/// Wherever reading fails, what was written is a whole document.
@Test(arguments: [true, false]) func aReadErrorLeavesAWholeDocument(isFull: Bool) throws {
  let bytes = try Places.fixture("faststart.mp4")
  var sizes: Set<Int> = []
  for reads in 1..<1000 {
    func ask(_ form: Mp4Form) -> (text: String, messages: [String], outcome: ProbeOutcome) {
      let source = BrokenSource(source: MemorySource(bytes), reads: BrokenSource.Reads(reads))
      return boxes(AnyByteSource(source), Mp4Request(form: form, isFull: isFull))
    }
    let answer = ask(.json)
    sizes.insert(answer.text.utf8.count)
    if !answer.text.isEmpty {
      let document = try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
      #expect(document?["boxes"] is [Any])
    }
    for line in ask(.jsonl).text.split(separator: "\n") { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    if answer.outcome == .complete { break }
    #expect(answer.outcome == .failed && answer.messages == ["a file: Input/output error"])
  }
  // Nothing, a part, and the whole.
  #expect(sizes.count >= (isFull ? 3 : 2), "\(sizes.sorted())")
}

/// The entries of `sgpd` are fields, in a table of entries of one length and where each entry has its own.
@Test func groupDescriptionsAreFields() throws {
  func file(_ sgpd: String) -> AnyByteSource {
    let payload = hex(sgpd)
    let box: [UInt8] = [0, 0, 0, UInt8(payload.count + 8)] + Array("sgpd".utf8) + payload
    let stbl: [UInt8] = [0, 0, 0, UInt8(box.count + 8)] + Array("stbl".utf8) + box
    return AnyByteSource(MemorySource(hex("00000010 66747970 69736f6d 00000000 00000000 6d6f6f76").prefix(16) + wrapped(stbl)))
  }
  func wrapped(_ bytes: [UInt8]) -> [UInt8] {
    ["minf", "mdia", "trak", "moov"].reduce(bytes) { inner, type in [0, 0, 0, UInt8(inner.count + 8)] + Array(type.utf8) + inner }
  }
  let table = file("01000000 72617020 00000001 00000002 83 00")
  let text = boxes(table, Mp4Request(form: .text, isFull: true)).text
  #expect(text.contains("entries[0]: num_leading_samples_known=1 num_leading_samples=3\n"), "\(text)")
  let json = boxes(table, Mp4Request(form: .jsonl, isFull: true)).text
  #expect(json.contains("{\"num_leading_samples_known\":1,\"num_leading_samples\":3}"), "\(json)")
  // Entries that code their lengths; the second is not what its type allows and stays bytes.
  let list = file("01000000 726f6c6c 00000000 00000002 00000002 fffe 00000001 07")
  let lines = boxes(list, Mp4Request(form: .text, isFull: true)).text
  #expect(lines.contains("roll_distance = -2\n") && lines.contains("entry = 07\n"), "\(lines)")
  // A type that is not known.
  let unknown = boxes(file("01000000 78787878 00000001 00000001 83"), Mp4Request(form: .text, isFull: true)).text
  #expect(unknown.contains("entries[0] = 83\n"), "\(unknown)")
}
