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

  /// A line of the registry's source: a box type, and the function in which it is mapped.
  struct Line {
    var function: String
    var types: [String]
    var name: String
  }

  /// The lines of the registry, from its source, because a switch cannot be enumerated.
  static func registry() throws -> [Line] {
    let folder = Places.root.appending(path: "Sources/MP4Kit/Structure")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("BoxRegistry") }.sorted()
    var lines: [Line] = []
    for file in files {
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      var (function, types) = ("", [String]())
      for line in source.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) where !line.hasPrefix("//") {
        if let name = line.firstMatch(of: /func (\w+)/) { (function, types) = (String(name.1), []) }
        if line.hasPrefix("case ") { types = [] }
        let labels = line.replacing(#/ where .*?:/#, with: ":").prefix { $0 != ":" || line.hasPrefix("\"") }
        if line.hasPrefix("case ") || line.hasPrefix("\"") { types += labels.matches(of: /"([^"]{4})"/).map { String($0.1) } }
        for name in line.matches(of: /visitor\.visit\((\w+)\.self\)/) {
          lines.append(Line(function: function, types: types, name: String(name.1)))
        }
        if line.contains("visitAudio(context"), !types.isEmpty {
          lines.append(Line(function: function, types: types, name: "AudioSampleEntry"))
        }
      }
    }
    return lines
  }

  @Test func everyTypeOfTheRegistryIsKnown() throws {
    let known = Set(KnownBox.all.compactMap(\.type))
    let lines = try Self.registry()
    #expect(lines.count > 300, "the registry's source is not what this test reads")
    for line in lines {
      #expect(known.contains(line.name), "\(line.name) has neither laws nor known bytes: add a line to Fixtures/known-boxes.txt")
    }
  }

  /// A box type that is removed from the registry or changes its meaning changes the golden file.
  @Test func theRegistryIsWhatItWas() throws {
    let places: [String: String] = [
      "visitVideo": "stsd", "visitSound": "stsd", "visitText": "stsd", "visitOther": "stsd", "visitInWave": "wave",
      "visitUserData": "udta", "visitInSubTrack": "strk", "visitItemReference": "grpl", "visitReference": "trgr",
    ]
    var rows: Set<String> = []
    for line in try Self.registry() {
      for type in line.types {
        let place = places[line.function]
        guard let step = BoxPathStep(Array(type.utf8)), line.function != "visitInMetadata" else { continue }
        let context = BoxContext(in: place.flatMap { BoxPathStep(Array($0.utf8))?.type } ?? FourCC(rawValue: 0))
        var visitor = TypeName()
        BoxRegistry.visit(BoxHeader(step.type), in: context, &visitor)
        rows.insert("\(place.map { $0 + "/" } ?? "")\(type) \(visitor.name ?? "-")")
      }
    }
    try Golden.check(rows.sorted().joined(separator: "\n") + "\n", "box-registry.txt")
  }
}
