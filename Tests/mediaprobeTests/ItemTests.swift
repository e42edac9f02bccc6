import BitstreamKit
import Foundation
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// A HEIF file with the first picture of a movie as item 1, in two adjacent extents; item 2, the primary one, is a grid of it, item 3 is the
/// picture in two extents with a gap, item 4 is Exif, item 5 is an H.265 image without a configuration.
private func images(of movie: String) throws -> [UInt8] {
  let bytes = try Places.fixture(movie)
  let source = MemorySource(bytes)
  var (tree, reader) = (try BoxTree(source), try MediaReader(source))
  let record = try tree.payload(of: #require(tree["moov/trak/mdia/minf/stbl/stsd/hvc1/hvcC"]))
  let sample = try #require(try reader.next())
  let picture = Array(bytes[Int(sample.offset)..<Int(sample.offset + sample.size)])
  func infe(_ id: UInt8, _ type: String) -> [UInt8] { makeBox("infe", hex("02 000000 00"), [id, 0, 0], Array(type.utf8), [0]) }
  func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
  func extents(_ id: UInt8, _ ranges: [Range<Int>]) -> [UInt8] {
    [0, id, 0, 0, 0, 0, 0, UInt8(ranges.count)] + ranges.flatMap { number($0.lowerBound) + number($0.count) }
  }
  let fileType = makeBox("ftyp", Array("mif1".utf8) + hex("00000000") + Array("mif1heic".utf8))
  func meta(_ start: Int) -> [UInt8] {
    let (end, cut) = (start + picture.count, start + 100)
    let iloc = makeBox(
      "iloc", hex("01000000 44 00 0004"), extents(1, [start..<cut, cut..<end]), extents(3, [start..<cut, cut + 1..<end]),
      extents(4, [start..<start + 4]), extents(5, [start..<end]))
    return makeBox(
      "meta", hex("00000000"), makeBox("hdlr", hex("00000000 00000000") + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)),
      makeBox("pitm", hex("00000000 0002")), iloc,
      makeBox("iinf", hex("00000000 0005"), infe(1, "hvc1"), infe(2, "grid"), infe(3, "hvc1"), infe(4, "Exif"), infe(5, "hvc1")),
      makeBox(
        "iprp", makeBox("ipco", makeBox("hvcC", record)), makeBox("ipma", hex("00000000 00000002 0001 01 81 0003 01 81"))),
      makeBox("iref", hex("00000000"), makeBox("dimg", hex("0002 0001 0001"))))
  }
  let start = fileType.count + meta(0).count + 8
  return fileType + meta(start) + makeBox("mdat", picture)
}

@Suite(.waiting) struct ItemTests {
  private func withImages(_ body: (URL, String) throws -> Void) throws {
    try withEmptyFolder { folder in
      let file = folder.appending(path: "a.heic")
      try Data(images(of: "hvc1.mp4")).write(to: file)
      return try body(folder, file.path)
    }
  }

  /// Without `--item`, and where the primary image has no NAL units of its own, the first coded image is read.
  @Test(arguments: ["nalu", "trace", "params", "frames"]) func unitsAreThoseOfTheMovie(command: String) throws {
    try withImages { folder, file in
      let stream = folder.appending(path: "a.hevc").path
      #expect(try Program.mediaprobe("extract", "--quiet", "--verify", file, stream).status == 0)
      func columns(_ path: String, _ options: String...) throws -> [String] {
        // Without places, and without the start codes or length fields.
        let output = try Program.run(Program.mediaprobe, [command] + options + [path])
        #expect(output.status == 0 && output.standardError.isEmpty, "\(output.standardError)")
        return output.text.split(separator: "\n").map { line in
          line.split(whereSeparator: { "|, ".contains($0) }).filter { Int($0) == nil }.joined(separator: " ")
        }
      }
      let (first, asked, extracted) = (try columns(file), try columns(file, "--item", "1"), try columns(stream))
      #expect(first == asked && first.count > 1)
      // The extracted stream has the same picture, in a line that differs by numbers; messages of the record are left out.
      if command == "frames" { #expect(first == extracted) }
    }
  }

  @Test(.enabled(if: Program.has("ffmpeg"))) func theExtractedPictureIsThatOfTheMovie() throws {
    try withImages { folder, file in
      let stream = folder.appending(path: "a.hevc").path
      let result = try Program.mediaprobe("extract", "--verify", "--item", "1", file, stream)
      #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      let (frames, wanted) = (try decodedFrames(stream, "v").map(\.hash), try decodedFrames(fixturePath("hvc1.mp4"), "v").map(\.hash))
      #expect(frames == [wanted[0]])
    }
  }

  /// A coded image without its record is read with four-byte lengths, which is said.
  @Test func anImageWithoutARecordIsRead() throws {
    try withImages { _, file in
      let result = try Program.mediaprobe("nalu", "--item", "5", file)
      #expect(result.text.contains("IDR"), "\(result.text)")
      #expect(result.standardError.contains("no readable configuration record: assuming 4-byte lengths"))
    }
  }

  @Test(arguments: [
    ("nalu --item 2", 65, "item 2 is grid, not H.264 or H.265; it is made of items 1"),
    ("nalu --item 3", 65, "item 3 is in 2 extents that are not adjacent"),
    ("nalu --item 4", 65, "item 4 is Exif, not H.264 or H.265"),
    ("nalu --item 9", 65, "there is no item 9, only 1, 2, 3, 4, 5"),
    ("nalu --codec h264", 65, "no image of H.264: item 1 is H.265, item 2 is grid"),
    ("nalu --item 1 --track 0", 64, "An item has no track"), ("nalu --track 0", 64, "the file has no tracks"),
    ("nalu --item x", 64, "No item 'x'."),
    ("extract --item 2 -o OUT.hevc", 65, "item 2 is grid"), ("extract --item 1 -o OUT.mp4", 64, "An image has no time"),
    ("extract -o OUT.h264", 65, "no image of H.264"),
  ]) func whatIsNoImageIsSaid(words: String, status: Int32, message: String) throws {
    try withImages { folder, file in
      let line = words.replacingOccurrences(of: "OUT", with: folder.appending(path: "b").path).split(separator: " ").map(String.init)
      let result = try Program.run(Program.mediaprobe, line + [file])
      #expect(result.status == status && result.standardError.contains(message), "\(result.status) \(result.standardError)")
    }
  }

  @Test(arguments: ["plain.mp4", "avc_aac.flv", "bframes.h264"]) func filesWithoutItemsAreSaid(name: String) throws {
    let result = try Program.mediaprobe("nalu", "--item", "1", fixturePath(name))
    #expect(result.status != 0 && result.standardError.contains("item"), "\(result.standardError)")
  }
}
