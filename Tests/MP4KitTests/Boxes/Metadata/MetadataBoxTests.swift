import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@Suite struct MetadataBoxTests {
  @Test func textsAreUTF8OrUTF16() throws {
    let utf16 = hex("00000000 15c7 feff 0041 00e4 0000")
    let box = try UserDataTextBox(parsing: utf16)
    #expect(box.text.description == "Aä")
    #expect(box.language.letters == "eng")
    #expect(try box.encoded() == utf16)
    #expect(try UserDataTextBox(parsing: hex("00000000 15c7 feff 0041")).text.utf16?.isTerminated == false)
    #expect(try UserDataTextBox(parsing: hex("00000000 15c7 41c3a4")).text.description == "Aä")
  }

  @Test func aPlaceInUTF16LeavesWhatFollowsInItsPlace() throws {
    let box = try LocationInformationBox(
      parsing: hex("00000000 15c7 feff 0041 0000 01 000d8000 ffff0000 00000000 6561727468 00 feff 0042 0000"))
    #expect(box.name.description == "A")
    #expect(Double(box.longitude) / 65536 == 13.5)
    #expect(Double(box.latitude) / 65536 == -1)
    #expect(box.astronomicalBody.description == "earth")
    #expect(box.additionalNotes.description == "B")
  }

  @Test func textsOfSeveralLanguagesAreAList() throws {
    let bytes = hex("0003 15c7 414243 0001 0000 8a 0000 55c4")
    let box = try InternationalTextBox(parsing: bytes)
    #expect(box.entries.map(\.string) == ["ABC", "ä", ""])
    #expect(box.entries[1].isMacintosh)
    #expect(try box.encoded() == bytes)
  }

  @Test(arguments: ["2b33372e", "0000001c 64617461", "00", "ffff 0000 41"]) func whatIsNoListOfTextsIsKept(text: String) throws {
    let bytes = hex(text)
    let box = try InternationalTextBox(parsing: bytes)
    #expect(box.raw == bytes)
    #expect(box.entries.isEmpty)
    #expect(try box.encoded() == bytes)
  }

  @Test func anAlbumMayHaveANumber() throws {
    #expect(try AlbumBox(parsing: hex("00000000 15c7 4100 07")).trackNumber == 7)
    #expect(try AlbumBox(parsing: hex("00000000 15c7 4100")).trackNumber == nil)
  }

  @Test(arguments: [
    ("00000001 00000000 4142", "©nam" as FourCC, MetadataValue.text("AB")),
    ("00000002 00000000 0041", "©nam", .text("A")),
    ("00000015 00000000 ff", "rate", .integer(-1)),
    ("00000015 00000000 00000000", "\u{0}\u{0}\u{0}\u{3}", .integer(0)),
    ("00000016 00000000 ffff", "rate", .unsigned(65535)),
    ("00000017 00000000 3fc00000", "rate", .number(1.5)),
    ("00000018 00000000 3ff8000000000000", "rate", .number(1.5)),
    ("00000000 00000000 0000000300090000", "trkn", .position(of: 3, in: 9)),
    ("00000000 00000000 000000010002", "disk", .position(of: 1, in: 2)),
    ("00000000 00000000 0012", "gnre", .text("Rock")),
    ("00000000 00000000 0000", "gnre", .bytes([0, 0])),
    ("0000000d 00000000 ffd8ffe0", "covr", .picture(.jpeg, [0xFF, 0xD8, 0xFF, 0xE0])),
    ("0000000d 00000000 89504e47", "covr", .picture(.png, [0x89, 0x50, 0x4E, 0x47])),
    ("0000001b 00000000 00", "covr", .picture(.bmp, [0])),
    ("00000015 00000000", "rate", .bytes([])),
    ("01000001 00000000 41", "©nam", .bytes([0x41])),
  ]) func valuesAreReadByTheirTypes(bytes: String, item: FourCC, value: MetadataValue) throws {
    #expect(try MetadataValueBox(parsing: hex(bytes)).metadata(of: item) == value)
  }

  @Test(.enabled(if: Places.corpus != nil)) func tagsOfRealFilesAreRead() throws {
    var file = try BoxTree(MemorySource(try Places.corpusFile("mp4/metadata_gnre.mp4")))
    func value(_ item: FourCC) throws -> MetadataValue? {
      try file.read(MetadataValueBox.self, at: "moov/udta/meta/ilst/\(item)/data")?.metadata(of: item)
    }
    #expect(try value("cprt") == .text("Copyright"))
    guard case .position? = try value("trkn") else {
      Issue.record("trkn is \(String(describing: try value("trkn")))")
      return
    }
    guard case .text? = try value("gnre") else {
      Issue.record("gnre is \(String(describing: try value("gnre")))")
      return
    }
    let xtra = try file.require(XtraBox.self, at: "moov/udta/Xtra")
    #expect(xtra.items.map { String(decoding: $0.name, as: UTF8.self) }.prefix(2) == ["WM/SharedUserRating", "WM/SubTitle"])
    #expect(xtra.items[0].values.map(\.type) == [19])
  }

  @Test(.enabled(if: Places.corpus != nil)) func keysOfRealFilesNameTheirItems() throws {
    var file = try BoxTree(MemorySource(try Places.corpusFile("mp4/fate_multiview.mov")))
    let keys = try file.require(MetadataItemKeysBox.self, at: "moov/meta/keys")
    var tags: [String: MetadataValue] = [:]
    for item in file.children(of: file["moov/meta/ilst"]) {
      let type = file.nodes[item].place.header.type
      let name = try #require(keys.entry(for: type)).name
      tags[name] = try file.read(MetadataValueBox.self, at: try #require(file.child("data", of: item))).metadata(of: type)
    }
    #expect(tags.count == 7)
    #expect(tags["com.apple.quicktime.make"] == .text("Apple"))
    #expect(tags["com.apple.quicktime.model"] == .text("iPhone 15 Pro Max"))
    #expect(tags["com.apple.quicktime.location.accuracy.horizontal"] == .text("4.750133"))
  }

  @Test(.enabled(if: Places.corpus != nil)) func chaptersAndPlacesOfRealFilesAreRead() throws {
    var chapters = try BoxTree(MemorySource(try Places.corpusFile("mp4/shaka_small_chapters.mp4")))
    let list = try chapters.require(ChapterListBox.self, at: "moov/udta/chpl")
    #expect(list.chapters.map(\.name) == ["Chapter 01"])
    #expect(list.chapters.map(\.start) == [0])
    var place = try BoxTree(MemorySource(try Places.corpusFile("mp4/gomp4_sample.mp4")))
    #expect(try place.require(LocationInformationBox.self, at: "moov/udta/loci").astronomicalBody.description == "earth")
    var movie = try BoxTree(MemorySource(try Places.corpusFile("mp4/fate_svq1_ct_ending_cut.mov")))
    #expect(try movie.require(InternationalTextBox.self, at: "moov/udta/©nam").string == "Squarenet.org")
    #expect(
      try movie.require(InternationalTextBox.self, at: "moov/udta/©cpy").string == "© 1999 Squarenet (Squarenet.org)")
    var title = try BoxTree(MemorySource(try Places.corpusFile("mp4/bbb_sunflower_QCIF_30fps_h263_noaudio_1f.3gp")))
    #expect(
      try title.require(UserDataTextBox.self, at: "moov/udta/titl").text.description == "Big Buck Bunny, Sunflower version")
  }
}
