import FLVKit
import Testing

@testable import RTMPKit

private func key(_ time: Int64, _ size: Int = 100) -> RTMPTag {
  RTMPTag(.video, at: time, [0x17, 1, 0, 0, 0] + [UInt8](repeating: 1, count: size))
}
private func inter(_ time: Int64, _ size: Int = 100) -> RTMPTag {
  RTMPTag(.video, at: time, [0x27, 1, 0, 0, 0] + [UInt8](repeating: 2, count: size))
}
private func sound(_ time: Int64) -> RTMPTag { RTMPTag(.audio, at: time, [0xAF, 1, 0, 0]) }
private func configuration(_ number: UInt8, at time: Int64 = 0) -> RTMPTag { RTMPTag(.video, at: time, [0x17, 0, 0, 0, 0, number]) }

private func drain(_ queue: inout RTMPPublishQueue, now: Int64) -> [RTMPTag] {
  var found: [RTMPTag] = []
  while let tag = queue.pop(now: now) { found.append(tag) }
  return found
}

@Test func kindsOfTags() {
  #expect(key(0).kind == .picture(isKey: true) && inter(0).kind == .picture(isKey: false) && sound(0).kind == .sound)
  #expect(
    configuration(1).kind == .configuration(track: 0) && RTMPTag(.audio, at: 0, [0xAF, 0, 0x12, 0x10]).kind == .configuration(track: 0))
  #expect(RTMPTag(.video, at: 0, [0x90, 0x68, 0x76, 0x63, 0x31, 1]).kind == .configuration(track: 0))
  #expect(RTMPTag(.video, at: 0, [0x91, 0x68, 0x76, 0x63, 0x31, 0, 0, 0, 1]).kind == .picture(isKey: true))
  #expect(RTMPTag(.video, at: 0, [0xA3, 0x68, 0x76, 0x63, 0x31, 1]).kind == .picture(isKey: false))
  // One track with ID 3, with the multitrack header.
  #expect(RTMPTag(.video, at: 0, [0x96, 0x00, 0x68, 0x76, 0x63, 0x31, 3, 1]).kind == .configuration(track: 4))
  #expect(RTMPTag(.script, at: 0, [2, 0, 10] + Array("onMetaData".utf8) + [5]).kind == .metaData)
  #expect(RTMPTag(.script, at: 0, [2, 0, 1, 0x61]).kind == .other && RTMPTag(.video, at: 0, []).kind == .other)
}

@Test func nothingIsLeftOutInTime() {
  var queue = RTMPPublishQueue(maximumAge: 1000, maximumByteCount: 1 << 20)
  let tags = [configuration(1), key(0), sound(3), inter(40), inter(80)]
  for tag in tags { queue.push(tag, now: tag.time) }
  #expect(drain(&queue, now: 1000) == tags)
  #expect(queue.sentPictures == 3 && queue.sentSounds == 1 && queue.longestWait == 1000 && queue.droppedPictures == 0)
}

@Test func pictureGoUpToTheNextKeyPicture() {
  var queue = RTMPPublishQueue(maximumAge: 1000, maximumByteCount: 1 << 20)
  queue.push(configuration(1), now: 0)
  for time in stride(from: 0 as Int64, to: 1000, by: 100) { queue.push(time % 500 == 0 ? key(time) : inter(time), now: time) }
  queue.push(sound(450), now: 450)
  queue.expire(now: 1001)
  // Of the pictures from 0 to 400 the first is too old and the others hang on it; the sound is young enough.
  let found = drain(&queue, now: 1001)
  #expect(found.map(\.time) == [0, 500, 600, 700, 800, 900, 450] && found[0].kind == .configuration(track: 0))
  #expect(queue.droppedPictures == 5 && queue.droppedSounds == 0 && found[1].kind == .picture(isKey: true))
}

@Test func withoutAKeyPictureAllGoesAndTheNextOneIsAwaited() {
  var queue = RTMPPublishQueue(maximumAge: 100, maximumByteCount: 1 << 20)
  queue.push(key(0), now: 0)
  queue.push(inter(40), now: 40)
  queue.expire(now: 101)
  #expect(queue.count == 0 && queue.droppedPictures == 2)
  queue.push(inter(120), now: 120)
  queue.push(sound(121), now: 121)
  queue.push(configuration(2), now: 130)
  queue.push(key(160), now: 160)
  #expect(drain(&queue, now: 165).map(\.time) == [121, 0, 160] && queue.droppedPictures == 3)
}

@Test func bytesAreBounded() {
  var queue = RTMPPublishQueue(maximumAge: nil, maximumByteCount: 10_000)
  for time in 0..<400 as Range<Int64> {
    queue.push(time % 10 == 0 ? key(time, 300) : inter(time, 300), now: time)
    queue.push(sound(time), now: time)
    #expect(queue.byteCount <= 10_000)
  }
  let found = drain(&queue, now: 400)
  #expect(found.count > 10 && found.first?.kind == .picture(isKey: true))
  #expect(UInt64(found.count) + queue.droppedPictures + queue.droppedSounds == 800 && queue.byteCount == 0)
}

