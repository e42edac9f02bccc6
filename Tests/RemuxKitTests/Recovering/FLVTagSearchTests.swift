import BitstreamKit
import FLVKit
import RemuxKit
import TestSupport
import Testing

/// Tags on both sides of damaged bytes of an FLV file.
@Suite struct FLVTagSearchTests {
  /// The offsets of the tags of a file.
  private static func tags(_ bytes: [UInt8]) -> [(offset: Int, header: TagHeader)] {
    var (found, offset): ([(Int, TagHeader)], Int) = ([], 13)
    while offset + 11 <= bytes.count {
      let header = TagHeader(unpacking: bytes, at: offset)
      found.append((offset, header))
      offset += 15 + Int(header.dataSize)
    }
    return found
  }

  /// What is damaged in a file; nil if there is nothing.
  private static func damage(_ bytes: [UInt8]) throws -> String? { try Recovery.damageBetweenTags(AnyByteSource(MemorySource(bytes))) }

  /// A good file, one that was cut off, one without PreviousTagSizes: there is nothing to search.
  @Test func filesWithoutDamageBetweenTags() throws {
    let whole = try Places.fixture("avc_aac.flv")
    #expect(try Self.damage(whole) == nil)
    for count in [whole.count - 1, whole.count - 300, 4000, 14, 13, 9, 0] {
      #expect(try Self.damage(Array(whole[..<count])) == nil, "\(count)")
    }
    var zeros = whole
    for tag in Self.tags(whole) {
      let end = tag.offset + 11 + Int(tag.header.dataSize)
      zeros.replaceSubrange(end..<end + 4, with: [0, 0, 0, 0])
    }
    #expect(try Self.damage(zeros) == nil)
  }

  /// A DataSize that is wrong is that of PreviousTagSize: no tag is lost.
  @Test(arguments: [0, 1, 2, 0xFF]) func dataSizesAreCorrected(_ change: UInt8) throws {
    let whole = try Places.fixture("avc_aac.flv")
    let tag = Self.tags(whole)[20]
    var bytes = whole
    bytes[tag.offset + 1] ^= change
    bytes[tag.offset + 3] ^= change == 0 ? 1 : change
    let (sizes, notes) = try recovered(bytes, for: .flv)
    #expect(try sizes == sampleSizes(whole))
    #expect(
      notes.first
        == "the tag at \(tag.offset) has DataSize \(TagHeader(unpacking: bytes, at: tag.offset).dataSize), and \(tag.header.dataSize) by PreviousTagSize"
    )
  }

  /// Bytes that are missing, foreign or too many: the tags after them are there.
  @Test func tagsAfterDamageAreFound() throws {
    let whole = try Places.fixture("avc_aac.flv")
    let tags = Self.tags(whole)
    let offset = tags[20].offset
    let foreign = (0..<40).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }
    let missing = Array(whole[..<(offset + 5)] + whole[(offset + 30)...])
    let added = Array(whole[..<offset] + foreign + whole[offset...])
    let replaced = Array(whole[..<(offset - 10)] + foreign + whole[(offset + 30)...])
    let all = try sampleSizes(whole).flatMap { $0 }.count
    for (bytes, lost) in [(missing, 1), (added, 0), (replaced, 2)] {
      let (sizes, notes) = try recovered(bytes, for: .flv)
      #expect(sizes.flatMap { $0 }.count >= all - lost, "\(sizes.flatMap { $0 }.count) of \(all)")
      #expect(notes.first?.contains("no tag at") == true, "\(notes)")
    }
    // What is added costs nothing.
    #expect(try recovered(added, for: .flv).sizes == sampleSizes(whole))
  }

  /// Damage in many places is named in a few lines, and searched once.
  @Test func manyDamagedPlaces() throws {
    let whole = try Places.fixture("avc_aac.flv")
    var bytes: [UInt8] = Array(whole[..<13])
    let tags = Self.tags(whole)
    for (index, tag) in tags.enumerated() {
      if index > 5, index % 3 == 0 { bytes += [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }
      bytes += whole[tag.offset..<min(whole.count, tag.offset + 15 + Int(tag.header.dataSize))]
    }
    let (sizes, notes) = try recovered(bytes, for: .flv)
    #expect(try sizes == sampleSizes(whole))
    #expect(notes.filter { $0.contains("no tag at") }.count == 8 && notes.contains { $0.hasSuffix("more damaged places") }, "\(notes)")
  }
}

/// Of two files, one after the other, the times of the second go on after those of the first.
@Test(arguments: [Remuxer.Target.flv, .mp4]) func appendedTagsGoOn(_ target: Remuxer.Target) throws {
  let whole = try Places.fixture("avc_aac.flv")
  let composition = try Recovery.media(in: MemorySource(whole + whole), name: "a file", for: target)
  let result = try written(composition, target)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  let (before, after) = (try samples(whole).tracks, try samples(result.bytes).tracks)
  #expect(after.map(\.count) == before.map { 2 * $0.count })
  for track in after {
    #expect(zip(track, track.dropFirst()).allSatisfy { $0.decodeTime < $1.decodeTime })
    let offsets = track.map { $0.presentationTime - $0.decodeTime }
    #expect(offsets.prefix(track.count / 2) == offsets.suffix(track.count / 2))
  }
}
