import RTMPTransport
import Testing

@Test func theClockGoesOn() {
  let first = monotonicMilliseconds()
  #expect(monotonicMilliseconds() >= first && first > 0)
}

/// A clock at 1000 times the speed: what it measures, and how long `poll` may wait for its deadlines.
@Test func aClockCanRunFast() {
  let (plain, fast) = (RTMPClock(), RTMPClock(speed: 1000))
  let (before, middle, after) = (plain.now, fast.now, plain.now)
  #expect(middle >= before * 1000 && middle < (after + 1) * 1000)
  #expect(fast.timeout(until: fast.now - 1, most: 250) == 0)
  #expect(fast.timeout(until: .max, most: 250) == 1 && fast.timeout(until: .max, most: 5001) == 6)
  #expect(plain.timeout(until: .max, most: 250) == 250)
}
