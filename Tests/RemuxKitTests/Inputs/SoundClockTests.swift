import Testing

@testable import RemuxKit

@Suite struct SoundClockTests {
  /// Timestamps rounded to milliseconds, either way, or early and late by several, make frames without gaps.
  @Test(arguments: [[0, 0, 0], [0, 1, 0], [0, 4, -5], [2, -4, 9]] as [[Int64]]) func framesFollowEachOther(errors: [Int64]) throws {
    var clock = try #require(SoundClock(sampleRate: 48000, step: 1024))
    for frame in 0..<3000 as Range<Int64> {
      let time = clock.time(of: 700 + frame * 1024 * 1000 / 48000 + errors[Int(frame % 3)])
      #expect(time == (700 + errors[0]) * 48 + frame * 1024)
    }
  }

  /// A frame that is late by more than half a frame has its own time, and so has what follows.
  @Test func gapsStay() throws {
    var clock = try #require(SoundClock(sampleRate: 44100, step: 1024))
    #expect([0, 23, 46, 580, 603].map { clock.time(of: $0) } == [0, 1024, 2048, 25578, 26602])
  }

  /// Frames whose timestamps are closer together than the frames are long keep to their timestamps.
  @Test(arguments: [nil, 200] as [UInt32?]) func earlyFramesAreShortened(lead: UInt32?) throws {
    var clock = try #require(SoundClock(sampleRate: 48000, step: 1024, lead: lead))
    var (last, longest): (Int64, Int64) = (-1, 0)
    for frame in 0..<1000 as Range<Int64> {
      let time = clock.time(of: frame * 20)
      #expect(time > last)
      (last, longest) = (time, max(longest, time - frame * 960))
    }
    #expect(longest <= Int64(lead ?? 11) * 48)
    #expect(longest > 0)
  }

  /// One timestamp that is late, within the lead, moves what follows for a second alone. Frames that come in bursts stay without gaps.
  @Test func aLateTimestampIsForgotten() throws {
    var clock = try #require(SoundClock(sampleRate: 48000, step: 1024, lead: 200))
    let times = (0..<300 as Range<Int64>).map { clock.time(of: $0 * 1024 / 48 + ($0 == 60 ? 190 : 0)) }
    #expect(times[59] == 59 * 1024 && times[61] > 61 * 1024 + 9000)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect((150..<300).allSatisfy { abs(times[$0] - Int64($0) * 1024) <= 512 })

    var bursts = try #require(SoundClock(sampleRate: 48000, step: 1024, lead: 200))
    let last = (0..<300 as Range<Int64>).map { bursts.time(of: ($0 / 4 * 4 + 3) * 1024 / 48) }
    #expect(zip(last, last.dropFirst()).allSatisfy { $1 - $0 == 1024 })
  }

  @Test func anotherRateGoesOn() throws {
    var clock = try #require(SoundClock(sampleRate: 48000, step: 1024))
    _ = clock.time(of: 0)
    clock.follow(sampleRate: 24000, step: 512)
    #expect(clock.time(of: 21) == 512)
    #expect(clock.time(of: 42) == 1024)
    clock.follow(sampleRate: 0, step: 512)
    #expect(clock.time(of: 64) == 1536)
    clock.restart()
    #expect(clock.time(of: 3) == 72)
  }

  @Test func thereAreNoFramesOfNoLength() {
    #expect(SoundClock(sampleRate: 0, step: 1024) == nil)
    #expect(SoundClock(sampleRate: 48000, step: 0) == nil)
  }
}
