/// The index of the first byte that differs between two ranges of the same number of bytes, counted from their starts; nil if none does.
package func firstDifference(_ a: [UInt8], _ left: Range<Int>, _ b: [UInt8], _ right: Range<Int>) -> Int? {
  precondition(left.count == right.count && left.lowerBound >= 0 && right.lowerBound >= 0)
  precondition(left.upperBound <= a.count && right.upperBound <= b.count)
  var index = 0
  // Loads of 32 bytes at index, inside of both arrays by the loop's condition and the preconditions.
  unsafe a.withUnsafeBytes { a in
    let a = unsafe a
    unsafe b.withUnsafeBytes { b in
      while index &+ 32 <= left.count {
        let (one, other) = (left.lowerBound &+ index, right.lowerBound &+ index)
        let first =
          unsafe a.loadUnaligned(fromByteOffset: one, as: SIMD2<UInt64>.self)
          ^ b.loadUnaligned(fromByteOffset: other, as: SIMD2<UInt64>.self)
        let second =
          unsafe a.loadUnaligned(fromByteOffset: one &+ 16, as: SIMD2<UInt64>.self)
          ^ b.loadUnaligned(fromByteOffset: other &+ 16, as: SIMD2<UInt64>.self)
        let both = first | second
        if both[0] | both[1] != 0 { break }
        index &+= 32
      }
    }
  }
  while index < left.count {
    if a[left.lowerBound + index] != b[right.lowerBound + index] { return index }
    index += 1
  }
  return nil
}
