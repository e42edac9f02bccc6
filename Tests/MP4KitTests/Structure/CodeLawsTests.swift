import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

/// Every four-character code of the registry, with the type that it stands for. Several codes share a Swift type, whose laws
/// `KnownBoxesTests` tries with damage; here each is tried as a box of its own.
@Suite struct CodeLawsTests {
  /// Writes models of a type as boxes with a code, and reads them from a file.
  private struct Laws: BoxVisitor {
    let header: BoxHeader
    let context: BoxContext
    var name: String?
    var tried = 0
    var failure: String?

    mutating func visit<B: Box>(_ type: B.Type) {
      name = "\(B.self)"
      for seed in 0..<24 as Range<UInt64> {
        var generator = Generator(seed: seed)
        guard let model = try? generator.draw(B.self) else { continue }
        do { try check(model) } catch { failure = "seed \(seed): \(error)" }
        tried += 1
      }
    }

    private mutating func check<B: Box>(_ model: B) throws {
      let fields = try model.encoded()
      let bytes = BoxHeader(header.type, size: UInt64(8 + fields.count)).encoded + fields
      var tree = try BoxTree(MemorySource(bytes), in: context)
      guard tree.nodes.count == 1, let node = tree.nodes.first else { return failure = "\(tree.nodes.count) boxes" }
      if !node.place.isBox || node.place.header.type != header.type { failure = "another box: \(node.place)" }
      if (node.place.childrenOffset != nil) != B.holdsBoxes { failure = "child boxes at \(String(describing: node.place.childrenOffset))" }
      let read = try tree.read(B.self, at: 0)
      if read != model { failure = "another value is read" }
      if try read.encoded() != fields { failure = "other bytes come back" }
    }
  }

  /// `stsd:1/mp4a`
  private static func place(_ code: String) throws -> (BoxHeader, BoxContext) {
    let parts = code.split(separator: "/", omittingEmptySubsequences: false)
    let last = try #require(parts.last)
    let type = FourCC(rawValue: last.unicodeScalars.reduce(UInt32(0)) { $0 << 8 | $1.value & 255 })
    guard parts.count == 2 else { return (BoxHeader(type), BoxContext()) }
    let outer = try #require(BoxPathStep(Array(parts[0].prefix(4).utf8)))
    return (BoxHeader(type), BoxContext(in: outer.type, version: parts[0].hasSuffix(":1") ? 1 : 0))
  }

  /// The types of the codes are those of the golden file: a line that is removed from the registry, or has another type, fails.
  @Test func everyCodeKeepsTheLaws() throws {
    var rows = ""
    for code in try RegistryLine.codes().sorted() {
      let (header, context) = try Self.place(code)
      var laws = Laws(header: header, context: context)
      #expect(BoxRegistry.visit(header, in: context, &laws), "\(code) is not in the registry")
      #expect(laws.failure == nil, "\(code), \(laws.name ?? ""): \(laws.failure ?? "")")
      #expect(laws.tried > 0, "\(code): the generator produces no valid \(laws.name ?? "")")
      rows += "\(code) \(laws.name ?? "-")\n"
    }
    try Golden.check(rows, "box-registry.txt")
  }
}
