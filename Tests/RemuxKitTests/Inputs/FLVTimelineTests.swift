import Testing

@testable import RemuxKit

@Suite struct FLVTimelineTests {
  /// Feeds (milliseconds, isVideo) and returns the times.
  private func times(_ tags: [(UInt32, Bool)], isRepairing: Bool = true) -> [Int64] {
    var timeline = FLVTimeline(isRepairing: isRepairing)
    return tags.map { timeline.extend($0.0, isVideo: $0.1) }
  }

  @Test func increasingTimesAreKept() {
    let tags: [(UInt32, Bool)] = [(0, true), (0, false), (23, false), (40, true), (46, false), (80, true)]
    #expect(times(tags) == [0, 0, 23, 40, 46, 80])
    #expect(times(tags, isRepairing: false) == [0, 0, 23, 40, 46, 80])
  }

  @Test func thirtyTwoBitsWrap() {
    let tags: [(UInt32, Bool)] = [(0xF000_0000, true), (0x6000_0000, true), (0xD000_0000, true), (0x40, true)]
    #expect(times(tags, isRepairing: false) == [0xF000_0000, 0x1_6000_0000, 0x1_D000_0000, 0x2_0000_0040])
    let near: [(UInt32, Bool)] = [(0xFF00_0000, true), (0xFF00_0000, false), (0xFF10_0000, true), (0xFF20_0000, true)]
    #expect(times(near + [(0xFF20_0000, false)]) == [0xFF00_0000, 0xFF00_0000, 0xFF10_0000, 0xFF20_0000, 0xFF20_0000])
  }

  /// Where timestamps wrap between the first tags of both streams, these stay together; those before the wrap are negative.
  @Test func theFirstTagsAreOnBothSidesOfTheWrap() {
    let tags: [(UInt32, Bool)] = [(0xFFFF_FFE0, true), (27, false), (8, true), (50, false), (48, true)]
    let other: [(UInt32, Bool)] = [(27, false), (0xFFFF_FFE0, true), (50, false), (8, true)]
    for isRepairing in [true, false] {
      #expect(times(tags, isRepairing: isRepairing) == [-32, 27, 8, 50, 48])
      #expect(times(other, isRepairing: isRepairing) == [27, -32, 50, 8])
    }
    // Streams that begin far apart do so, and a long stream may begin at any time.
    #expect(times([(27, false), (0x9000_0000, true)]) == [27, 0x9000_0000])
    #expect(times([(0xF000_0000, true), (0xF000_0027, false)]) == [0xF000_0000, 0xF000_0027])
  }

  /// A tag out of order gets a time between those of its neighbours, which keep theirs.
  @Test func aSingleStepBackIsLevelled() {
    #expect(times([(0, true), (40, true), (20, true), (80, true)]) == [0, 40, 60, 80])
    #expect(times([(0, true), (40, true), (120, true), (80, true), (160, true), (200, true)]) == [0, 40, 120, 140, 160, 200])
    #expect(times([(0, true), (40, true), (20, true), (80, true)], isRepairing: false) == [0, 40, 20, 80])
  }

  /// A tag hours later than those around it has a damaged timestamp; a gap that lasts is one.
  @Test(arguments: [0x0100_0000, 0x00FF_0000] as [UInt32]) func aSingleLeapIsLevelled(_ leap: UInt32) {
    let tags: [(UInt32, Bool)] = [(0, true), (0, false), (40, true), (80, true), (leap + 120, true), (160, true), (200, true), (23, false)]
    #expect(times(tags) == [0, 0, 40, 80, 100, 160, 200, 23])
    let gap: [(UInt32, Bool)] = [(0, true), (40, true), (leap, true), (leap + 40, true), (leap + 80, true)]
    #expect(times(gap) == [0, 40, 60, Int64(leap) + 40, Int64(leap) + 80])
  }

  /// A tag later than those around it, by any leap, has a time between theirs if the next one is known; a gap that lasts is one. Low bits
  /// that fit are believed.
  @Test(arguments: [(1000, 100), (600, 100), (0x100_0000, 120), (3_700_000, 100)] as [(UInt32, Int64)])
  func aDamagedTimestampIsLevelled(leap: UInt32, expected: Int64) {
    let tags: [UInt32] = [0, 40, 80, 120 + leap, 140, 160, 200]
    func times(_ tags: [UInt32]) -> [Int64] {
      var timeline = FLVTimeline(isRepairing: true)
      return tags.indices.map { index in timeline.extend(tags[index], isVideo: true) { index + 1 < tags.count ? tags[index + 1] : nil } }
    }
    #expect(times(tags) == [0, 40, 80, expected == 120 ? 120 : 110, 140, 160, 200])
    #expect(times([0, 40, 80, 120 + leap, 160 + leap]) == [0, 40, 80, 120 + Int64(leap), 160 + Int64(leap)])
  }

  /// Without it the tags after the damaged one catch up with the stream, which does not start anew.
  @Test func aDamagedTimestampIsNoRestart() {
    let stream = (0..<200).map { UInt32($0) * 20 }
    var timeline = FLVTimeline(isRepairing: true)
    let times = stream.enumerated().map { timeline.extend($1 + ($0 == 50 ? 1000 : 0), isVideo: true) }
    #expect(timeline.restarts == 0 && times.last == 199 * 20 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// After a restart both streams go on with one shift, whichever comes first.
  @Test func bothStreamsContinueTogether() {
    let before: [(UInt32, Bool)] = [(5000, true), (5000, false), (5040, true), (5023, false)]
    #expect(times(before + [(0, true), (0, false), (40, true), (23, false)]).suffix(4) == [5080, 5080, 5120, 5103])
    #expect(times(before + [(0, false), (0, true), (23, false), (40, true)]).suffix(4) == [5046, 5046, 5069, 5086])
    // And again.
    let again = times(before + [(0, true), (0, false), (2000, true), (2000, false), (0, false), (0, true)])
    #expect(again.suffix(2).allSatisfy { $0 > 7080 } && again[8] == again[9])
  }

  /// A writer that keeps 24 bits alone loses 0x1000000 ms, and no time passes.
  @Test func lostExtensionsAreAdded() {
    let tags: [(UInt32, Bool)] = [(0xFF_FFE0, true), (0xFF_FFE8, false), (0x08, true), (0x00, false), (0x30, true)]
    #expect(times(tags) == [0xFF_FFE0, 0xFF_FFE8, 0x100_0008, 0x100_0000, 0x100_0030])
  }

  /// A stream of four and a half hours that starts anew has no hole of minutes, though it goes back by nearly 24 bits.
  @Test func aLongStreamStartsAnew() {
    let tags: [(UInt32, Bool)] = [(16_200_000, true), (16_200_000, false), (16_200_040, true), (0, true), (0, false), (40, true)]
    #expect(times(tags).suffix(3) == [16_200_080, 16_200_080, 16_200_120])
  }
}
