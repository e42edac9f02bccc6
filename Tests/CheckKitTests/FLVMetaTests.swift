import BitstreamKit
import CheckKit
import Foundation
import ProbeKit
import TestSupport
import Testing

/// Compares the check of FLV files with `flvmeta --check`: what it finds has a finding here too.
@Suite struct FLVMetaTests {
  /// The rules for the errors of flvmeta, by code. `Documentation/check-flvmeta.md` has the whole table, with the reasons of what is not here.
  private static let rules: [String: Set<String>] = [
    "E11003": ["flv.version"], "E11004": ["flv.no-streams"], "E11007": ["flv.header-reserved-bits"],
    "E11008": ["flv.data-offset", "flv.large-header"], "F12009": ["flv.previous-tag-size-missing", "flv.truncated"],
    "E12010": ["flv.previous-tag-size"], "F10011": ["flv.no-tag"], "F20012": ["flv.truncated", "flv.tag-body", "flv.trailing-data"],
    "E30013": ["flv.unknown-tag-type", "flv.tag-reserved-bits"], "W11014": ["flv.undeclared-stream", "flv.no-streams"],
    "W11015": ["flv.undeclared-stream", "flv.no-streams"],
    "F20016": ["flv.truncated"], "W20018": ["flv.empty-tag"], "E40019": ["flv.first-timestamp"],
    "E40020": ["flv.timestamp-backwards", "flv.timestamp-extension"], "E40021": ["flv.timestamp-backwards", "flv.timestamp-extension"],
    "E20025": ["flv.stream-id"], "W51027": ["flv.unknown-sound-format"], "W51030": ["flv.nellymoser-stereo"],
    "E60034": ["flv.unknown-frame-type", "flv.unknown-video-fourcc"], "W61037": ["flv.jpeg"], "E70039": ["flv.script-unparsable"],
    "E70040": ["flv.script-unparsable"],
    "E70041": ["flv.script-name"], "W70042": ["flv.script-name-empty"], "W70043": ["flv.script-trailing", "flv.script-unparsable"],
    "E12051": ["flv.previous-tag-size"], "W11052": ["flv.declared-stream-missing"], "W11053": ["flv.declared-stream-missing"],
    "W60056": ["flv.no-key-frame"], "W70060": ["flv.metadata-missing"],
    "W81071": ["flv.keyframes-length", "flv.keyframes-order", "flv.keyframes-position"],
    "W81067": ["flv.keyframes-shape"], "W81068": ["flv.keyframes-shape"],
  ]

  private static func codes(_ bytes: [UInt8]) throws -> [(code: String, offset: UInt64)] {
    let url = Places.scratch("checked.flv")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let text = try Program.run("flvmeta", ["--check", url.path]).text
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 3)
      guard words.count > 2, line.hasPrefix("0x"), let offset = UInt64(words[0].dropFirst(2).dropLast(), radix: 16) else { return nil }
      return (String(words[2].prefix { $0 != ":" }), offset)
    }
  }

  private static func findings(_ bytes: [UInt8]) -> CheckResult {
    var options = CheckOptions()
    options.only = ["flv"]
    return Check(ProbeInput(AnyByteSource(MemorySource(bytes)), name: "a file"), options).run()
  }

  /// What flvmeta found and no rule did, up to the place where we stop reading.
  private static func missed(_ bytes: [UInt8]) throws -> [String] {
    let result = findings(bytes)
    if result.container != .flv { return [] }
    let ids = Set(result.findings.map { $0.page.id.description })
    return try codes(bytes).compactMap { code, offset in
      guard let rules = Self.rules[code], rules.isDisjoint(with: ids) else { return nil }
      // flvmeta takes Filter, of encrypted tags, for a part of TagType.
      if code == "E30013", offset < bytes.count, [0x28, 0x29, 0x32].contains(bytes[Int(offset)]) { return nil }
      return "\(code) at \(offset)"
    }
  }

  @Test(.enabled(if: Program.has("flvmeta"))) func fixtureAndCasesAreFoundByBoth() throws {
    #expect(try Self.missed(Places.fixture("avc_aac.flv")) == [])
    // flvmeta takes DataOffset for 9, and reads beyond the tag of an object without an end: what it finds after that is not there.
    // It takes the wrap of 32-bit timestamps for a step back.
    for item in RuleCase.flv
    where item.rule != "flv.large-header" && item.rule != "flv.script-unterminated"
      && item.name != "audio after video where timestamps wrap"
    {
      let missed = try Self.missed(item.damage(item.good()))
      #expect(missed == [], "\(item.rule)")
    }
  }

  @Test(.enabled(if: Program.has("flvmeta"))) func damageIsFoundByBoth() throws {
    let bytes = try Places.fixture("avc_aac.flv")
    var state: UInt64 = 11
    func random(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % below
    }
    for number in 0..<DamageTests.copies(usually: 100, atMost: 500) {
      var copy = bytes
      for _ in 0...random(3) { copy[random(copy.count)] ^= 1 << UInt8(random(8)) }
      if number % 5 == 0 { copy.removeLast(random(copy.count / 2)) }
      #expect(try Self.missed(copy) == [], "copy \(number)")
    }
  }
}
