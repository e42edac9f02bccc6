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
  // Many pictures in a row are a part of another encoder, in front, behind, or in between.
  let (short, long) = ([UInt32](repeating: 2, count: 12), [UInt32](repeating: 4, count: 300))
  #expect(lacking(short + long).isEmpty && lacking(long + short).isEmpty && lacking(long + short + long).isEmpty)
  #expect(lacking(short.dropLast() + long) == [[2, 11, 0, 4]])
  // A part with losses of its own shows them.
  #expect(lacking(short + long + [1] + long) == [[1, 1, 31200, 4]])
  // So are those of another kind among them.
  let groupsOfPictures = (0..<40).flatMap { group in (0..<15).map { _ in UInt32(group == 7 ? 2 : 4) } }
  #expect(lacking(groupsOfPictures, kind: { $0 % 15 == 0 ? 1 : 0 }).isEmpty)
}
