import HEVCKit
import Testing

/// (8-1): the nearest value with these lowest bits; ties round up.
@Test func picOrderCntMsbFollowsThePreviousPicture() {
  var order = PictureOrderCount()
  func next(_ lsb: Int, anchor: Bool = true, starts: Bool = false) -> Int {
    order.next(lsb: lsb, lsbBits: 4, startsOrder: starts, isAnchor: anchor)
  }
  #expect(next(0, starts: true) == 0)
  #expect(next(7) == 7)
  #expect(next(15) == 15)
  #expect(next(6) == 22)
  #expect(next(14) == 30)
  #expect(next(15) == 31)
  #expect(next(7) == 39)
  #expect(next(0, anchor: false) == 32)
  #expect(next(15, anchor: false) == 47)
  #expect(next(0) == 32)
  #expect(next(9) == 25)
  #expect(next(3, starts: true) == 3)
  #expect(next(12) == -4)
}

/// For every previous count and all values of the lowest bits, the result is the nearest count.
@Test func picOrderCntIsTheNearest() {
  for previous in -40..<40 {
    for lsb in 0..<16 {
      var order = PictureOrderCount()
      _ = order.next(lsb: 0, lsbBits: 4, startsOrder: true, isAnchor: true)
      for count in stride(from: 0, through: previous, by: previous < 0 ? -1 : 1) {
        _ = order.next(lsb: count & 15, lsbBits: 4, startsOrder: false, isAnchor: true)
      }
      let found = order.next(lsb: lsb, lsbBits: 4, startsOrder: false, isAnchor: true)
      #expect(found & 15 == lsb)
      #expect((previous - 8...previous + 8).contains(found))
    }
  }
}

@Test func strangeLengthsDoNotTrap() {
  var order = PictureOrderCount()
  for bits in [-1, 0, 3, 17, 64, 300] { _ = order.next(lsb: 65535, lsbBits: bits, startsOrder: false, isAnchor: true) }
}
