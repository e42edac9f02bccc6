import BitstreamKit
import Testing

/// The laws that hold for every structure, tried on models that the generator draws.
///
/// A model gives bytes, those bytes give the same model, and that model gives the same bytes; every prefix of the bytes ends in a
/// value or an error; every single flipped bit does too; a trace of the bytes covers them without a gap.
/// - Parameter parse: for structures that need another one to be read.
public func checkLaws<S: Syntax>(_ type: S.Type, seeds: Range<UInt64> = 0..<200, sourceLocation: SourceLocation = #_sourceLocation) {
  var tried = 0
  for seed in seeds {
    var generator = Generator(seed: seed)
    guard let model = try? generator.draw(S.self) else { continue }
    tried += 1
    do {
      let bytes = try model.encoded()
      let read = try S(parsing: bytes)
      #expect(read == model, "seed \(seed)", sourceLocation: sourceLocation)
      let again = try read.encoded()
      #expect(again == bytes, "seed \(seed)", sourceLocation: sourceLocation)
      checkTrace(S.self, bytes, seed, sourceLocation)
      checkDamage(S.self, bytes, seed)
    } catch {
      Issue.record("seed \(seed): \(error)", sourceLocation: sourceLocation)
    }
  }
  #expect(tried * 4 > seeds.count, "the generator draws hardly any legal model", sourceLocation: sourceLocation)
}

/// Elements follow each other without gap or overlap.
private func checkTrace<S: Syntax>(_ type: S.Type, _ bytes: [UInt8], _ seed: UInt64, _ sourceLocation: SourceLocation) {
  let log = S.trace(bytes)
  #expect(log.error == nil, "seed \(seed)", sourceLocation: sourceLocation)
  var next = 0
  for row in log.rows {
    #expect(row.element.bitOffset == next, "seed \(seed): \(row.element.fullName)", sourceLocation: sourceLocation)
    next = row.element.bitOffset + row.element.bitLength
  }
  #expect((next + 7) / 8 == bytes.count, "seed \(seed)", sourceLocation: sourceLocation)
}

/// Damage ends in a value or an error, never in a trap; what was read as a value can be asked for its bytes.
private func checkDamage<S: Syntax>(_ type: S.Type, _ bytes: [UInt8], _ seed: UInt64) {
  // At most 512 prefixes, so that time grows with the bytes and not with their square.
  for length in stride(from: 0, to: bytes.count, by: bytes.count / 512 + 1) { _ = try? S(parsing: Array(bytes[..<length])).encoded() }
  for bit in 0..<min(bytes.count * 8, 512) {
    var flipped = bytes
    flipped[bit / 8] ^= 0x80 >> UInt8(bit % 8)
    _ = try? S(parsing: flipped).encoded()
    var lenient = BitReader(flipped, policy: .lenient)
    var value = S()
    _ = try? lenient.nested(&value)
  }
}

/// Bytes from hex digits; spaces are ignored.
public func hex(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  var high: UInt8?
  for digit in text.compactMap(\.hexDigitValue) {
    if let first = high {
      bytes.append(first << 4 | UInt8(digit))
      high = nil
    } else {
      high = UInt8(digit)
    }
  }
  return bytes
}
