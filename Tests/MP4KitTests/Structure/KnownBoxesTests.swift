import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

/// Every box type in the registry satisfies the round-trip laws and reads bytes with known values.
@Suite struct KnownBoxesTests {
  private struct Laws: BoxVisitor {
    mutating func visit<B: Box>(_ type: B.Type) { checkLaws(B.self, seeds: 0..<80) }
  }

  @Test(arguments: KnownBox.ofEachType) func everyTypeKeepsTheLaws(_ box: KnownBox) {
    var laws = Laws()
    #expect(BoxRegistry.visit(box.header, in: box.context, &laws), "\(box.name) is not in the registry")
  }

  @Test func quickTimeMetaKeepsTheLaws() { checkLaws(QuickTimeMetaBox.self, seeds: 0..<2) }

  private struct RoundTrip: BoxVisitor {
    let bytes: [UInt8]
    var text = ""
    var failure: String?

    mutating func visit<B: Box>(_ type: B.Type) {
      var reader = BitReader(bytes)
      var box = B()
      do {
        try reader.nested(&box)
        let fields = bytes.count - reader.bitsLeft / 8
        if fields < bytes.count, !B.holdsBoxes { failure = "\(bytes.count - fields) bytes are left" }
        if try box.encoded() != Array(bytes[..<fields]) { failure = "other bytes come back" }
        text = traceText(B.self, Array(bytes[..<fields]))
      } catch { failure = "\(error)" }
    }
  }

  /// The expected values are in the golden file.
  @Test func knownBytesHaveKnownValues() throws {
    var text = ""
    for box in KnownBox.all {
      var visitor = RoundTrip(bytes: box.bytes)
      #expect(BoxRegistry.visit(box.header, in: box.context, &visitor), "\(box.name) is not in the registry")
      #expect(visitor.failure == nil, "\(box.name): \(visitor.failure ?? "")")
      text += "\(box.name) \(box.type ?? "")\n" + visitor.text
    }
    try Golden.check(text, "known-boxes.txt")
  }

  @Test func everyTypeOfTheRegistryIsKnown() throws {
    let known = Set(KnownBox.all.compactMap(\.type))
    let lines = try RegistryLine.all()
    #expect(lines.count > 300, "the registry's source is not what this test reads")
    for line in lines {
      #expect(known.contains(line.name), "\(line.name) has neither laws nor known bytes: add a line to Fixtures/known-boxes.txt")
    }
  }
}
