import BitstreamKit
import Testing

private func time(_ value: Int64, _ scale: UInt32) throws -> MediaTime { try #require(MediaTime(value: value, timescale: scale)) }

@Test func equalTimesAreEqualWhateverTheirScales() throws {
  #expect(try time(1001, 30000) == time(2002, 60000))
  #expect(try time(1001, 30000).hashValue == time(2002, 60000).hashValue)
  #expect(try time(-1, 3) < time(-1, 4))
  #expect(try time(Int64.max, 1) > time(Int64.max, 2))
  #expect(try time(Int64.min, 1) < time(Int64.min, 2))
  #expect(MediaTime(value: 1, timescale: 0) == nil)
}

@Test func rescalingRoundsAsAsked() throws {
  let frame = try time(1001, 30000)
  #expect(frame.value(in: 1000) == 33)
  #expect(frame.value(in: 1000, rounding: .up) == 34)
  #expect(try time(1, 2).value(in: 1) == 1)
  #expect(try time(-1, 2).value(in: 1) == -1)
  #expect(try time(-1, 2).value(in: 1, rounding: .down) == -1)
  #expect(try time(-1, 2).value(in: 1, rounding: .up) == 0)
  let halves = try [-5, -4, -3, -2, -1, 0, 1, 2, 3].map { try time($0, 4).value(in: 2, rounding: .nearestUp) }
  #expect(halves == [-2, -2, -1, -1, 0, 0, 1, 1, 2])
  #expect(try time(7, 2).value(in: 0) == nil)
  #expect(try time(Int64.max, 1).value(in: 2) == nil)
  #expect(try time(Int64.min, 2).value(in: 2) == Int64.min)
  #expect(try time(Int64.min, 4).value(in: 8) == nil)
  #expect(try time(Int64.min, 4).value(in: 2) == Int64.min / 2)
}

@Test func sumsAreExactOrNotAtAll() throws {
  #expect(try time(1, 3).adding(time(1, 6)) == time(1, 2))
  #expect(try time(1, 3).subtracting(time(1, 3)) == MediaTime.zero)
  #expect(try time(1, 4_294_967_295).adding(time(1, 4_294_967_294)) == nil)
  #expect(try time(Int64.max, 1).adding(time(1, 1)) == nil)
  #expect(try time(0, 1).subtracting(time(Int64.min, 1)) == nil)
  #expect(MediaTime(milliseconds: 1500).seconds == 1.5)
}

@Test func timesOfLiteralScalesNeedNoUnwrapping() throws {
  #expect(MediaTime(3003, per: 90_000) == (try time(1001, 30_000)))
  #expect(MediaTime(3003, per: .mpeg) == MediaTime(3003, per: 90_000))
  #expect(MediaTime(1, per: 3) + MediaTime(1, per: 6) == MediaTime(1, per: 2))
  #expect(MediaTime(1, per: 3) - MediaTime(1, per: 3) == .zero)
  var sum = MediaTime.zero
  for _ in 0..<30 { sum += MediaTime(1001, per: 30_000) }
  #expect(sum == MediaTime(1001, per: 1000))
  sum -= MediaTime(1, per: 1)
  #expect(sum == MediaTime(1, per: 1000))
  #expect(MediaTime(seconds: 1.5) == MediaTime(1500, per: 1000))
  #expect(MediaTime(seconds: -0.5, timescale: 3) == MediaTime(-2, per: 3))
  #expect(MediaTime(seconds: .nan) == nil && MediaTime(seconds: .infinity) == nil && MediaTime(seconds: 1e300) == nil)
  #expect(MediaTimescale(rawValue: 0) == nil)
}

@Test func sumsOutOfRangeRoundAndSaturate() throws {
  // 1/4294967295 + 1/4294967294 needs a timescale of 64 bits: the finer one gives 2 units.
  #expect(try time(1, 4_294_967_295) + time(1, 4_294_967_294) == time(2, 4_294_967_295))
  #expect(try time(Int64.max, 1) + time(1, 1) == time(Int64.max, 1))
  #expect(try time(Int64.min, 1) - time(1, 1) == time(Int64.min, 1))
  #expect(try time(0, 1) - time(Int64.min, 1) == time(Int64.max, 1))
  #expect(try time(Int64.max, 1) + time(1, 1000) == time(Int64.max, 1000))
}
