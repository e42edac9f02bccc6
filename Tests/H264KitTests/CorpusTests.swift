import BitstreamKit
import Foundation
import H264Kit
import TestSupport
import Testing
import NALKit

/// The units of a byte stream, each with the offset of its first byte.
func annexBUnits(_ stream: [UInt8]) -> [(offset: UInt64, bytes: [UInt8])] {
  AnnexB(stream).map { (UInt64($0.range.lowerBound), Array($0.bytes)) }
}

let streams = Places.corpusFiles("h264") + Places.corpusFiles("malformed", suffixes: [".264"])

/// Units whose header cannot be parsed: two empty ones at the ends of files, two extension units truncated to one byte.
private let unreadable: Set = [
  "h264/4pics.264#17", "h264/riverbed-II-360p-48961.264#31", "h264/unsupp-nals.264#1", "h264/unsupp-nals.264#10",
]

/// Files whose units contain garbage: parts that contradict their syntax are kept as bytes.
private let garbage: Set = [
  // Units of one or two bytes, made to test which types a decoder ignores.
  "h264/nal-ref-idc-0.264", "h264/supp-nals.264", "h264/unsupp-nals.264",
  // Found by fuzzers, or with a truncated parameter set.
  "malformed/h264_fuzz_28d2a5c6.264", "malformed/h264_fuzz_b741d946.264", "malformed/h264_fuzz_oom_ccf7388c.264",
  "malformed/vui_overread.264",
]

/// Files with slices whose parameter sets are missing.
private let withoutSets: Set = ["h264/unsupp-nals.264", "malformed/missing-ps.264", "malformed/vui_overread.264"]

@Test(.enabled(if: Places.corpus != nil)) func everyUnitOfTheCorpusComesBack() throws {
  var units: [UInt8: Int] = [:]
  var payloads: [String: Int] = [:]
  for path in streams {
    var sets = ParameterSets()
    for (number, unit) in annexBUnits(try Places.corpusFile(path)).enumerated() {
      let place = "\(path)#\(number)"
      guard let outcome = try? readUnit(unit.bytes, at: unit.offset, sets: sets) else {
        #expect(unreadable.contains(place), "\(place)")
        continue
      }
      units[outcome.unit.header.nalUnitType, default: 0] += 1
      #expect(try outcome.unit.encoded(sets: sets) == unit.bytes, "\(place)")
      check(outcome, path, place)
      if case .sei(let sei) = outcome.unit.payload {
        for message in sei.messages {
          let name = message.type.name?.description ?? "\(message.payloadType)"
          payloads[name + (message.payload.isOther ? " as bytes" : ""), default: 0] += 1
        }
      }
      sets.update(with: outcome.unit)
    }
  }
  #expect(units[1, default: 0] > 5000 && units[5, default: 0] > 8000 && units[8, default: 0] > 1500 && units[20, default: 0] > 40)
  #expect(payloads["pic_timing"] == 484 && payloads["pic_timing as bytes"] == nil)
  print("units by type: \(units.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))")
  print("messages: \(payloads.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))")
}

