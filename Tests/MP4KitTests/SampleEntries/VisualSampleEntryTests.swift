import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@Suite struct VisualSampleEntryTests {
  @Test func laws() { checkLaws(VisualSampleEntry.self, seeds: 0..<80) }

  @Test func theCompressorsNameIsAPascalString() throws {
    let entry = try VisualSampleEntry(parsing: Array(makePictureEntry("avc1").dropFirst(8)))
    #expect(entry.compressornameLength == 4)
    #expect(entry.compressorname.count == 31)
    #expect(entry.readableCompressorName == "Test")
    var long = entry
    long.compressornameLength = 200
    #expect(long.readableCompressorName.utf8.count == 31)
  }

  /// Cinepak with 256 colours: the table precedes the child boxes.
  @Test(arguments: [1, 2, 256]) func aColourTableIsNoBox(_ count: Int) throws {
    var table = hex("00000000 8000") + [UInt8((count - 1) >> 8), UInt8((count - 1) & 255)]
    for index in 0..<count { table += [0, UInt8(index & 255)] + hex("1234 5678 9abc") }
    let bytes = makePictureEntry("cvid", depth: "0008", colourTable: "0000", table, makeBox("pasp", hex("00000002 00000001")))
    let movie = try Movie(MemorySource(makeMovie("vide", entries: [bytes])))
    let description = try #require(movie.tracks[0].descriptions.first)
    #expect(movie.findings.isEmpty, "\(movie.findings)")
    #expect(description.visual?.colourTable?.colours.count == count)
    #expect(description.visual?.colourTable?.colours.last?.blue == 0x9ABC)
    #expect(description.pixelAspectRatio?.hSpacing == 2)
    #expect(try description.visual?.encoded() == Array(bytes.dropFirst(8).dropLast(16)))
  }

  /// 24 bits, a table with another ID, and greyscale without a table.
  @Test(arguments: [("0018", "0000"), ("0008", "ffff"), ("0028", "ffff")]) func otherPicturesHaveNone(_ depth: String, _ number: String)
    throws
  {
    let bytes = makePictureEntry("cvid", depth: depth, colourTable: number, makeBox("pasp", hex("00000002 00000001")))
    let movie = try Movie(MemorySource(makeMovie("vide", entries: [bytes])))
    #expect(movie.tracks[0].descriptions[0].visual?.colourTable == nil)
    #expect(movie.tracks[0].descriptions[0].pixelAspectRatio?.hSpacing == 2)
  }

  /// Adobe's F4V writer pads stsd with `skip`.
  @Test(arguments: ["skip", "free"]) func paddingInStsdIsNoEntry(_ type: String) throws {
    let padding = makeBox(type, [UInt8](repeating: 0, count: 20))
    let movie = try Movie(MemorySource(makeMovie("vide", entries: [padding, makePictureEntry("avc1"), padding], count: 1)))
    #expect(movie.tracks[0].descriptions.map { $0.type } == ["avc1"])
    #expect(movie.findings.isEmpty, "\(movie.findings)")
  }

  @Test func codePointsComeBeforeAProfile() throws {
    let profile = makeBox("colr", Array("prof".utf8) + [1, 2, 3])
    let points = makeBox("colr", Array("nclx".utf8) + hex("0009 0010 0009 80"))
    for parts in [profile + points, points + profile] {
      let movie = try Movie(MemorySource(makeMovie("vide", entries: [makePictureEntry("avc1", parts)])))
      #expect(movie.tracks[0].descriptions[0].colour?.codePoints?.transferCharacteristics == 16)
      #expect(movie.tracks[0].descriptions[0].colour?.range?.fullRangeFlag == true)
    }
    let movie = try Movie(MemorySource(makeMovie("vide", entries: [makePictureEntry("avc1", profile)])))
    #expect(movie.tracks[0].descriptions[0].colour?.profile == [1, 2, 3])
  }

  /// a, b, c, d of a matrix, the clockwise rotation, and whether the picture is mirrored.
  private static let matrices: [([Int32], Int?, Bool)] = [
    ([1, 0, 0, 1], 0, false), ([0, 1, -1, 0], 90, false), ([-1, 0, 0, -1], 180, false), ([0, -1, 1, 0], 270, false),
    ([-1, 0, 0, 1], 0, true), ([1, 0, 0, -1], 180, true), ([0, -1, -1, 0], 90, true), ([0, 1, 1, 0], 270, true),
    ([0, 0, 0, 0], nil, false), ([1, 1, 0, 1], nil, false),
  ]

  @Test(arguments: matrices) func matricesTurnAndMirror(_ numbers: [Int32], _ rotation: Int?, _ isMirrored: Bool) {
    var matrix = TransformationMatrix()
    for (place, number) in zip([0, 1, 3, 4], numbers) { matrix.values[place] = number << 16 }
    #expect(matrix.rotation == rotation)
    #expect(matrix.isMirrored == isMirrored)
  }
}