/// Configurations stay, and not without bound: of those that nothing lies between the last one does.
@Test func configurationsDoNotPileUp() {
  var queue = RTMPPublishQueue(maximumAge: 100, maximumByteCount: 1 << 20)
  for round in 0..<1000 as Range<Int64> {
    queue.push(configuration(UInt8(round % 256), at: round * 200), now: round * 200)
    queue.push(RTMPTag(.audio, at: round * 200, [0xAF, 0, UInt8(round % 256)]), now: round * 200)
    queue.push(key(round * 200), now: round * 200)
  }
  #expect(queue.count < 8)
  #expect(drain(&queue, now: 999 * 200).last?.kind == .picture(isKey: true))
}

@Test func aStreamOfSoundGoesByAge() {
  var queue = RTMPPublishQueue(maximumAge: 100, maximumByteCount: 1 << 20)
  for time in 0..<300 as Range<Int64> { queue.push(sound(time), now: time) }
  #expect(drain(&queue, now: 299).map(\.time) == Array(199...299) && queue.droppedSounds == 199)
}

/// After a reconnection the server receives the current configuration before its first picture, which is a keyframe.
@Test func aServerBeginsAnewAtAKeyPicture() {
  var queue = RTMPPublishQueue(maximumAge: 10_000, maximumByteCount: 1 << 20)
  for tag in [configuration(1), key(0), inter(40)] { queue.push(tag, now: tag.time) }
  _ = drain(&queue, now: 50)
  for tag in [inter(80), configuration(2, at: 100), inter(100), key(120), configuration(3, at: 140), key(140)] {
    queue.push(tag, now: tag.time)
  }
  #expect(queue.restart() == [configuration(2, at: 100)])
  #expect(drain(&queue, now: 150).map(\.time) == [120, 140, 140] && queue.droppedPictures == 2)
  // With no key picture in sight the next one is awaited.
  queue.push(inter(200), now: 200)
  #expect(queue.restart() == [configuration(3, at: 140)] && queue.count == 0)
  queue.push(inter(240), now: 240)
  queue.push(key(280), now: 280)
  #expect(drain(&queue, now: 290).map(\.time) == [280])
}

/// Whatever comes in, each picture that goes out can be decoded, and none has waited too long.
@Test(arguments: 0..<50 as Range<UInt64>) func whatGoesOutCanBeDecoded(_ seed: UInt64) {
  var dice = Dice(seed)
  var queue = RTMPPublishQueue(maximumAge: 500, maximumByteCount: 20_000)
  var (now, number) = (0 as Int64, 0 as Int64)
  var last: Int64?
  for _ in 0..<2000 {
    now += Int64.random(in: 0...60, using: &dice)
    if Int.random(in: 0..<5, using: &dice) < 3 {
      let tag = number % 12 == 0 ? key(number, 500) : inter(number, Int.random(in: 0...400, using: &dice))
      queue.push(tag, now: now)
      number += 1
    } else if Int.random(in: 0..<3, using: &dice) == 0, let tag = queue.pop(now: now) {
      if tag.kind != .picture(isKey: true) { #expect(last == tag.time - 1, "seed \(seed) at \(tag.time)") }
      last = tag.time
    }
    queue.expire(now: now)
    #expect(queue.oldestArrival.map { now - $0 <= 500 } ?? true)
    #expect(queue.byteCount <= 20_000)
  }
  // Between two looks are 60 ms at most.
  #expect(queue.longestWait <= 500 && queue.oldestAge > 500 && queue.oldestAge <= 560 && queue.sentPictures > 10)
}

/// After giving up, the queue holds nothing and counts everything as dropped.
@Test func whatIsGivenUpIsCounted() {
  var queue = RTMPPublishQueue(maximumAge: nil, maximumByteCount: 1 << 20)
  for tag in [configuration(1), key(0), sound(3), inter(40)] { queue.push(tag, now: 0) }
  queue.giveUp()
  queue.push(key(80), now: 80)
  #expect(queue.count == 0 && queue.byteCount == 0 && queue.pop(now: 80) == nil)
  #expect(queue.droppedPictures == 3 && queue.droppedSounds == 1 && queue.oldestArrival == nil)
}

@Test func waitsGrowAndEnd() {
  var backOff = RTMPBackOff(longest: 3000)
  #expect((0..<5).map { _ in backOff.failed() } == [500, 1000, 2000, 3000, 3000])
  backOff.succeeded()
  #expect(backOff.failed() == 500)
  backOff = RTMPBackOff(longest: .max)
  for _ in 0..<100 { _ = backOff.failed() }
  #expect(backOff.failed() == .max)
}
