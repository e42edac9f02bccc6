import BitstreamKit
import HEVCKit
import TestSupport
import Testing
import NALKit

/// Units with start codes that lack emulation prevention.
private let irregular: Set<String> = ["malformed/fuzz_mvd_overflow.h265#5"]

/// Files made by a fuzzer: units may contradict their syntax but still encode to the same bytes.
private let fuzzed = ["malformed/hevc_fuzz_ctblog2_shift.265", "malformed/hevc_fuzz_scalinglist_deltacoef.265"]

@Test(.enabled(if: Places.corpus != nil)) func everyUnitOfTheCorpusComesBack() throws {
  var counts: [String: Int] = [:]
  var kept = 0
  var unresolved: [String] = []
  for path in streams {
    var sets = ParameterSets()
    for (index, unit) in try units(of: path).enumerated() {
      let name = "\(path)#\(index)"
      var findings: [SyntaxError] = []
      let read = try NALUnit(parsing: unit.bytes, sets: sets, fileOffset: unit.offset, findings: &findings)
      #expect(try read.encoded(sets: sets) == unit.bytes, "\(name)")
      if !fuzzed.contains(path) { #expect((read.irregularBytes != nil) == irregular.contains(name), "\(name)") }
      sets.update(with: read)
      if NALUnitPayload.isTyped(read.header), read.payload.isOther {
        kept += 1
        #expect(fuzzed.contains(path) && !findings.isEmpty, "\(name): \(findings)")
      } else {
        counts[read.header.type.name.description, default: 0] += 1
      }
      if case .sliceSegment(let slice) = read.payload, slice.isUnresolved { unresolved.append(name) }
      if case .sei(let sei) = read.payload {
        for message in sei.messages where !message.payload.isOther {
          counts["SEI", default: 0] += 1
          #expect(message.payload.payloadType == message.payloadType)
        }
      }
      #expect(findings.isEmpty || fuzzed.contains(path) || unresolved.contains(name), "\(name): \(findings)")
    }
  }
  #expect(kept == 17)
  #expect(unresolved.filter { !$0.hasPrefix("malformed/") } == [])
  print(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
}

/// Truncated sets and slices, and bytes after the end: kept, with a finding.
@Test(arguments: ["4001 0C01", "4201 01016000", "4401 C1", "4601 FF", "2601 ", "4E01 0105"])
func whatContradictsItsStructureIsKept(_ text: String) throws {
  let bytes = hex(text)
  for policy in [BitReader.Policy.strict, .lenient] {
    var findings: [SyntaxError] = []
    let read = try NALUnit(parsing: bytes, sets: ParameterSets(), policy: policy, fileOffset: 100, findings: &findings)
    #expect(read.payload == .other(BitString(bytes: Array(bytes[2...]))))
    #expect(findings.count == 1 && findings.first?.byteOffset.map { $0 >= 102 } == true)
    #expect(try read.encoded(sets: ParameterSets()) == bytes)
    var sets = ParameterSets()
    sets.update(with: read)
    #expect(sets == ParameterSets())
  }
  // A trace shows the elements that can be parsed, and the same finding.
  let log = TraceLog()
  let traced = NALUnit.trace(bytes, at: 100, sets: ParameterSets(), into: log)
  #expect(traced.unit == nil && traced.error != nil && log.rows.count >= 4)
}

/// Bytes after the stop bit of a parameter set are not cabac_zero_words, which follow slice data only; they are kept.
@Test(arguments: [32, 33, 34] as [UInt8]) func bytesAfterAParameterSetAreAFinding(type: UInt8) throws {
  var unit = NALUnit()
  unit.header.nalUnitType = type
  var sets = ParameterSets()
  sets.insert(SeqParameterSet())
  switch type {
  case 32: unit.payload = .videoParameterSet(VideoParameterSet())
  case 33: unit.payload = .seqParameterSet(SeqParameterSet())
  default: unit.payload = .picParameterSet(PicParameterSet())
  }
  let bytes = try unit.encoded(sets: sets)
  for tail in [[], [0, 0, 3], [0xAB], [0, 0, 3, 0, 0, 3]] as [[UInt8]] {
    let expected = tail.isEmpty ? [] : ["trailing_bytes"]
    var findings: [SyntaxError] = []
    let read = try NALUnit(parsing: bytes + tail, sets: sets, fileOffset: 0, findings: &findings)
    #expect(findings.map(\.element) == expected && !read.payload.isOther)
    #expect(try read.encoded(sets: sets) == bytes + tail)
    let log = TraceLog()
    let traced = NALUnit.trace(bytes + tail, at: 0, sets: sets, into: log)
    #expect(traced.findings.map(\.element) == expected)
    #expect((log.rows.last?.element.fullName == "trailing_bytes") == !tail.isEmpty)
  }
}

@Test func emulationPreventionThatNobodyAskedForComesBack() throws {
  for text in ["0201 D0 0000 03 04 80", "0201 D0 0000 00 11 80", "6001 11 0000 01 80"] {
    let read = try NALUnit(parsing: hex(text), sets: ParameterSets())
    #expect(read.irregularBytes == hex(text))
    #expect(try read.encoded(sets: ParameterSets()) == hex(text))
  }
  // After a change, the unit's original bytes are not written any more.
  var read = try NALUnit(parsing: hex("4601 50"), sets: ParameterSets())
  read.irregularBytes = hex("4601 10")
  #expect(try read.encoded(sets: ParameterSets()) == hex("4601 50"))
}

@Test(.enabled(if: Places.corpus != nil)) func damageNeverTraps() throws {
  // The kinds of units recur from stream to stream, with other content: each stream takes a third of the places, and three all of them.
  for (number, path) in streams.enumerated() {
    var sets = ParameterSets()
    var seen: Set<UInt8> = []
    for unit in try units(of: path) {
      let type = unit.bytes.first.map { $0 >> 1 } ?? 0
      let isNew = seen.insert(type).inserted
      if isNew {
        let start = Array(unit.bytes.prefix(160))
        for length in stride(from: number % 3, through: start.count, by: 3) { check(Array(start[..<length]), sets) }
        for bit in stride(from: number % 3, to: min(start.count * 8, 900), by: 3) {
          var flipped = start
          flipped[bit / 8] ^= 0x80 >> UInt8(bit % 8)
          check(flipped, sets)
        }
      }
      var findings: [SyntaxError] = []
      if let read = try? NALUnit(parsing: unit.bytes, sets: sets, policy: .lenient, findings: &findings) { sets.update(with: read) }
    }
  }
}

/// Parses a unit in every way; each gives a value or an error.
private func check(_ unit: [UInt8], _ sets: ParameterSets) {
  var findings: [SyntaxError] = []
  if let read = try? NALUnit(parsing: unit, sets: sets, findings: &findings) {
    let again = (try? read.encoded(sets: sets)).flatMap { try? NALUnit(parsing: $0, sets: sets) }
    #expect(again == read)
  }
  if let lenient = try? NALUnit(parsing: unit, sets: sets, policy: .lenient, findings: &findings) {
    var after = sets
    after.update(with: lenient)
    _ = try? lenient.encoded(sets: sets)
  }
}

/// Slice headers parsed from the first bytes of a unit equal those of whole units, as far as they are available.
@Test(.enabled(if: Places.corpus != nil)) func slicesAreReadFromTheirBeginning() throws {
  var compared = 0
  for path in streams where !path.hasPrefix("malformed") {
    var sets = ParameterSets()
    for unit in try units(of: path) {
      let read = try NALUnit(parsing: unit.bytes, sets: sets)
      sets.update(with: read)
      guard case .sliceSegment(let slice) = read.payload, !slice.isUnresolved else { continue }
      var rbsp: [UInt8] = []
      _ = EmulationPrevention.removing(from: unit.bytes, 0..<min(unit.bytes.count, 128), into: &rbsp)
      let start = try SliceSegmentHeader(prefix: rbsp, 0..<rbsp.count, nal: read.header, sets: sets)
      var expected = slice.sliceSegmentHeader
      expected.entryPoints = nil
      expected.sliceSegmentHeaderExtension = nil
      expected.multilayerExtension = nil
      #expect(start == expected)
      compared += 1
    }
  }
  #expect(compared > 1500)
}
