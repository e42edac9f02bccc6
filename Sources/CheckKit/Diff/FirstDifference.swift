import BitstreamKit

/// The index of the first byte that differs between two ranges of two files; nil if they have the same bytes.
func firstDifference(
  _ a: AnyByteSource, _ left: Range<UInt64>, _ b: AnyByteSource, _ right: Range<UInt64>
) throws(ByteError) -> UInt64? {
  let (countA, countB) = (left.upperBound - left.lowerBound, right.upperBound - right.lowerBound)
  var (done, one, two): (UInt64, [UInt8], [UInt8]) = (0, [], [])
  let common = min(countA, countB)
  while done < common {
    let wanted = Int(min(common - done, 1 << 16))
    try a.read(at: left.lowerBound + done, count: wanted, into: &one)
    try b.read(at: right.lowerBound + done, count: wanted, into: &two)
    let count = min(one.count, two.count)
    if let index = firstDifference(one, 0..<count, two, 0..<count) { return done + UInt64(index) }
    if one.count != two.count { return done + UInt64(count) }
    if one.count < wanted { return nil }
    done += UInt64(wanted)
  }
  return countA == countB ? nil : common
}
