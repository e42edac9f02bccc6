import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// Fragments on both sides of damaged boxes.
@Suite struct FragmentSearchTests {
  private static func boxes(_ bytes: [UInt8]) throws -> [BoxPlace] {
    var (walker, found): (BoxWalker, [BoxPlace]) = (BoxWalker(MemorySource(bytes)), [])
    while let place = try walker.next() {
      if place.depth == 0 { found.append(place) }
      walker.leave(place)
    }
    return found
  }

  /// What is damaged in a file; nil if there is nothing.
  private static func damage(_ bytes: [UInt8]) throws -> String? { try Recovery.damageBetweenFragments(AnyByteSource(MemorySource(bytes))) }

  @Test func filesWithoutDamage() throws {
    let whole = try Places.fixture("fragmented.mp4")
    #expect(try Self.damage(whole) == nil)
    for count in [whole.count - 100, 16_000, 9_000, 5_000] {
      #expect(try Self.damage(Array(whole[..<count])) == nil, "\(count)")
    }
  }

  /// Boxes that nobody knows between fragments, and at the end of a `moof`, are no damage.
  @Test func boxesOfOtherTypes() throws {
    let whole = try Places.fixture("fragmented.mp4")
    let moof = try #require(try Self.boxes(whole).first { $0.header.type == "moof" })
    let (start, end) = (Int(moof.offset), Int(moof.offset + moof.header.size))
    let own = makeBox("abcd", [1, 2, 3]) + makeBox("vend", [])
    var longer = whole
    longer[start + 3] += 24
    let user = makeBox("uuid", [UInt8](repeating: 7, count: 16))
    for (bytes, box, place) in [(whole, own, start), (whole, own, end), (longer, user, end)] {
      var changed = bytes
      changed.insert(contentsOf: box, at: place)
      #expect(try Self.damage(changed) == nil)
    }
  }

  /// Files that are not damaged between their tags or fragments.
  @Test(.enabled(if: Places.corpus != nil)) func goodFilesHaveNoDamage() throws {
    var count = 0
    for path in mediaFiles + Places.corpusFiles("mp4/fragments") {
      let source = MemorySource(try Places.corpusFile(path))
      if path.hasPrefix("flv") { #expect(try Recovery.damageBetweenTags(AnyByteSource(source)) == nil, "\(path)") }
      guard path.hasPrefix("mp4"), (try? MediaReader(source))?.movie?.isFragmented == true else { continue }
      #expect(try Recovery.damageBetweenFragments(AnyByteSource(source)) == nil, "\(path)")
      count += 1
    }
    #expect(count > 5)
  }

  /// The size of a `moof` or an `mdat` is wrong, each in many ways: no sample is lost.
  @Test(arguments: ["moof", "mdat"], [0, 8, 9, 400, 7000, 9000, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32])
  func sizesAreCorrected(_ type: String, _ size: UInt32) throws {
    let whole = try Places.fixture("fragmented.mp4")
    let box = try #require(try Self.boxes(whole).first { $0.header.type.description == type })
    var bytes = whole
    bytes.replaceSubrange(Int(box.offset)..<Int(box.offset) + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) })
    let (sizes, notes) = try recovered(bytes, for: .mp4)
    #expect(try sizes == sampleSizes(whole))
    #expect(notes.first == "the \(type) at \(box.offset) has the size \(size), and \(box.header.size) bytes to the next box", "\(notes)")
  }

  /// Bytes that are missing or foreign, in the media data and between boxes: the fragments after them are whole.
  @Test func fragmentsAfterDamageAreFound() throws {
    let whole = try Places.fixture("fragmented.mp4")
    let all = try sampleSizes(whole)
    let boxes = try Self.boxes(whole)
    let data = try #require(boxes.first { $0.header.type == "mdat" })
    let second = try #require(boxes.filter { $0.header.type == "moof" }.dropFirst().first)
    let middle = Int(data.offset) + 3000
    let foreign = [UInt8](repeating: 0x5A, count: 50)
    let between = Array(whole[..<Int(second.offset)] + foreign + whole[Int(second.offset)...])
    for bytes in [Array(whole[..<middle] + whole[(middle + 77)...]), Array(whole[..<middle] + foreign + whole[middle...]), between] {
      let (sizes, notes) = try recovered(bytes, for: .mp4)
      // The second and the third fragment.
      for (found, wanted) in zip(sizes, all) { #expect(found.suffix(wanted.count / 3) == wanted.suffix(wanted.count / 3)) }
      // Of a sample some bytes are missing.
      #expect(zip(sizes, all).allSatisfy { $0.count >= $1.count - 1 })
      #expect(notes.first?.contains("to the next box") == true, "\(notes)")
    }
    #expect(try recovered(between, for: .mp4).sizes == all)
  }
}
