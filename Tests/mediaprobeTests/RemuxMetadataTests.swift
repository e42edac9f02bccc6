import Foundation
import TestSupport
import Testing

private func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = Places.scratch("remuxmetadata")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

/// The metadata of a file from ffprobe, without its brands.
private func tags(_ path: String) throws -> Set<String> {
  let text = try Program.run("ffprobe", ["-v", "error", "-show_entries", "format_tags", "-of", "default=nw=1", path]).text
  return Set(text.split(separator: "\n").map(String.init).filter { !$0.contains("_brand") && !$0.contains("minor_version") })
}

/// The durations of the streams from ffprobe, in seconds.
private func durations(_ path: String) throws -> [Double] {
  let text = try Program.run("ffprobe", ["-v", "error", "-show_entries", "stream=duration", "-of", "csv=p=0", path]).text
  return text.split(separator: "\n").compactMap { Double($0) }
}

private let fixture = Places.fixtures.appending(path: "plain.mp4").path

@Suite(.enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct RemuxMetadataTests {
  /// QuickTime strings, iTunes items and metadata keys, each written by FFmpeg.
  @Test(
    arguments: [["a.mov"], ["a.mp4"], ["-movflags", "use_metadata_tags", "a.mp4"]],
    [[], ["--faststart"], ["--fragment", "1s"], ["--hybrid"]])
  func whatAMovieSaysOfItselfIsKept(made: [String], layout: [String]) throws {
    try withFolder { folder in
      let (source, target) = (folder.appending(path: made[made.count - 1]).path, folder.appending(path: "b.mp4").path)
      let words = ["-v", "error", "-i", fixture, "-c", "copy", "-metadata", "title=A = B", "-metadata", "comment=Ähm"]
      let dated = ["-metadata", "creation_time=2024-02-29T12:34:56Z"]
      #expect(try Program.run("ffmpeg", words + dated + made.dropLast() + [source]).status == 0)
      let before = try tags(source)
      #expect(before.isSuperset(of: ["TAG:title=A = B", "TAG:comment=Ähm"]))
      #expect(before.contains { $0.hasPrefix("TAG:creation_time=2024-02-29T12:34:56") })
      #expect(try Program.run(Program.mediaprobe, ["remux", source, target] + layout).status == 0)
      #expect(try tags(target) == before)
      let cut = try Program.mediaprobe("cut", source, target, "--from", "0.1s", "--to", "0.6s")
      #expect(cut.status == 0, "\(cut.standardError)")
      #expect(try tags(target) == before)
    }
  }

  /// A text that is longer than its box is left out: at the end of a file, FFmpeg refuses all of it. Others stay.
  @Test(arguments: ["remux", "recover"]) func textsThatEndEarlyAreLeftOut(command: String) throws {
    func text(_ type: String, _ length: UInt8) -> [UInt8] {
      let payload: [UInt8] = [0, length, 0x55, 0xC4] + Array("Lavf59.27.10".utf8)
      return [0, 0, 0, UInt8(8 + payload.count), 0xA9] + Array(type.utf8) + payload
    }
    try withFolder { folder in
      let (source, target) = (folder.appending(path: "a.mov").path, folder.appending(path: "b.mov").path)
      let made = folder.appending(path: "made.mov").path
      #expect(try Program.run("ffmpeg", ["-v", "error", "-i", fixture, "-c", "copy", "-map_metadata", "-1", made]).status == 0)
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: made)))
      let broken = try BoxEdit(bytes).adding(makeBox("udta", text("nam", 12), text("swr", 13)), to: "moov")
      try Data(broken).write(to: URL(fileURLWithPath: source))
      let result = try Program.mediaprobe(command, source, target)
      let isSaid = result.standardError.contains("1 text of the metadata left out: longer than its box")
      #expect(isSaid || command == "recover", "\(result.standardError)")
      #expect(try tags(target).contains("TAG:title=Lavf59.27.10"))
      #expect(try durations(target).count == 2)
    }
  }

  @Test func whatIsSaidAnewTakesThePlaceOfWhatWasThere() throws {
    try withFolder { folder in
      let (first, second) = (folder.appending(path: "a.mp4").path, folder.appending(path: "b.mp4").path)
      let old = ["--metadata", "title=old", "--metadata", "artist=same", "--metadata", "own=1", "--metadata", "other=2"]
      #expect(try Program.run(Program.mediaprobe, ["remux", fixture, first] + old).status == 0)
      #expect(try Program.run(Program.mediaprobe, ["remux", first, second, "--metadata", "title=new", "--metadata", "own=3"]).status == 0)
      #expect(try tags(second).isSuperset(of: ["TAG:title=new", "TAG:artist=same", "TAG:own=3", "TAG:other=2"]))
      let isGone = try !tags(second).contains("TAG:title=old")
      #expect(isGone)
    }
  }

  @Test(arguments: Places.corpusFiles("mp4", suffixes: ["_tags.mp4", "gnre.mp4", "spherical.mov", "pod.m4a"]))
  func whatRealFilesSayOfThemselvesIsKept(path: String) throws {
    let source = try #require(Places.corpus).appending(path: path).path
    try withFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      let result = try Program.mediaprobe("remux", source, target)
      #expect(result.status == 0, "\(result.standardError)")
      #expect(try tags(target) == tags(source))
    }
  }

  /// The index and the duration in a fragmented file count what is presented, excluding pictures needed only for decoding.
  @Test(arguments: ["bframes.h264", "opengop.hevc"]) func fragmentsAreAsLongAsThePlainMovie(source: String) throws {
    try withFolder { folder in
      let (plain, fragmented) = (folder.appending(path: "a.mp4").path, folder.appending(path: "b.mp4").path)
      let input = Places.fixtures.appending(path: source).path
      #expect(try Program.mediaprobe("remux", input, plain).status == 0)
      #expect(try Program.mediaprobe("remux", plain, fragmented, "--fragment", "200ms").status == 0)
      let wanted = try durations(plain)
      #expect(wanted.count == 1 && wanted[0] > 0)
      let found = try durations(fragmented)
      #expect(found.count == 1 && abs(found[0] - wanted[0]) < 0.0015, "\(found) \(wanted)")
      let shown = try Program.mediaprobe("mp4", fragmented, "--full").text
      #expect(shown.contains("earliest_presentation_time = 0\n"))
      let ticks = try #require(shown.firstMatch(of: /fragment_duration = (\d+)/).flatMap { Double($0.1) })
      let scale = try #require(shown.firstMatch(of: /timescale = (\d+)/).flatMap { Double($0.1) })
      #expect(abs(ticks / scale - wanted[0]) < 0.0015)
    }
  }

  /// Spherical Video V1 is a `uuid` box in the track; FFmpeg knows the picture as spherical in the copy as well.
  @Test(arguments: [[], ["--faststart"], ["--fragment", "1s"], ["--hybrid"]]) func boxesOfAnExtendedTypeStayInTheirTrack(layout: [String])
    throws
  {
    try withFolder { folder in
      let (source, copy) = (folder.appending(path: "a.mp4").path, folder.appending(path: "b.mp4").path)
      let text = """
        <?xml version="1.0"?><rdf:SphericalVideo xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" \
        xmlns:GSpherical="http://ns.google.com/videos/1.0/spherical/"><GSpherical:Spherical>true</GSpherical:Spherical>\
        <GSpherical:Stitched>true</GSpherical:Stitched><GSpherical:StitchingSoftware>none</GSpherical:StitchingSoftware>\
        <GSpherical:ProjectionType>equirectangular</GSpherical:ProjectionType>\
        </rdf:SphericalVideo>
        """
      let type: [UInt8] = [0xFF, 0xCC, 0x82, 0x63, 0xF8, 0x55, 0x4A, 0x93, 0x88, 0x14, 0x58, 0x7A, 0x02, 0x52, 0x1F, 0xDD]
      let box = makeBox("uuid", type, Array(text.utf8))
      try Data(BoxEdit(try Places.fixture("plain.mp4")).adding(box, to: "moov/trak[0]")).write(to: URL(filePath: source))
      let words = ["-v", "error", "-select_streams", "v", "-show_entries", "stream_side_data", "-of", "csv=p=0"]
      let known = try Program.run("ffprobe", words + [source]).text
      #expect(known.contains("equirectangular"))
      #expect(try Program.run(Program.mediaprobe, ["remux", "--verify"] + layout + [source, copy]).status == 0)
      #expect(try Program.run("ffprobe", words + [copy]).text == known)
    }
  }

  /// The rotation may be stated for the whole movie, and FFmpeg takes both matrices.
  @Test(arguments: [["remux"], ["remux", "--fragment", "1s"], ["cut", "--from", "0.1s"]]) func theRotationOfTheMovieIsKept(words: [String])
    throws
  {
    try withFolder { folder in
      let (source, copy) = (folder.appending(path: "a.mp4").path, folder.appending(path: "b.mp4").path)
      // The rows of a matrix that rotates by 90 degrees; the first begins 36 bytes after version and flags.
      let rows: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0]
      try Data(BoxEdit(try Places.fixture("plain.mp4")).patching("moov/mvhd", at: 36, rows)).write(to: URL(filePath: source))
      func rotation(_ path: String) throws -> String {
        let shown = ["-v", "error", "-select_streams", "v", "-show_entries", "stream_side_data=rotation", "-of", "csv=p=0", path]
        return try Program.run("ffprobe", shown).text
      }
      #expect(try rotation(source).contains("-90"))
      let result = try Program.run(Program.mediaprobe, words + [source, copy])
      #expect(result.status == 0, "\(result.standardError)")
      #expect(try rotation(copy) == rotation(source))
      let stream = try Program.run(Program.mediaprobe, ["remux", source, folder.appending(path: "c.flv").path])
      #expect(stream.status == 0 && stream.standardError.contains("track 0, video: its pictures are rotated by 90°"))
      for path in [source, copy] { #expect(try Program.mediaprobe("info", path).text.contains("rotated by 90 degrees clockwise")) }
    }
  }

  /// All values of a matrix are kept, not only those of a rotation: where the picture is, its scale, any angle.
  @Test(
    arguments: [
      [0, 0x10000, 0, -0x10000, 0, 0, 96 << 16, 0, 0x4000_0000], [46_340, 46_340, 0, -46_340, 46_340, 0, 0, 0, 0x4000_0000],
      [0x10000, 0, 0, 0, 0x10000, 0, 20 << 16, 30 << 16, 0x4000_0000], [0x8000, 0, 0, 0, 0x18000, 0, -5, 0x1234, 0x4000_0000],
    ] as [[Int32]], [true, false]) func matricesAreKept(values: [Int32], isOfMovie: Bool) throws
  {
    try withFolder { folder in
      let (source, copy) = (folder.appending(path: "a.mp4"), folder.appending(path: "b.mp4"))
      let matrix = values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> Int32(24 - 8 * $0)) } }
      let (path, place) = isOfMovie ? ("moov/mvhd", 36) : ("moov/trak[0]/tkhd", 40)
      try Data(BoxEdit(try Places.fixture("plain.mp4")).patching(path, at: place, matrix)).write(to: source)
      for words in [["remux"], ["remux", "--fragment", "1s"], ["cut", "--from", "0.1s"]] {
        #expect(try Program.run(Program.mediaprobe, words + ["-y", source.path, copy.path]).status == 0)
        let header = try BoxEdit(Array(try Data(contentsOf: copy))).box("moov/trak[0]/tkhd")
        #expect(Array(header[48..<84]) == matrix, "\(words)")
      }
    }
  }

  /// A track that is alone is enabled, whatever it was beside another one.
  @Test(arguments: [["extract", "--track", "2"], ["remux", "--track", "0", "--track", "2"], ["cut", "--from", "0.1s", "--track", "2"]])
  func theOnlyTrackIsEnabled(words: [String]) throws {
    try withFolder { folder in
      let (source, copy) = (folder.appending(path: "a.mp4").path, folder.appending(path: "b.mp4").path)
      let made = ["-v", "error", "-i", fixture, "-map", "0", "-map", "0:a", "-c", "copy", "-disposition:a:1", "0", source]
      #expect(try Program.run("ffmpeg", made).status == 0)
      #expect(try Program.run(Program.mediaprobe, words + [source, copy]).status == 0)
      #expect(try Program.mediaprobe("check", copy).text.contains("disabled") == false)
      let whole = folder.appending(path: "c.mp4").path
      #expect(try Program.mediaprobe("remux", source, whole).status == 0)
      let flags = try (0..<3).map { try BoxEdit(Array(try Data(contentsOf: URL(filePath: whole)))).box("moov/trak[\($0)]/tkhd")[11] & 1 }
      #expect(flags == [1, 1, 0])
    }
  }

  /// Media of another file is not read from this one.
  @Test(arguments: [["remux"], ["cut", "--from", "0.1s"], ["check", "--fix", "-o"]]) func mediaOfAnotherFileIsRefused(words: [String])
    throws
  {
    try withFolder { folder in
      let (source, copy) = (folder.appending(path: "a.mp4"), folder.appending(path: "b.mp4").path)
      let reference = makeBox("url ", [0, 0, 0, 0], Array("ext.mp4".utf8), [0])
      try Data(BoxEdit(try Places.fixture("plain.mp4")).replacing("moov/trak[0]/mdia/minf/dinf/dref/url ", with: reference)).write(
        to: source)
      let result = try Program.run(
        Program.mediaprobe, words + (words.count > 2 && words[0] == "check" ? [copy, source.path] : [source.path, copy]))
      #expect(result.status == 65 || result.status == 1, "\(result.status)")
      #expect(!FileManager.default.fileExists(atPath: copy), "\(result.text)\(result.standardError)")
      #expect((result.text + result.standardError).contains("'ext.mp4'"), "\(result.text)\(result.standardError)")
    }
  }

  /// Sample entries that differ in type get one, as in files that are joined.
  @Test func entriesOfOneTrackGetOneType() throws {
    try withFolder { folder in
      let (source, copy) = (folder.appending(path: "a.mp4"), folder.appending(path: "b.mp4"))
      let stsd = "moov/trak[0]/mdia/minf/stbl/stsd"
      let plain = BoxEdit(try Places.fixture("plain.mp4"))
      var entry = try plain.box(stsd + "/avc1")
      entry.replaceSubrange(4..<8, with: Array("avc3".utf8))
      let two = try BoxEdit(plain.adding(entry, to: stsd)).patching(stsd, at: 7, [2])
      try Data(two).write(to: source)
      #expect(try Program.mediaprobe("remux", source.path, copy.path).status == 0)
      let box = try BoxEdit(Array(try Data(contentsOf: copy))).box(stsd)
      #expect(box.firstRange(of: Array("avc1".utf8)) == nil && box.firstRange(of: Array("avc3".utf8)) != nil)
    }
  }

  /// Boxes of the movie and of QuickTime tracks that are no metadata stay too; a new display size makes the old ones wrong.
  @Test func boxesOfTheMovieAndItsTracksAreKept() throws {
    try withFolder { folder in
      let (source, copy) = (folder.appending(path: "a.mp4"), folder.appending(path: "b.mp4").path)
      let apertures = makeBox("tapt", makeBox("clef", [0, 0, 0, 0, 0, 160, 0, 0, 0, 120, 0, 0]))
      let own = makeBox("uuid", [UInt8](1...16), Array("something".utf8))
      let withTrack = try BoxEdit(try Places.fixture("plain.mp4")).adding(apertures, to: "moov/trak[0]")
      try Data(BoxEdit(withTrack).adding(own, to: "moov")).write(to: source)
      #expect(try Program.mediaprobe("remux", source.path, copy).status == 0)
      let edit = BoxEdit(Array(try Data(contentsOf: URL(filePath: copy))))
      #expect(try edit.box("moov/trak[0]/tapt") == apertures && edit.box("moov/uuid") == own)
      #expect(try Program.mediaprobe("edit", source.path, "-o", copy, "--set", "sar=4:3").status == 0)
      #expect(try Program.mediaprobe("mp4", copy).text.contains("tapt") == false)
    }
  }

  /// QuickTime has a handler of the data reference in each track.
  @Test func theDataHandlerOfQuickTimeIsKept() throws {
    try withFolder { folder in
      let (source, copy) = (folder.appending(path: "a.mov"), folder.appending(path: "b.mov"))
      #expect(try Program.run("ffmpeg", ["-v", "error", "-i", fixture, "-c", "copy", source.path]).status == 0)
      #expect(try Program.mediaprobe("remux", source.path, copy.path).status == 0)
      let (old, new) = (BoxEdit(Array(try Data(contentsOf: source))), BoxEdit(Array(try Data(contentsOf: copy))))
      for track in 0..<2 {
        let path = "moov/trak[\(track)]/mdia/minf/hdlr"
        #expect(try new.box(path) == old.box(path))
      }
    }
  }

  /// A large cover is copied; beyond the limit the user is told.
  @Test func largeMetadataIsCopiedOrReported() throws {
    try withFolder { folder in
      let (source, copy) = (folder.appending(path: "a.mp4"), folder.appending(path: "b.mp4").path)
      for (size, status) in [(20 << 20, Int32(0)), (40 << 20, 1)] {
        let cover = makeBox("udta", makeBox("cvr ", [UInt8](repeating: 7, count: size)))
        try Data(BoxEdit(try Places.fixture("plain.mp4")).adding(cover, to: "moov")).write(to: source)
        let result = try Program.mediaprobe("remux", source.path, copy)
        #expect(result.status == status)
        #expect(result.standardError.contains("metadata of \(size + 8) bytes is left out") == (status == 1), "\(result.standardError)")
        let length = try Data(contentsOf: URL(filePath: copy)).count
        #expect((length > size) == (status == 0))
      }
    }
  }
}

/// Names of Apple's files have brands of their own, unless the file has fragments.
@Test(arguments: [
  ("tone.aac", "a.m4a", [], "M4A "), ("plain.mp4", "a.m4v", [], "M4V "), ("plain.mp4", "a.mp4", [], "isom"),
  ("plain.mp4", "a.m4v", ["--fragment", "1s"], "iso5"),
]) func namesOfApplesFilesHaveBrands(source: String, name: String, options: [String], brand: String) throws {
  try withEmptyFolder { folder in
    let output = folder.appending(path: name).path
    let result = try Program.run(Program.mediaprobe, ["remux"] + options + [fixturePath(source), output])
    #expect(result.status == 0, "\(result.standardError)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
    #expect(String(decoding: bytes[8..<12], as: UTF8.self) == brand)
    let decoded = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", output, "-f", "null", "-"])
    #expect(decoded.standardError.isEmpty, "\(decoded.standardError)")
  }
}
