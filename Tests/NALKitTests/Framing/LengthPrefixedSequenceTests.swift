import BitstreamKit
import Testing
import NALKit

private let sample: [UInt8] = [0, 0, 0, 2, 0x09, 0xF0, 0, 0, 0, 0, 0, 0, 0, 3, 0x65, 1, 2]

@Test func lengthPrefixedSequenceHasTheUnitsOfASample() {
  let units = Array(LengthPrefixed(sample, lengthSize: 4))
  #expect(units.map { Array($0.bytes) } == [[0x09, 0xF0], [], [0x65, 1, 2]])
  #expect(units.map(\.range) == [4..<6, 10..<10, 14..<17])
  #expect(units.allSatisfy { $0.prefixLength == 4 })
  #expect(LengthPrefixed(sample, lengthSize: 4).error == nil)
  #expect(LengthPrefixed([1, 0x65, 2, 0x41, 9], lengthSize: 1).map { Array($0.bytes) } == [[0x65], [0x41, 9]])
  #expect(LengthPrefixed([0, 1, 0x65], lengthSize: 2).map { Array($0.bytes) } == [[0x65]])
  #expect(LengthPrefixed([0, 0, 1, 0x65], lengthSize: 3).map { Array($0.bytes) } == [[0x65]])
}

@Test func lengthPrefixedSequenceTakesEveryKindOfBytes() {
  let expected = LengthPrefixed(sample).map { Array($0.bytes) }
  let padded = [9, 9] + sample + [9]
  let slice = padded[2..<2 + sample.count]
  #expect(LengthPrefixed(slice).map { Array(slice[$0.range]) } == expected)
  let buffer = unsafe sample.withUnsafeBytes { unsafe LengthPrefixed($0).map { Array($0.bytes) } }
  #expect(buffer == expected)
  #expect(LengthPrefixed(sample.span).map { Array($0.bytes) } == expected)
  let raw = unsafe LengthPrefixed(sample.span.bytes).map { Array($0.bytes) }
  #expect(raw == expected)
}

/// Lengths far beyond the sample end the sequence, and `error` names the unit.
@Test(
  arguments: [
    [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF, 1], [0x7F, 0xFF, 0xFF, 0xFF, 1, 2], [0, 0, 0, 4, 1, 2, 3], [0], [0, 0, 0],
  ] as [[UInt8]])
func hostileLengthsEndTheSequence(_ end: [UInt8]) throws {
  let sequence = LengthPrefixed(sample + end)
  #expect(Array(sequence) == Array(LengthPrefixed(sample)))
  let error = try #require(sequence.error)
  #expect(error.byteOffset == UInt64(sample.count))
  guard case .truncated = error.reason else {
    Issue.record("\(error) is not a truncation")
    return
  }
  #expect(throws: SyntaxError.self) { try annexB(fromAVCC: sample + end) }
}
