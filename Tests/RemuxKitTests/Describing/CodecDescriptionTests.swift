import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

@Suite struct CodecDescriptionTests {
  private func describe(_ handler: String, _ entry: [UInt8]) throws -> CodecDescription {
    let movie = try Movie(AnyByteSource(MemorySource(makeMovie(handler, entries: [entry]))))
    var tree = movie.tree
    let track = MediaTrack(movie.tracks[0], at: 0)
    return CodecDescription(track.configuration, movie.tracks[0].descriptions[0], in: &tree)
  }

  @Test(
    arguments: [
      ("81 05 0c 00", "av01.0.05M.08", "Main", "3.1", 8, "4:2:0"),
      ("81 2d 40 00", "av01.1.13M.10.0.000.01.01.01.0", "High", "5.1", 10, "4:4:4"),
      ("81 48 e8 00", "av01.2.08H.12.0.100.01.01.01.0", "Professional", "4.0", 12, "4:2:2"),
      ("81 1f 1c 00", "av01.0.31M.08.1.110.01.01.01.0", "Main", nil, 8, "4:0:0"),
    ] as [(String, String, String, String?, Int, String)])
  func av1(_ bytes: String, _ text: String, _ profile: String, _ level: String?, _ depth: Int, _ chroma: String) throws {
    let codec = try describe("vide", makePictureEntry("av01", makeBox("av1C", hex(bytes))))
    #expect(codec.codecString == text)
    #expect(codec.profile == profile)
    #expect(codec.level == level)
    #expect(codec.depth == depth)
    #expect(chroma == "4:0:0" || codec.chroma?.description == chroma)
  }

  @Test func colourIsPartOfTheStringWhereItIsUnusual() throws {
    var codec = try describe("vide", makePictureEntry("av01", makeBox("av1C", hex("81 05 4c 00"))))
    codec.refine(CodecDescription.Colour(primaries: 9, transfer: 16, matrix: 9), false)
    #expect(codec.codecString == "av01.0.05M.10.0.110.09.16.09.0")
    codec.refine(CodecDescription.Colour(primaries: 1, transfer: 1, matrix: 1), false)
    #expect(codec.codecString == "av01.0.05M.10")
  }

  @Test func vp9() throws {
    let plain = try describe("vide", makePictureEntry("vp09", makeBox("vpcC", hex("01000000 00 1f 82 02 02 02 0000"))))
    #expect(plain.codecString == "vp09.00.31.08")
    #expect(plain.level == "3.1")
    let wide = try describe("vide", makePictureEntry("vp09", makeBox("vpcC", hex("01000000 02 33 a2 09 10 09 0000"))))
    #expect(wide.codecString == "vp09.02.51.10.01.09.16.09.00")
    #expect(wide.depth == 10)
  }

  /// Main 10 at level 3.1 with the frame-only constraint, the example in ISO/IEC 14496-15.
  @Test func vvc() throws {
    let record = hex("00000000 ff 0011 5f 01 02 33 80 00 0500 02d0 0000 00")
    let codec = try describe("vide", makePictureEntry("vvc1", makeBox("vvcC", record)))
    #expect(codec.codecString == "vvc1.1.L51.CQA")
    #expect(codec.profile == "Main 10")
    #expect(codec.level == "3.1")
  }

  @Test func sound() throws {
    let immersive = try describe("soun", makeSoundEntry("mhm1", makeBox("mhaC", hex("01 0d 06 0000"))))
    #expect(immersive.codecString == "mhm1.0x0D")
    #expect(immersive.profile == "Low Complexity")
    #expect(immersive.level == "3")
    #expect(try describe("soun", makeSoundEntry("ac-3")).codecString == "ac-3")
    #expect(try describe("soun", makeSoundEntry("sowt")).codecString == nil)
  }

  @Test(arguments: [
    ("apcn", "ProRes 422"), ("ap4h", "ProRes 4444"), ("samr", "AMR"), ("mlpa", "Dolby TrueHD"), ("dtsc", "DTS"), ("iamf", "IAMF"),
    ("ac-4", "AC-4"), ("mhm1", "MPEG-H Audio"), ("abcd", "abcd"),
  ]) func codecsHaveNames(_ type: String, _ name: String) {
    let code = FourCC(rawValue: UInt32(unpacking: Array(type.utf8), at: 0))
    #expect(MediaCodec(sampleEntry: code).name == name)
  }

  /// Configurations truncated at every byte do not trap; earlier properties are kept.
  @Test(arguments: ["av1C", "vvcC", "vpcC", "evcC", "mhaC", "dac4", "iacb", "avcC", "hvcC"]) func truncatedConfigurations(_ type: String) {
    let code = FourCC(rawValue: UInt32(unpacking: Array(type.utf8), at: 0))
    for count in 0..<40 {
      for byte in [0x00, 0x01, 0x81, 0xFF] as [UInt8] {
        var codec = CodecDescription()
        codec.apply(code, [UInt8](repeating: byte, count: count), nil)
      }
    }
  }
}