/// Checks that a strict reader reports findings only in known files.
private func check(_ outcome: (unit: NALUnit, findings: [SyntaxError]), _ path: String, _ place: String) {
  let unit = outcome.unit
  if NALUnitPayload.isTyped(unit.header), unit.payload.isOther {
    #expect(garbage.contains(path), "\(place): \(outcome.findings)")
  }
  if unit.irregularBytes != nil { #expect(garbage.contains(path), "\(place)") }
  if garbage.contains(path) || withoutSets.contains(path) { return }
  // The payload size excludes the last payload byte.
  if path == "malformed/sei_short_payload.264" { return }
  #expect(outcome.findings.isEmpty, "\(place): \(outcome.findings)")
}

/// Every prefix and every flipped bit of the first units of each kind gives an error or a value that encodes to the same bytes.
@Test(.enabled(if: Places.corpus != nil)) func damagedUnitsOfTheCorpus() throws {
  var tried = 0
  for path in streams {
    var sets = ParameterSets()
    var seen: [UInt8: Int] = [:]
    for unit in annexBUnits(try Places.corpusFile(path)) {
      let type = (unit.bytes.first ?? 0) & 31
      seen[type, default: 0] += 1
      if seen[type, default: 0] <= 1 { tried += damage(Array(unit.bytes.prefix(type < 6 || type > 15 ? 40 : 120)), sets) }
      if let outcome = try? readUnit(unit.bytes, sets: sets) { sets.update(with: outcome.unit) }
    }
  }
  #expect(tried > 40_000)
  print("damaged units: \(tried)")
}

private func damage(_ unit: [UInt8], _ sets: ParameterSets) -> Int {
  var variants: [[UInt8]] = unit.indices.map { Array(unit[..<$0]) }
  for bit in 0..<unit.count * 8 {
    var flipped = unit
    flipped[bit / 8] ^= 0x80 >> UInt8(bit % 8)
    variants.append(flipped)
  }
  for (index, variant) in variants.enumerated() {
    if let outcome = try? readUnit(variant, sets: sets) {
      let back = try? outcome.unit.encoded(sets: sets)
      #expect(back == variant)
      if index % 16 == 0 {
        var later = sets
        later.update(with: outcome.unit)
      }
    }
    _ = NALUnit.trace(variant, sets: sets, into: TraceLog())
    _ = try? SliceHeader(parsingUnit: variant, sets: sets)
  }
  return variants.count
}

/// A slice header parsed from a unit's first bytes equals that of the whole unit.
@Test(.enabled(if: Places.corpus != nil)) func sliceHeadersFromFirstBytes() throws {
  var slices = 0
  for path in streams where !path.hasPrefix("malformed") {
    var sets = ParameterSets()
    for unit in annexBUnits(try Places.corpusFile(path)) {
      guard let outcome = try? readUnit(unit.bytes, sets: sets) else { continue }
      if case .slice(let slice) = outcome.unit.payload, slice.unresolved == nil {
        let head = EmulationPrevention.removing(from: Array(unit.bytes.prefix(128)))
        #expect(try SliceHeader(parsingUnit: head, sets: sets) == slice.sliceHeader, "\(path)")
        slices += 1
      }
      sets.update(with: outcome.unit)
    }
  }
  #expect(slices > 14_000)
}

/// ffprobe's description of a stream's first parameter set.
private struct Probe: Decodable {
  struct Size: Decodable, Equatable {
    var codedWidth: Int, codedHeight: Int, displayWidth: Int, displayHeight: Int
  }
  struct Stream: Decodable {
    var profile: String?
    var level: Int?
    var sampleAspectRatio: String?
    var bitsPerRawSample: String?
  }
  struct Report: Decodable { var streams: [Stream]? }
  var firstSps: Size?
  var ffprobe: Report?
}

@Test(.enabled(if: Places.corpus != nil)) func derivedValuesAgreeWithFFprobe() throws {
  var compared = 0
  var profiles = 0
  for path in streams {
    guard let corpus = Places.corpus, let data = try? Data(contentsOf: corpus.appending(path: "expected/\(path).json")),
      let probe = try? snakeCaseDecoder.decode(Probe.self, from: data), let size = probe.firstSps
    else { continue }
    var first: SeqParameterSet?
    for unit in annexBUnits(try Places.corpusFile(path)) where first == nil {
      guard let outcome = try? readUnit(unit.bytes, sets: ParameterSets()) else { continue }
      if case .seqParameterSet(let sps) = outcome.unit.payload { first = sps }
    }
    guard let sps = first else {
      #expect(garbage.contains(path), "\(path)")
      continue
    }
    let cropped = sps.croppedSize ?? PictureSize(width: 0, height: 0)
    let own = Probe.Size(
      codedWidth: sps.codedSize.width, codedHeight: sps.codedSize.height, displayWidth: cropped.width, displayHeight: cropped.height)
    #expect(own == size, "\(path)")
    compared += 1
    guard let stream = probe.ffprobe?.streams?.first, let profile = stream.profile, stream.level ?? 0 > 0 else { continue }
    profiles += 1
    // ffprobe does not support constraint_set4_flag.
    #expect(sps.profileName == profile || (sps.profileName == "Progressive High" && profile == "High"), "\(path)")
    #expect(stream.level == Int(sps.levelIdc), "\(path)")
    #expect(stream.sampleAspectRatio == sps.sampleAspectRatio.map { "\($0.numerator):\($0.denominator)" }, "\(path)")
    #expect(stream.bitsPerRawSample == "\(sps.bitDepthLuma)", "\(path)")
  }
  #expect(compared > 60 && profiles > 50)
}

/// Decodes keys like `coded_width`.
private let snakeCaseDecoder: JSONDecoder = {
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  return decoder
}()
