import Foundation
import TestSupport
import Testing

@testable import mediaprobe

private let everyFixture = [
  "bframes.h264", "interlaced.h264", "opengop.hevc", "tone.aac", "avc_aac.flv", "plain.mp4", "faststart.mp4", "fragmented.mp4", "hvc1.mp4",
]

@Test(arguments: everyFixture) func everythingComesBack(_ fixture: String) throws {
  let file = Places.fixtures.appending(path: fixture).path
  let result = try Program.mediaprobe("roundtrip", file)
  #expect(result.status == 0 && result.standardError.isEmpty)
  try Golden.check(result.text, "roundtrip/\(fixture).txt")
  #expect(try Program.shell("cat '\(file)' | $MP roundtrip -").text == result.text)
  let document = try #require(
    try JSONSerialization.jsonObject(with: Program.mediaprobe("roundtrip", "--format", "json", file).standardOutput) as? [String: Any])
  let total = try #require(document["total"] as? [String: Int])
  #expect(total["different"] == 0 && total["tried"] == (total["same"] ?? 0) + (total["kept"] ?? 0))
  #expect(document["first_difference"] is NSNull)
  let last = result.text.split(separator: "\n").last?.split(separator: " ").map(String.init)
  #expect(last == ["all", "\(total["tried"] ?? 0)", "\(total["same"] ?? 0)", "\(total["kept"] ?? 0)", "0", "0"])
}

/// Slice data without emulation prevention is malformed, kept as bytes and written unchanged.
@Test(.enabled(if: Places.corpus != nil)) func whatContradictsItsStructureIsKept() throws {
  guard let corpus = Places.corpus else { return }
  let result = try Program.mediaprobe("roundtrip", corpus.appending(path: "malformed/fuzz_mvd_overflow.h265").path)
  #expect(result.status == 0)
}

/// Every intact corpus file is reproduced exactly.
@Test(.enabled(if: Places.corpus != nil)) func theCorpusComesBack() throws {
  guard let corpus = Places.corpus else { return }
  var totals = (tried: 0, same: 0, kept: 0)
  for path in Places.corpusFiles() where !path.hasPrefix("malformed/") {
    let result = try Program.mediaprobe("roundtrip", "--format", "json", corpus.appending(path: path).path)
    guard let document = try? JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any],
      let total = document["total"] as? [String: Int]
    else {
      #expect(result.status == 65, "\(path)")
      continue
    }
    #expect(total["different"] == 0, "\(path): \(result.standardError)")
    totals = (totals.tried + (total["tried"] ?? 0), totals.same + (total["same"] ?? 0), totals.kept + (total["kept"] ?? 0))
  }
  print("round trips: \(totals)")
  #expect(totals.tried > 55_000)
}
