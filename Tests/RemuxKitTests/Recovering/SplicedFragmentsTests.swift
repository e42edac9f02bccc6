import Foundation
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// Fragments into whose media data bytes were inserted, or from which some are missing.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg"))) struct SplicedFragmentsTests {
  /// What happens to an `mdat`: bytes are inserted (their number), or lost (negative), at a share of it.
  struct Damage: CustomTestStringConvertible, Sendable {
    let box: Int
    let share: Double
    let change: Int
    var testDescription: String { "\(box) \(share) \(change)" }
  }

  /// Fragments as FFmpeg writes them: the offsets are those in the file, or relative to the fragment.
  private static func fragments(_ source: String, isRelative: Bool, _ options: [String] = []) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try withEmptyFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      let flags = "frag_keyframe+empty_moov" + (isRelative ? "+default_base_moof" : "")
      let made = try Program.run(
        "ffmpeg",
        ["-nostdin", "-v", "error", "-i", Places.fixtures.appending(path: source).path] + options
          + ["-c", "copy", "-frag_duration", "400000", "-movflags", flags, target])
      #expect(made.status == 0, "\(made.standardError)")
      bytes = Array(try Data(contentsOf: URL(fileURLWithPath: target)))
    }
    return bytes
  }

  private static func media(_ bytes: [UInt8]) -> [Range<Int>] {
    var (place, found) = (0, [Range<Int>]())
    while place + 8 <= bytes.count {
      let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      if bytes[place + 4..<place + 8].elementsEqual("mdat".utf8) { found.append(place + 8..<place + size) }
      place += max(8, size)
    }
    return found
  }

  private static func damaged(_ whole: [UInt8], _ damages: [Damage]) -> [UInt8] {
    var bytes = whole
    for damage in damages.sorted(by: { $0.box > $1.box }) {
      let range = media(whole)[damage.box]
      let place = range.lowerBound + Int(Double(range.count) * damage.share)
      if damage.change > 0 {
        bytes.insert(contentsOf: (0..<damage.change).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }, at: place)
      } else {
        bytes.removeSubrange(place..<min(range.upperBound, place - damage.change))
      }
    }
    return bytes
  }

  /// All but the samples at the places of the damage have their bytes and times.
  @Test(
    arguments: [
      // After these numbers of bytes a box inside the next fragment begins.
      [Damage(box: 0, share: 0.4, change: -8)], [Damage(box: 0, share: 0.4, change: -24)], [Damage(box: 0, share: 0.4, change: -32)],
      [Damage(box: 0, share: 0.4, change: -500)], [Damage(box: 1, share: 0.4, change: 700)], [Damage(box: 2, share: 0.3, change: -200)],
      [Damage(box: 2, share: 0.3, change: 3000)], [Damage(box: 0, share: 0.96, change: -100)],
      [Damage(box: 0, share: 0.5, change: -90), Damage(box: 1, share: 0.5, change: 1234), Damage(box: 2, share: 0.2, change: -40)],
    ], [true, false])
  func theOthersComeBack(_ damages: [Damage], _ isRelative: Bool) throws {
    let whole = try Self.fragments("plain.mp4", isRelative: isRelative)
    let bytes = Self.damaged(whole, damages)
    let (after, notes) = try SplicedMovieTests.recovered(bytes)
    let (all, same) = try SplicedMovieTests.kept(whole, after)
    // Samples that bytes were lost of, or inserted into, and one of a length that is right by chance.
    var hit = 0
    for damage in damages {
      let range = Self.media(whole)[damage.box]
      let place = range.lowerBound + Int(Double(range.count) * damage.share)
      let lost = damage.change > 0 ? place..<place + 1 : place..<place - damage.change
      hit += 1 + (try samples(whole).tracks.joined().count { lost.overlaps(Int($0.offset)..<Int($0.offset + $0.size)) })
      #expect(
        notes.contains { $0.contains("\(damage.change.magnitude) bytes are \(damage.change > 0 ? "too many" : "missing")") }, "\(notes)")
    }
    #expect(same.reduce(0, +) >= all.reduce(0, +) - hit, "\(all) \(same) \(hit)")
  }

  /// Of many pictures that are lost none is written with other bytes.
  @Test func manyPicturesAreLost() throws {
    let whole = try Self.fragments("plain.mp4", isRelative: true)
    let size = Self.media(whole)[0].count
    let (after, _) = try SplicedMovieTests.recovered(Self.damaged(whole, [Damage(box: 0, share: 0.3, change: -size / 2)]))
    let known = Set(try samples(whole).tracks[0].map { Array(whole[Int($0.offset)...].prefix(Int($0.size))) })
    let found = try samples(after).tracks[0].map { Array(after[Int($0.offset)...].prefix(Int($0.size))) }
    #expect(found.allSatisfy { known.contains($0) } && found.count > 5, "\(found.count)")
  }

  /// Frames of AAC alone.
  @Test(arguments: [-300, 300]) func sound(_ change: Int) throws {
    let whole = try Self.fragments("plain.mp4", isRelative: false, ["-vn"])
    let (after, notes) = try SplicedMovieTests.recovered(Self.damaged(whole, [Damage(box: 1, share: 0.5, change: change)]))
    let (all, same) = try SplicedMovieTests.kept(whole, after)
    #expect(same[0] >= all[0] - 6, "\(all) \(same)")
    #expect(notes.contains { $0.contains("300 bytes are") }, "\(notes)")
  }

  /// A fragment that ends too early loses its last samples, and a file that was cut off is as it was: nothing is missing before its end.
  @Test func endsOfMediaData() throws {
    let whole = try Self.fragments("plain.mp4", isRelative: false)
    let (after, notes) = try SplicedMovieTests.recovered(Self.damaged(whole, [Damage(box: 1, share: 0.93, change: -100_000)]))
    let (all, same) = try SplicedMovieTests.kept(whole, after)
    #expect(same[0] == all[0] && same[1] > all[1] / 2 && same[1] < all[1], "\(all) \(same)")
    #expect(notes.contains { $0.contains("bytes are missing before byte") }, "\(notes)")
    let last = try #require(Self.media(whole).last)
    let cut = try SplicedMovieTests.recovered(Array(whole[..<(last.lowerBound + last.count / 2)]))
    #expect(!cut.notes.contains { $0.contains("missing before byte") || $0.contains("zeros") }, "\(cut.notes)")
  }
}
