import Testing

@testable import CheckKit

/// Only a number that nearly all pictures of a kind have is usual.
@Test func slicesAreMissedWhereTheirNumberIsConstant() {
  func lacking(_ counts: [UInt32], kind: (Int) -> UInt16 = { _ in 0 }) -> [[UInt32]] {
    var slices = SliceCounts()
    for (index, count) in counts.enumerated() { slices.add(kind(index), sliceCount: count, offset: UInt64(index) * 100, size: 100) }
    return slices.lacking.map { [$0.sliceCount, UInt32($0.count), UInt32($0.offset), $0.usualCount] }
  }
  let constant = [UInt32](repeating: 4, count: 100)
  #expect(lacking(constant).isEmpty)
  var lossy = constant
  (lossy[20], lossy[40], lossy[60]) = (3, 1, 3)
  #expect(lacking(lossy) == [[3, 2, 2000, 4], [1, 1, 4000, 4]])
  // If a picture has more slices than usual, the number varies. Few pictures show nothing.
  #expect(lacking(constant.dropLast() + [5]).isEmpty && lacking(lossy.dropLast() + [5]).isEmpty && lacking(Array(lossy[18..<40])).isEmpty)
  // An encoder may give pictures of another type another number.
  #expect(lacking(lossy.enumerated().map { $0.offset % 25 == 0 ? 1 : 4 }, kind: { $0 % 25 == 0 ? 1 : 0 }).isEmpty)
  #expect(lacking((0..<100).map { $0 % 7 + 1 }).isEmpty && lacking((0..<4000).map { UInt32($0 % 1000) }).isEmpty)
}
