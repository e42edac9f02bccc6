import BitstreamKit
import Testing

/// Edge cases of conversions: bounds of all types and their neighbours, fractions around 0, the smallest numbers, infinities, NaN.
private let values: [Double] = {
  var values: [Double] = [
    0, -0.0, 0.5, -0.5, 0.999, -0.999, 1, -1, 1e-18, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e18, 1e19, -1e19, 1e300, -1e300,
  ]
  for exponent in [7, 8, 15, 16, 31, 32, 52, 53, 63, 64] {
    let power = Double(sign: .plus, exponent: exponent, significand: 1)
    for value in [power, power - 1, power + 1, power.nextDown, power.nextUp, power - 0.5, power + 0.5] { values += [value, -value] }
  }
  return values + [.infinity, -.infinity, .nan, .signalingNaN, .greatestFiniteMagnitude, -.greatestFiniteMagnitude]
}()

private func check<T: FixedWidthInteger>(_ type: T.Type) {
  for value in values {
    // The result of the standard library, which is nil if the integer part does not fit.
    let expected = T(exactly: value.rounded(.towardZero))
    #expect(T(checked: value) == expected, "\(type) of \(value)")
    let nearest = value.isNaN ? 0 : value < 0 ? T.min : T.max
    #expect(T(saturating: value) == expected ?? nearest, "\(type) of \(value)")
  }
}

@Test func floatingPointBecomesIntegersWithoutTraps() {
  check(Int.self)
  check(Int8.self)
  check(Int16.self)
  check(Int32.self)
  check(Int64.self)
  check(UInt.self)
  check(UInt8.self)
  check(UInt16.self)
  check(UInt32.self)
  check(UInt64.self)
  check(UInt128.self)
  check(Int128.self)
}
