import RTMPTransport
import Testing

@Test func theClockGoesOn() {
  let first = monotonicMilliseconds()
  #expect(monotonicMilliseconds() >= first && first > 0)
}
