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
