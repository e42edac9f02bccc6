import BitstreamKit
import HEVCKit
import TestSupport
import Testing

/// Units of damaged files that do not come back as the same bytes, or not at all, with the reason.
private let exceptions: [String: String] = [
  "malformed/fuzz_mvd_overflow.h265#5": "slice data with start codes that emulation prevention would have broken up"
]

/// Files that a fuzzer made: units may be refused, and what is read must come back.
private let fuzzed = ["malformed/hevc_fuzz_ctblog2_shift.265", "malformed/hevc_fuzz_scalinglist_deltacoef.265"]

@Test(.enabled(if: Places.corpus != nil)) func everyUnitOfTheCorpusComesBack() throws {
  var counts: [String: Int] = [:]
  var refused = 0
  var unresolved: [String] = []
  for path in streams {
    var sets = ParameterSets()
    for (index, unit) in try units(of: path).enumerated() {
      let name = "\(path)#\(index)"
      var findings: [SyntaxError] = []
      do {
        let read = try NALUnit(parsing: unit.bytes, sets: sets, fileOffset: unit.offset, findings: &findings)
        let written = try read.encoded(sets: sets)
        #expect((written == unit.bytes) == (exceptions[name] == nil), "\(name)")
        sets.update(with: read)
        counts[read.header.type.name.description, default: 0] += 1
        if case .sliceSegment(let slice) = read.payload, slice.isUnresolved { unresolved.append(name) }
        if case .sei(let sei) = read.payload {
          for message in sei.messages where !message.payload.isOther { counts["SEI", default: 0] += 1 }
        }
      } catch {
        refused += 1
        #expect(fuzzed.contains(path), "\(name): \(error)")
      }
      #expect(findings.isEmpty || fuzzed.contains(path) || unresolved.contains(name), "\(name): \(findings)")
    }
  }
  #expect(refused == 17)
  #expect(unresolved.filter { !$0.hasPrefix("malformed/") } == [])
  print(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
}

@Test(.enabled(if: Places.corpus != nil)) func damageNeverTraps() throws {
  for path in streams {
    var sets = ParameterSets()
    var seen: Set<UInt8> = []
    for unit in try units(of: path) {
      let type = unit.bytes.first.map { $0 >> 1 } ?? 0
      let isNew = seen.insert(type).inserted
      if isNew {
        let start = Array(unit.bytes.prefix(160))
        for length in 0...start.count { check(Array(start[..<length]), sets) }
        for bit in 0..<min(start.count * 8, 900) {
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

/// Reads a unit in every way; what comes out is a value or an error.
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

/// Slice headers from the beginning of their units are those of whole units, as far as they go.
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
      #expect(start == expected)
      compared += 1
    }
  }
  #expect(compared > 1500)
}
