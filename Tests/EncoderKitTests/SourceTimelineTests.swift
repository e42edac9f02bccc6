import BitstreamKit
import Testing

@testable import EncoderKit

private func time(_ value: Int64, _ scale: UInt32 = 25) -> MediaTime { MediaTime(value: value, timescale: scale) ?? .zero }

/// Units in decoding order: I P B B P B B …, two pictures waiting at most.
private let places: [UInt64] = [0, 3, 1, 2, 6, 4, 5, 9, 7, 8]

@Test(arguments: [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 1, 5, 6, 7, 30, 31, 90, 91, 92], [100, 101, 102, 103, 104, 105, 106, 107, 108, 109],
]) func unitsHaveTheTimesOfTheirPictures(source: [Int64]) throws {
  var timeline = SourceTimeline()
  for value in source { timeline.take(time(value), nil) }
  var decodes: [MediaTime] = []
  for place in places {
    let timesFound = timeline.times(displayIndex: place, depth: 2)
    let times = try #require(timesFound)
    #expect(times.presentation == time(source[Int(place)]) && times.number == place)
    #expect(times.decode <= times.presentation)
    if let last = decodes.last { #expect(times.decode > last) }
    decodes.append(times.decode)
  }
  #expect(decodes[2] == time(source[0]))
  let beyond = timeline.times(displayIndex: 10, depth: 2)
  #expect(beyond == nil)
}

@Test func aRestartGoesOnBehindTheRunBefore() throws {
  var last: MediaTime?
  var timeline = SourceTimeline()
  for run in 0..<4 {
    if run > 0 { timeline = SourceTimeline(after: timeline) }
    let depth = [2, 2, 4, 0][run]
    for value in 0..<10 { timeline.take(time(Int64(run * 10 + value)), nil) }
    for place in depth == 0 ? Array(0..<10) : places {
      let timesFound = timeline.times(displayIndex: place, depth: depth)
      let times = try #require(timesFound)
      #expect(times.number == UInt64(run * 10) + place)
      if let last { #expect(times.decode > last, "\(run) \(place): \(times.decode) after \(last)") }
      #expect(times.decode <= times.presentation)
      last = times.decode
    }
  }
}

@Test func aStreamShorterThanItsDelayHasTimes() throws {
  var timeline = SourceTimeline()
  timeline.take(time(0), time(1))
  timeline.take(time(1), time(1))
  let firstFound = timeline.times(displayIndex: 0, depth: 3)
  let first = try #require(firstFound)
  let secondFound = timeline.times(displayIndex: 1, depth: 3)
  let second = try #require(secondFound)
  #expect(first.decode == time(-3) && second.decode == time(-2) && second.duration == time(1))
}

@Test func nothingIsKeptThatNobodyAsksFor() throws {
  var timeline = SourceTimeline()
  for value in 0..<100_000 {
    timeline.take(time(Int64(value)), nil)
    if value < 4 { continue }
    let times = timeline.times(displayIndex: UInt64(value - 4), depth: 2)
    #expect(times?.presentation == time(Int64(value - 4)))
  }
  #expect(timeline.taken == 100_000 && timeline.returned == 99_996)
}
