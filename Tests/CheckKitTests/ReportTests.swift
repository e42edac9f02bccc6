import BitstreamKit
import CheckKit
import Foundation
import ProbeKit
import TestSupport
import Testing

/// The facts of a file in memory.
private func report(_ bytes: [UInt8], frameRate: ExactRatio? = nil) -> (outcome: ProbeOutcome, facts: Data, messages: [String]) {
  final class Collected {
    var bytes: [UInt8] = []
    var messages: [String] = []
  }
  let collected = Collected()
  let output = MediaOutput(append: { (part, range) throws(ByteError) in collected.bytes += part[range] })
  let input = ProbeInput(AnyByteSource(MemorySource(bytes)), name: "a file")
  let outcome = Report([input], ReportOptions(tool: "test", frameRate: frameRate)).write(
    to: ProbeSink(output) { collected.messages.append($0) })
  return (outcome, Data(collected.bytes), collected.messages)
}

/// The times of a byte stream follow from the rate that is asked for.
@Test(arguments: [(10, 1), (30_000, 1001)]) func streamsHaveTheGivenRate(numerator: UInt64, denominator: UInt64) throws {
  let rate = try #require(ExactRatio(numerator, denominator))
  let facts = report(try Places.fixture("bframes.h264"), frameRate: rate).facts
  let document = try #require(try JSONSerialization.jsonObject(with: facts) as? [String: Any])
  let file = try #require((document["files"] as? [[String: Any]])?.first)
  let track = try #require((file["tracks"] as? [[String: Any]])?.first)
  let totals = try #require((file["totals"] as? [[String: Any]])?.first)
  let (scale, duration) = (try #require(track["timescale"] as? Int), try #require(totals["last_duration"] as? Int))
  #expect(duration * Int(numerator) == scale * Int(denominator))
}

/// The file that ends anywhere: each prefix gives a document with what could be read, and is called damaged.
@Test(arguments: ["faststart.mp4", "plain.mp4", "avc_aac.flv", "tone.aac"]) func everyPrefixHasAReport(_ name: String) throws {
  let bytes = try Places.fixture(name)
  let whole = report(bytes)
  #expect(whole.outcome == .complete, "\(whole.messages)")
  var lengths = Array(0..<min(48, bytes.count))
  lengths += stride(from: 48, to: bytes.count, by: 797)
  var most = 0
  for length in lengths {
    let (outcome, facts, messages) = report(Array(bytes[..<length]))
    let document = try #require(try JSONSerialization.jsonObject(with: facts) as? [String: Any], "\(length) bytes")
    let file = try #require((document["files"] as? [[String: Any]])?.first)
    let counts = (file["totals"] as? [[String: Any]] ?? []).map { ($0["count"] as? NSNumber)?.intValue ?? 0 }
    most = max(most, counts.reduce(0, +))
    // A stream of frames or tags may end after any of them.
    if outcome == .complete {
      #expect(name == "tone.aac" || name == "avc_aac.flv", "\(length) of \(bytes.count) bytes: \(messages)")
    } else {
      #expect(outcome == .malformed && !messages.isEmpty, "\(length) bytes: \(outcome)")
      #expect(file["refusal"] != nil || !(file["findings"] as? [String] ?? []).isEmpty)
    }
  }
  if name != "plain.mp4" { #expect(most > 10) }
}

/// Flipped bytes give a document as well.
@Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc"]) func damageHasAReport(_ name: String)
  throws
{
  let bytes = try Places.fixture(name)
  for seed in 0..<16 {
    var damaged = bytes
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<12 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      damaged[Int(state >> 33) % damaged.count] = UInt8(truncatingIfNeeded: state >> 25)
    }
    let facts = report(damaged).facts
    #expect((try? JSONSerialization.jsonObject(with: facts)) is [String: Any], "\(name), seed \(seed)")
    #expect(facts.count < 400_000)
  }
}
