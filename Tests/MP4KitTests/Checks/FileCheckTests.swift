import BitstreamKit
import MP4Kit
import TestSupport
import Testing

/// Deliberately broken files of the corpus, and the expected finding.
struct FileCheckTests {
  private static let broken: [String: String] = [
    "no-ftyp.avif": "missing ftyp box", "no-pitm.avif": "missing pitm box", "hdlr-not-pict.avif": "'pict'",
    "ipma-invalid-property-index.avif": "ipco has only 4", "alpha_video_moov_is_moop.avif": "no moov box",
    "bug-1661347.avif": "item 1 has 4508 bytes at 1049118, but the file has only 8468",
    "clusterfuzz-testcase-minimized-avif-4914209301856256.avif": "item 1 is av01, but has no av1C",
    "red5_MOV1_no_mdat.mov": "starts at byte", "chunk_out_of_range.mp4": "the first run of chunks starts at chunk 16777217",
    "test_case_1185230.mp4": "ms of the media", "invalid_userdata.mp4": "missing data box",
    "minf_with_trailing_avc1_bytes.bin": "not allowed at the top level",
    "fq_qt_brand_zero_byte_hdlr_component_name.mp4": "hdlr at byte 32: is not allowed at the top level",
  ]

  private func findings(_ bytes: [UInt8]) throws -> [String] {
    var check = FileCheck()
    var walker = BoxWalker(MemorySource(bytes))
    while let place = try walker.next() { check.note(place) }
    return try check.findings(in: MemorySource(bytes)).map(\.description)
  }

  @Test(.enabled(if: Places.corpus != nil), arguments: broken.keys.sorted())
  func whatIsBrokenIsNamed(name: String) throws {
    let found = try findings(Places.corpusFile("malformed/\(name)"))
    let expected = try #require(Self.broken[name])
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test(arguments: ["plain.mp4", "faststart.mp4", "fragmented.mp4", "hvc1.mp4"])
  func aGoodFileHasNone(name: String) throws {
    #expect(try findings(Places.fixture(name)) == [])
  }

  @Test(arguments: ["plain.mp4", "fragmented.mp4"])
  func damageEndsInFindings(name: String) throws {
    let whole = try Places.fixture(name)
    var state: UInt64 = 7
    func number(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<8 { bytes[number(below: bytes.count)] = UInt8(number(below: 256)) }
      _ = try findings(Array(bytes.prefix(number(below: bytes.count) + 1)))
    }
  }
}
