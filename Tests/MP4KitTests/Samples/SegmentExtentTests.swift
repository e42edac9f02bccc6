import BitstreamKit
import MP4Kit
import TestSupport
import Testing

/// What of a segment is whole: fragments with all their media, and other boxes.
@Suite struct SegmentExtentTests {
  private static let styp = makeBox("styp", Array("msdh".utf8) + [0, 0, 0, 0])
  /// A fragment of one sample of four bytes.
  private static let moof = makeBox(
    "moof", makeBox("mfhd", hex("00000000 00000001")),
    makeBox(
      "traf", makeBox("tfhd", hex("00020000 00000001")), makeBox("trun", hex("00000201 00000001 00000000 00000004"))))
  private static let mdat = makeBox("mdat", [1, 2, 3, 4])

  private func extent(_ bytes: [UInt8]) throws -> SegmentExtent { try SegmentExtent(MemorySource(bytes)) }

  @Test func wholeSegmentsAreWhole() throws {
    let bytes = Self.styp + Self.moof + Self.mdat + Self.moof + Self.mdat + makeBox("free", [0])
    let found = try extent(bytes)
    #expect(found.isSegment && found.cut == nil && found.unsized == nil && found.byteCount == UInt64(bytes.count))
  }

  /// Each prefix ends with the last complete fragment.
  @Test func prefixesEndWithACompleteFragment() throws {
    let first = Self.styp + Self.moof + Self.mdat
    let bytes = first + Self.moof + Self.mdat
    for count in 1..<Self.styp.count { #expect(try extent(Array(bytes[..<count])).byteCount == 0) }
    for count in Self.styp.count + 1..<first.count {
      let found = try extent(Array(bytes[..<count]))
      #expect(found.byteCount == UInt64(Self.styp.count) && found.cut != nil, "\(count)")
    }
    for count in first.count + 1..<bytes.count {
      let found = try extent(Array(bytes[..<count]))
      #expect(found.byteCount == UInt64(first.count) && found.cut != nil, "\(count)")
    }
  }

  /// A fragment without its media goes, also where another box is cut off after it.
  @Test func aFragmentWithoutItsMediaIsCutOff() throws {
    let bytes = Self.styp + Self.moof + makeBox("free", [1, 2, 3, 4])
    for count in Self.styp.count + Self.moof.count...bytes.count {
      let found = try extent(Array(bytes[..<count]))
      #expect(found.byteCount == UInt64(Self.styp.count) && found.cut != nil, "\(count)")
    }
  }

  @Test func textIsNoSegment() throws {
    #expect(try !extent(Array("<html><body>404 not found</body></html>".utf8)).isSegment)
    #expect(try !extent(Array("#EXTM3U\n#EXT-X-VERSION:7\n".utf8)).isSegment)
    #expect(try !extent([]).isSegment)
  }

  @Test func aLastBoxWithoutASizeIsFound() throws {
    var bytes = Self.moof + Self.mdat
    bytes.replaceSubrange(Self.moof.count..<Self.moof.count + 4, with: [0, 0, 0, 0])
    let found = try extent(bytes)
    #expect(found.unsized == UInt64(Self.moof.count) && found.cut == nil)
  }
}
