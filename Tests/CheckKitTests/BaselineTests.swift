import BitstreamKit
import CheckKit
import ProbeKit
import RemuxKit
import TestSupport
import Testing

private func check(_ bytes: [UInt8]) -> CheckResult {
  var options = CheckOptions()
  options.only = ["mp4.undefined-flags"]
  return CheckTests.check(bytes, options)
}

private func known(_ result: CheckResult) -> Set<String> { Set(result.findings.map { $0.fingerprint }) }

/// Undefined flags of the decode times of fragments.
private func flags(_ value: UInt8, ofFragments fragments: Range<Int>) throws -> [UInt8] {
  try fragments.reduce(try Places.fixture("fragmented.mp4")) { try BoxEdit($0).patching("moof[\($1)]/traf[0]/tfdt", at: 1, [value]) }
}

/// A finding that differs in numbers alone is the same finding.
@Test func aFindingWithOtherNumbersIsKnown() throws {
  let (first, later) = (check(try flags(0x80, ofFragments: 0..<1)), check(try flags(0x40, ofFragments: 1..<2)))
  #expect(first.findings.count == 1 && later.findings.count == 1)
  #expect(first.findings.map(\.message) != later.findings.map(\.message) && first.findings.map(\.offset) != later.findings.map(\.offset))
  #expect(later.removing(known(first)).findings.isEmpty)
}

/// More findings of the same words than before are new.
@Test func aFindingThatIsThereOnceMoreIsNew() throws {
  let (one, two) = (check(try flags(0x80, ofFragments: 0..<1)), check(try flags(0x80, ofFragments: 0..<2)))
  #expect(two.findings.count == 2 && known(two).count == 2)
  #expect(two.removing(known(one)).findings.count == 1)
  #expect(one.removing(known(two)).findings.isEmpty)
}

/// Other places and other rules are new.
@Test func aFindingElsewhereIsNew() throws {
  let fixture = try Places.fixture("fragmented.mp4")
  let (fragment, movie) = (check(try flags(0x80, ofFragments: 0..<1)), check(try BoxEdit(fixture).patching("moov/mvhd", at: 1, [0x80])))
  #expect(movie.findings.count == 1 && movie.removing(known(fragment)).findings.count == 1)
}

/// Findings of several files are known of the files with their names alone.
@Test(arguments: [CheckForm.json, .jsonl, .sarif]) func findingsAreThoseOfTheirFiles(form: CheckForm) throws {
  let result = check(try flags(0x80, ofFragments: 0..<1))
  let fingerprint = try #require(result.findings.first?.fingerprint)
  var document: [UInt8] = []
  for name in ["x/a \"b\".mp4", "c.mp4"] {
    let sink = ProbeSink(MediaOutput(append: { (bytes, range) throws(ByteError) in document += bytes[range] })) { _ in }
    var output = OutputBuffer(sink)
    if form != .sarif {
      output.text("{\"file\":")
      output.quoted(name)
      output.text(",\"result\":")
    }
    if form == .sarif { output.text("\"runs\":[") }
    result.write(CheckStyle(form, name: name, version: "1"), to: &output)
    _ = output.finish()
  }
  let baseline = try #require(Baseline(document))
  for name in ["x/a \"b\".mp4", "y/a \"b\".mp4", "a \"b\".mp4", "c.mp4"] { #expect(baseline.fingerprints(of: name) == [fingerprint]) }
  for name in ["x/c2.mp4", "a.mp4", "mp4", ""] { #expect(baseline.fingerprints(of: name).isEmpty) }
  #expect(Baseline(Array("no document of a check".utf8)) == nil)
  #expect(Baseline([])?.isEmpty == true)
}
