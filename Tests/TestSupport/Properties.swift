import BitstreamKit
import Testing

/// Checks the properties that hold for every structure, with randomly generated models.
///
/// Encoding a model and parsing the bytes gives the same model, and encoding that gives the same bytes; parsing any prefix of the bytes, or
/// the bytes with any one bit flipped, gives a value or an error; a trace of the bytes covers them without gaps.
///
/// The first models are damaged at every place. Each of the others is damaged at an eighth of its places, a different eighth from seed to
/// seed: what damage does depends on the place and hardly on the model.
/// - Parameter parse: a custom parser, for structures that need another structure as context.
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
      checkDamage(S.self, bytes, isComplete: tried <= (bytes.count < 64 ? 4 : 1), seed)
    } catch {
      Issue.record("seed \(seed): \(error)", sourceLocation: sourceLocation)
    }
  }
  #expect(tried * 4 > seeds.count, "the generator produces almost no valid model", sourceLocation: sourceLocation)
}

/// Checks that elements follow each other without gap or overlap.
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

/// Checks that damaged bytes give a value or an error, never a trap, and that parsed values can be encoded.
private func checkDamage<S: Syntax>(_ type: S.Type, _ bytes: [UInt8], isComplete: Bool, _ seed: UInt64) {
  let (first, step) = isComplete ? (0, 1) : (Int(seed % 8), 8)
  // At most 512 prefixes, so that the time is linear in the number of bytes.
  let distance = bytes.count / 512 + 1
  for length in stride(from: first * distance, to: bytes.count, by: step * distance) {
    _ = try? S(parsing: Array(bytes[..<length])).encoded()
  }
  for bit in stride(from: first, to: min(bytes.count * 8, 512), by: step) {
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
