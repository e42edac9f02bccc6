import BitstreamKit
import Testing

/// Checks that a row of a packed table packs to the bytes of its syntax and unpacks to the same value.
public func checkRows<Row: PackedRow>(
  _ type: Row.Type, layout: UInt32 = 0, seeds: Range<UInt64> = 0..<50, sourceLocation: SourceLocation = #_sourceLocation
) {
  for seed in seeds {
    var generator = SyntaxCoder(generating: Generator(seed: seed))
    var writer = BitWriter()
    var row = Row()
    do {
      try row.syntax(&generator, layout: layout, at: 0)
      var copy = row
      try copy.syntax(&writer, layout: layout, at: 0)
    } catch {
      Issue.record("seed \(seed): \(error)", sourceLocation: sourceLocation)
      continue
    }
    var packed: [UInt8] = [0xEE]
    row.pack(into: &packed, layout: layout)
    #expect(packed == [0xEE] + writer.finish(), "seed \(seed)", sourceLocation: sourceLocation)
    #expect(packed.count == 1 + Row.byteCount(layout: layout), sourceLocation: sourceLocation)
    #expect(Row(unpacking: packed, at: 1, layout: layout) == row, "seed \(seed)", sourceLocation: sourceLocation)
  }
}
