import BitstreamKit

/// What a strict reader takes is written as the same bytes, and those are read as the same value.
func checkLaw<S: Syntax>(_ type: S.Type, _ bytes: [UInt8]) throws(Violation) {
  var reader = BitReader(bytes)
  var value = S()
  guard (try? reader.nested(&value)) != nil else { return }
  let written: [UInt8]
  do throws(SyntaxError) { written = try value.encoded() } catch {
    throw Violation("\(S.structureName) was read and cannot be written: \(error)")
  }
  let bits = reader.bitPosition
  try demand(written.count == (bits + 7) / 8, "\(S.structureName): \(written.count) bytes are written for \(bits) bits")
  for (index, byte) in written.enumerated() {
    // The bits of a last byte that is not full are zero.
    let mask: UInt8 = index == bits / 8 ? ~(0xFF >> UInt8(bits & 7)) : 0xFF
    try demand(byte == bytes[index] & mask, "\(S.structureName): byte \(index) is written as \(byte), not \(bytes[index] & mask)")
  }
  guard let again = try? S(parsing: written) else { throw Violation("\(S.structureName): its own bytes are refused") }
  try demand(again == value, "\(S.structureName): its own bytes give another value")
}

/// What a strict reader takes, a lenient one takes with the same values, and so do the reader that is compiled once and a trace.
func checkPolicies<S: Syntax>(_ type: S.Type, _ bytes: [UInt8]) throws(Violation) {
  let strict = read(S.self, bytes, .strict)
  let lenient = read(S.self, bytes, .lenient)
  if let strict {
    guard let lenient else { throw Violation("\(S.structureName): a lenient reader refuses what a strict one takes") }
    try demand(strict.value == lenient.value && strict.bits == lenient.bits, "\(S.structureName): policies read different values")
  }
  for policy in [BitReader.Policy.strict, .lenient] {
    var coder = SyntaxCoder(reading: bytes, policy: policy)
    var value = S()
    let taken = (try? coder.nested(&value)) != nil
    let other = policy == .strict ? strict : lenient
    try demand(taken == (other != nil), "\(S.structureName): two readers disagree whether it can be read")
    if let other {
      try demand(value == other.value && coder.bitPosition == other.bits, "\(S.structureName): two readers read different values")
    }
  }
  let log = TraceLog()
  var tracer = SyntaxCoder(tracing: BitReader(bytes, policy: .lenient), to: log)
  var traced = S()
  let taken = (try? tracer.nested(&traced)) != nil
  try demand(taken == (lenient != nil), "\(S.structureName): a trace disagrees whether it can be read")
  if let lenient { try demand(traced == lenient.value, "\(S.structureName): a trace reads other values") }
  try checkRows(log)
}

private func read<S: Syntax>(_ type: S.Type, _ bytes: [UInt8], _ policy: BitReader.Policy) -> (value: S, bits: Int)? {
  var reader = BitReader(bytes, policy: policy)
  var value = S()
  return (try? reader.nested(&value)) == nil ? nil : (value, reader.bitPosition)
}
