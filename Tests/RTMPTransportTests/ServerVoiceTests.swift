import Testing

@testable import RTMPTransport

@Test func aServerSpeaksTenTimesAtOnceAndThenTwiceASecond() {
  var voice = ServerVoice()
  #expect((0..<1000).filter { _ in voice.mayPass(5000) }.count == 10)
  #expect(!voice.mayPass(5499) && voice.mayPass(5500) && !voice.mayPass(5500))
  // What was not used is kept, ten at most.
  #expect((0..<1000).filter { _ in voice.mayPass(60_000) }.count == 10)
  #expect(voice.rest == "\(990 + 2 + 990) more messages of the server suppressed")
}

@Test func aServerSpeaksAHundredTimesInAll() {
  var voice = ServerVoice()
  #expect(voice.rest == nil)
  let passed = (0..<10_000 as Range<Int64>).filter { voice.mayPass($0 * 1000) }
  #expect(passed == Array(0..<100) && voice.suppressed == 9900)
}
