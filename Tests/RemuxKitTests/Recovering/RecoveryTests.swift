import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// A movie as left by a recorder that lost power: no `moov`, and an `mdat` whose size was never filled in.
/// - Parameter size: the size in the header of `mdat`, and its size of 64 bits if that is 1.
private func withoutIndex(_ bytes: [UInt8], size mediaSize: [UInt8] = [0, 0, 0, 0], wide: [UInt8] = []) throws -> [UInt8] {
  var (broken, place): ([UInt8], Int) = ([], 0)
  while place + 8 <= bytes.count {
    let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
    try #require(size >= 8)
    if type == "ftyp" { broken += bytes[place..<place + size] }
    if type == "mdat" { return broken + mediaSize + Array("mdat".utf8) + wide + bytes[place + 8..<place + size] }
    place += size
  }
  return broken
}

/// The pictures of a file, with the bytes of their samples.
private func pictures(_ bytes: [UInt8]) throws -> [[UInt8]] {
  let (reader, tracks) = try samples(bytes)
  let track = try #require(reader.tracks.first { $0.kind == .video })
  return tracks[track.index].map { Array(bytes[Int($0.offset)..<Int($0.offset + $0.size)]) }
}

/// The size of the media data may be one that no box can have: what a writer puts there until it knows the size.
@Test(
  arguments: [
    ([0, 0, 0, 2], []), ([0, 0, 0, 8], []), ([0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0]), ([0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 15]),
    ([0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 16]), ([0, 0, 0, 1], [UInt8](repeating: 255, count: 8)),
  ] as [([UInt8], [UInt8])])
func mediaDataOfAnySizeIsSearched(size: [UInt8], wide: [UInt8]) throws {
  let whole = try Places.fixture("plain.mp4")
  let broken = try withoutIndex(whole, size: size, wide: wide)
  let composition = try Recovery.movie(
    in: MemorySource(broken), name: "plain.mp4", knowing: .like(try mediaInput(whole)), for: .mp4)
  let result = try written(composition, .mp4)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  #expect(try pictures(result.bytes) == pictures(whole))
}

@Test(arguments: [("plain.mp4", "plain.mp4"), ("plain.mp4", "fragmented.mp4"), ("faststart.mp4", "plain.mp4"), ("hvc1.mp4", "hvc1.mp4")])
func aMovieWithoutItsIndexGivesAllPictures(source: String, like: String) throws {
  let whole = try Places.fixture(source)
  let broken = try withoutIndex(whole)
  #expect(try Recovery.isWithoutIndex(MemorySource(broken)))
  #expect(try !Recovery.isWithoutIndex(MemorySource(whole)))
  let composition = try Recovery.movie(
    in: MemorySource(broken), name: source, knowing: .like(try mediaInput(try Places.fixture(like))), for: .mp4)
  let result = try written(composition, .mp4)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  #expect(try pictures(result.bytes) == pictures(whole))
  // Intervals and output order are those of the good file.
  let (before, after) = (try samples(whole).tracks[0], try samples(result.bytes).tracks[0])
  #expect(before.map(\.decodeTime) == after.map(\.decodeTime))
  let shift = (before.map(\.presentationTime).min() ?? 0) - (after.map(\.presentationTime).min() ?? 0)
  #expect(before.map(\.presentationTime) == after.map { $0.presentationTime + shift })
  #expect(before.map(\.isKey) == after.map(\.isKey))
  let hasSound = try samples(whole).tracks.count > 1
  #expect(composition.notes.contains { $0.contains("of audio found") } == hasSound)
  #expect(!composition.notes.contains { $0.contains("are lost:") })
}

/// Where the payload of the first `mdat` begins.
private func mediaStart(_ bytes: [UInt8]) -> Int {
  var place = 0
  while place + 8 <= bytes.count, bytes[place + 4..<place + 8] != ArraySlice("mdat".utf8) {
    place += max(8, bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) })
  }
  return place + 8
}

/// The pictures have two slices: one that lacks the end of the second is left out, and the notes say so.
@Test(arguments: [1, 8, 12]) func aPictureThatTheFileEndsInIsLeftOut(number: Int) throws {
  let stream = try MediaComposition.merging([try mediaInput(try Places.fixture("bframes.h264"))], tracks: [[0]], for: .mp4)
  let whole = try written(stream, .mp4).bytes
  let broken = try withoutIndex(whole)
  let sample = try samples(whole).tracks[0][number]
  let end = Int(sample.offset + sample.size) - mediaStart(whole) + mediaStart(broken) - 3
  let composition = try Recovery.movie(
    in: MemorySource(Array(broken.prefix(end))), name: "a", knowing: .like(try mediaInput(whole)), for: .mp4)
  #expect(try pictures(try written(composition, .mp4).bytes) == Array(try pictures(whole).prefix(number)))
  #expect(composition.notes.contains { $0.contains("is left out: the media data ends before its last slices") }, "\(composition.notes)")
}

/// Where pictures that are shown between the last ones are missing, these are shown when they were.
@Test func theLastPicturesKeepTheirTimes() throws {
  let stream = try MediaComposition.merging([try mediaInput(try Places.fixture("bframes.h264"))], tracks: [[0]], for: .mp4)
  let whole = try written(stream, .mp4).bytes
  let (broken, all) = (try withoutIndex(whole), try samples(whole).tracks[0])
  for number in 6..<20 {
    let end = Int(all[number - 1].offset + all[number - 1].size) - mediaStart(whole) + mediaStart(broken)
    let composition = try Recovery.movie(
      in: MemorySource(Array(broken.prefix(end))), name: "a", knowing: .like(try mediaInput(whole)), for: .mp4)
    let found = try samples(try written(composition, .mp4).bytes).tracks[0]
    let shift = try #require(found.first).presentationTime - all[0].presentationTime
    #expect(found.map { $0.presentationTime - shift } == all.prefix(number).map(\.presentationTime), "\(number)")
  }
}

@Test func parameterSetsAloneAreEnough() throws {
  let whole = try Places.fixture("plain.mp4")
  let sets = try MediaReader(MemorySource(whole)).tracks[0].configuration.parameterSetUnits
  let composition = try Recovery.movie(
    in: MemorySource(try withoutIndex(whole)), name: "a", knowing: .parameterSets(sets, .h264, sound: nil), frameRate: ExactRatio(25, 1),
    for: .mp4)
  #expect(try pictures(try written(composition, .mp4).bytes) == pictures(whole))
  let wrong = try MediaReader(MemorySource(try Places.fixture("hvc1.mp4"))).tracks[0].configuration.parameterSetUnits
  #expect(throws: MediaError.malformed("no picture found that matches these parameter sets")) {
    try Recovery.movie(
      in: MemorySource(try withoutIndex(whole)), name: "a", knowing: .parameterSets(wrong, .hevc, sound: nil), frameRate: ExactRatio(25, 1),
      for: .mp4)
  }
  #expect(throws: MediaError.unsupported("these parameter sets cannot be read, or some are missing")) {
    try Recovery.movie(in: MemorySource(whole), name: "a", knowing: .parameterSets([[0x68]], .h264, sound: nil), for: .mp4)
  }
}

/// Truncated media data gives its complete pictures.
@Test(arguments: ["plain.mp4", "hvc1.mp4"]) func whatIsWholeOfMediaDataIsFound(source: String) throws {
  let whole = try Places.fixture(source)
  let broken = try withoutIndex(whole)
  let all = try pictures(whole)
  let good = try mediaInput(whole)
  for length in stride(from: 40, to: broken.count, by: 509) {
    let part = Array(broken[..<length])
    let composition: MediaComposition
    do throws(MediaError) {
      composition = try Recovery.movie(in: MemorySource(part), name: source, knowing: .like(good), for: .mp4)
    } catch {
      // There is no picture before the first one is complete.
      #expect(length < broken.count / 2, "\(error)")
      continue
    }
    let found = try pictures(try written(composition, .mp4).bytes)
    // Each is a picture of the file, in order; the last one may lack a slice.
    #expect(found.dropLast().elementsEqual(all.prefix(max(0, found.count - 1))), "\(length) of \(broken.count) bytes")
  }
}

/// Damage is skipped, and scanning resumes after it.
@Test(arguments: ["plain.mp4", "hvc1.mp4"]) func damageEndsInAnErrorOrAValue(source: String) throws {
  let whole = try Places.fixture(source)
  let broken = try withoutIndex(whole)
  let all = Set(try pictures(whole))
  let good = try mediaInput(whole)
  var best = 0
  for place in stride(from: 48, to: broken.count - 64, by: 797) {
    var damaged = broken
    for index in 0..<8 { damaged[place + index] ^= UInt8(truncatingIfNeeded: 0x5A &+ index &* 31) }
    guard let composition = try? Recovery.movie(in: MemorySource(damaged), name: source, knowing: .like(good), for: .mp4) else {
      continue
    }
    let found = try pictures(try written(composition, .mp4).bytes)
    best = max(best, found.filter { all.contains($0) }.count)
  }
  #expect(best >= all.count - 2)
}

/// A truncated file gives only samples of the original.
@Test(arguments: [
  ("avc_aac.flv", Remuxer.Target.flv), ("avc_aac.flv", .mp4), ("fragmented.mp4", .mp4), ("faststart.mp4", .mp4), ("tone.aac", .adts),
  ("tone.aac", .mp4), ("bframes.h264", .byteStream), ("opengop.hevc", .mp4),
])
func everyPrefixGivesWhatIsWhole(source: String, target: Remuxer.Target) throws {
  let whole = try Places.fixture(source)
  let all = try units(whole)
  var most = 0
  for length in stride(from: 1, to: whole.count, by: max(1, whole.count / 40)) {
    let part = Array(whole[..<length])
    do throws(MediaError) {
      let input = try mediaInput(part)
      let isBare = input.reader.container == .h264 || input.reader.container == .hevc
      let composition = try MediaComposition.recovering(input, leavesOutLast: isBare, for: target)
      let result = try written(composition, target)
      #expect(result.difference == nil, "\(length): \(result.difference ?? "")")
      guard let found = try? units(result.bytes) else {
        Issue.record("\(length): the output cannot be read")
        continue
      }
      #expect(found.isSubset(of: all), "\(length) of \(whole.count) bytes")
      most = max(most, found.count)
    } catch { #expect(!error.description.isEmpty) }
  }
  #expect(most > all.count * 3 / 4)
}

/// The contents of all samples: NAL units without parameter sets and delimiters, and audio frames.
private func units(_ bytes: [UInt8]) throws -> Set<[UInt8]> {
  let (reader, tracks) = try samples(bytes)
  var found: Set<[UInt8]> = []
  for (index, track) in tracks.enumerated() {
    let codec = reader.tracks[index].codec
    let known = reader.tracks[index].configuration.parameterSetUnits
    for sample in track where sample.offset + sample.size <= UInt64(bytes.count) {
      let part = Array(bytes[Int(sample.offset)..<Int(sample.offset + sample.size)])
      guard codec == .h264 || codec == .hevc else {
        found.insert(part)
        continue
      }
      for unit in nalUnits(part, reader.tracks[index].framing) where !known.contains(unit) {
        let type = codec == .h264 ? Int(unit[0] & 31) : Int(unit[0] >> 1 & 63)
        if !(codec == .h264 ? [7, 8, 9, 12] : [32, 33, 34, 35, 38]).contains(type) { found.insert(unit) }
      }
    }
  }
  return found
}

/// A movie of which the box with a type of the track is not found, since it has another type.
private func damaged(_ bytes: [UInt8], _ type: String, ofTracks tracks: [Int]) -> [UInt8] {
  var (copy, track) = (bytes, 0)
  for place in bytes.indices where bytes[place...].starts(with: type.utf8) {
    if tracks.contains(track) { copy[place + 3] = UInt8(ascii: "X") }
    track += 1
  }
  return copy
}

/// The tracks whose sample tables are damaged.
private func damagedTracks(_ bytes: [UInt8]) throws -> [Int] {
  let source = AnyByteSource(MemorySource(bytes))
  return try Recovery.LocatedSamples(MediaReader(source), source).damaged
}

/// Damaged sample tables: pictures and frames are found between the samples of the other track, with the same times.
@Test(
  arguments: [
    ("plain.mp4", "stsc", [0]), ("plain.mp4", "stsz", [0]), ("plain.mp4", "stco", [0]), ("plain.mp4", "stsc", [1]),
    ("plain.mp4", "stsz", [1]),
    ("plain.mp4", "stsc", [0, 1]), ("faststart.mp4", "stco", [0, 1]), ("hvc1.mp4", "stsc", [0]),
  ])
func damagedTablesAreDoneWithout(name: String, type: String, tracks: [Int]) throws {
  let whole = try Places.fixture(name)
  let bytes = damaged(whole, type, ofTracks: tracks)
  #expect(try damagedTracks(bytes) == tracks)
  #expect(try damagedTracks(whole).isEmpty)
  let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4)
  let result = try written(composition, .mp4)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  let (reader, before) = try samples(whole)
  let (_, after) = try samples(result.bytes)
  #expect(before.count == after.count)
  for track in before.indices {
    func bytes(_ samples: [MediaSample], _ file: [UInt8]) -> [[UInt8]] {
      samples.map { Array(file[Int($0.offset)..<Int($0.offset + $0.size)]) }
    }
    #expect(bytes(before[track], whole) == bytes(after[track], result.bytes), "\(reader.tracks[track].kind)")
    #expect(before[track].map(\.isKey) == after[track].map(\.isKey))
    let times = (before[track].map(\.presentationTime), after[track].map(\.presentationTime))
    let shift = (times.0.min() ?? 0) - (times.1.min() ?? 0)
    #expect(times.0 == times.1.map { $0 + shift })
  }
  #expect(!composition.notes.contains { $0.contains("lost:") }, "\(composition.notes)")
}

/// One chunk offset beyond the end of a whole file: all pictures are found in the media data. What the search does not find better than the
/// tables stays as the tables say.
@Test func chunksOutsideOfTheFileAreSearched() throws {
  let whole = try Places.fixture("plain.mp4")
  for track in 0..<2 {
    var bytes = whole
    let place = try #require(bytes.indices.filter { bytes[$0...].starts(with: "stco".utf8) }.dropFirst(track).first)
    bytes[place + 12 + 4 * 3] = 0x7F
    #expect(try damagedTracks(bytes) == [track])
    let result = try written(Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4), .mp4)
    let (before, after) = (try samples(whole).tracks[track], try samples(result.bytes).tracks[track])
    #expect(before.map(\.size) == after.map(\.size))
    #expect(before.map(\.decodeTime) == after.map(\.decodeTime))
    // The same file, cut off.
    #expect(try damagedTracks(Array(bytes.dropLast(1))).isEmpty)
  }
}

/// The header of the file, or that of the media data, is zeros: everything else is there.
@Test(arguments: [("plain.mp4", "ftyp"), ("plain.mp4", "mdat"), ("faststart.mp4", "ftyp"), ("avc_aac.flv", "FLV")])
func damagedStartsAreDoneWithout(_ name: String, _ what: String) throws {
  let whole = try Places.fixture(name)
  var bytes = whole
  let place = try #require(bytes.indices.first { bytes[$0...].starts(with: what.utf8) })
  let range = what == "FLV" ? 0..<9 : place - 4..<place + 4
  for index in range { bytes[index] = 0 }
  if name.hasSuffix("mp4") { #expect(try !Recovery.isWithoutIndex(MemorySource(bytes))) }
  let target: Remuxer.Target = name.hasSuffix("mp4") ? .mp4 : .flv
  let found = try recovered(bytes, for: target)
  #expect(try found.sizes == sampleSizes(whole))
  #expect(found.notes.first?.includes("damaged") == true, "\(found.notes)")
}

/// What an edit list hides stays hidden: the media before a cut, and the priming of AAC.
@Test(arguments: [0, 1], ["plain.mp4", "a cut"]) func editListsOfFoundTracksAreKept(_ track: Int, _ name: String) throws {
  var whole = try Places.fixture("plain.mp4")
  if name == "a cut" {
    let input = try mediaInput(whole)
    whole = try written(
      MediaComposition.cutting(
        input, tracks: [0, 1], from: MediaTime(milliseconds: 300), to: nil, onKeyPictures: false, for: .mp4), .mp4
    ).bytes
  }
  var bytes = whole
  let place = try #require(bytes.indices.filter { bytes[$0...].starts(with: "stco".utf8) }.dropFirst(track).first)
  bytes[place + 12 + 4] = 0x7F
  #expect(try damagedTracks(bytes) == [track])
  let result = try written(Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4), .mp4)
  let (before, after) = (try shownTimes(whole), try shownTimes(result.bytes))
  for track in 0..<2 {
    let (times, found) = (before.times[track].filter { $0 >= 0 }, after.times[track].filter { $0 >= 0 })
    #expect(times.count == found.count && zip(times, found).allSatisfy { abs($0 - $1) < 0.001 }, "\(times.prefix(4)) \(found.prefix(4))")
  }
}

/// Sizes of 0, and no times: the samples are found, and their times from the rate of the pictures.
@Test(arguments: ["stsz", "stts"]) func emptyTablesAreDamage(_ type: String) throws {
  let whole = try Places.fixture("plain.mp4")
  var bytes = whole
  let place = try #require(bytes.indices.first { bytes[$0...].starts(with: type.utf8) })
  // The last of 25 sizes, or the number of runs.
  let field = type == "stsz" ? place + 16 + 4 * 24 : place + 8
  for byte in 0..<4 { bytes[field + byte] = 0 }
  #expect(try damagedTracks(bytes) == [0])
  let result = try written(Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4), .mp4)
  let (before, after) = (try samples(whole).tracks[0], try samples(result.bytes).tracks[0])
  #expect(before.map(\.size) == after.map(\.size))
  #expect(try shownTimes(whole).times[0] == shownTimes(result.bytes).times[0])
}

/// A damaged size moves the rest of its fragment out of the file. The fragments after it are kept, and what is missing is said.
@Test func fragmentsAfterADamagedOneAreKept() throws {
  let whole = try Places.fixture("fragmented.mp4")
  let all = try samples(whole).tracks
  let runs = whole.indices.filter { whole[$0...].starts(with: "trun".utf8) }
  try #require(runs.count > 4)
  var bytes = whole
  // data_offset, of the second fragment.
  bytes[runs[2] + 12] = 0x7F
  let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4)
  let result = try written(composition, .mp4)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  let kept = try samples(result.bytes).tracks
  let lost = zip(all, kept).map { $0.count - $1.count }
  #expect(lost.reduce(0, +) > 0 && lost.contains(0), "\(lost)")
  #expect(kept.map { $0.last?.size } == all.map { $0.last?.size })
  #expect(zip(all, kept).allSatisfy { $0.map(\.decodeTime).contains($1.last?.decodeTime ?? -1) })
  #expect(composition.notes.contains { $0.contains("skipped, not whole in the") }, "\(composition.notes)")
  #expect(composition.notes.contains { $0.contains("there are no samples for 0.") }, "\(composition.notes)")
}

/// A track without a configuration cannot be recognized; the other one is kept.
@Test func damagedTablesOfAnUnknownCodecAreTold() throws {
  let whole = damaged(try Places.fixture("plain.mp4"), "avcC", ofTracks: [0])
  let bytes = damaged(whole, "stsc", ofTracks: [0])
  #expect(try damagedTracks(bytes) == [0])
  let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4)
  #expect(composition.notes.first == "the sample tables do not locate the samples, and these cannot be recognized without them")
  #expect(try sampleSizes(written(composition, .mp4).bytes).last == sampleSizes(whole).last)
}

/// Of two files, one after the other, the first is recovered, and the notes say where the second begins.
@Test(arguments: [("hvc1.mp4", "plain.mp4"), ("hvc1.mp4", "faststart.mp4"), ("fragmented.mp4", "faststart.mp4")])
func appendedFilesAreNamed(_ first: String, _ second: String) throws {
  let (one, further) = (try Places.fixture(first), try Places.fixture(second))
  let found = try recovered(one + further, for: .mp4)
  #expect(try found.sizes == sampleSizes(one))
  #expect(found.notes.contains { $0.hasPrefix("another file begins at byte \(one.count)") }, "\(found.notes)")
  #expect(try !recovered(one, for: .mp4).notes.contains { $0.contains("another file") })
  // Segments that are stored with their initialization segment.
  #expect(try !recovered(one + one, for: .mp4).notes.contains { $0.contains("another file") })
}

/// Pictures of two sample entries, whose sequence parameter sets differ, are those of a whole file.
@Test(arguments: [["plain.mp4", "interlaced.h264"], ["interlaced.h264", "plain.mp4"]])
func joinedFilesAreNotDamaged(_ names: [String]) throws {
  let parts = try names.map { name in
    let input = try mediaInput(try Places.fixture(name))
    if name.hasSuffix("mp4") { return input }
    return try mediaInput(try written(MediaComposition.merging([input], tracks: [[0]], for: .mp4), .mp4).bytes)
  }
  let whole = try written(MediaComposition.joining(parts, tracks: [0], for: .mp4), .mp4).bytes
  let composition = try Recovery.media(in: MemorySource(whole), name: "a file", for: .mp4)
  let result = try written(composition, .mp4)
  #expect(try sampleSizes(result.bytes) == sampleSizes(whole))
  #expect(try shownTimes(result.bytes).times == shownTimes(whole).times)
  #expect(!composition.notes.contains { $0.contains("contradict") || $0.contains("lost") }, "\(composition.notes)")
}

/// Fragments that lost the `moov` before them are read with that of a good file. That of a plain file does not fit.
@Test func fragmentsWithoutTheirIndexTakeThatOfAGoodFile() throws {
  let whole = try Places.fixture("fragmented.mp4")
  let type = try #require(whole.indices.first { whole[$0...].starts(with: Array("moof".utf8)) })
  let broken = Array(whole[(type - 4)...])
  func recovered(like name: String) throws(MediaError) -> MediaComposition {
    let good: MediaInput
    do { good = try mediaInput(try Places.fixture(name)) } catch { throw .malformed("\(error)") }
    return try Recovery.media(in: MemorySource(broken), name: "a", knowing: .like(good), for: .mp4)
  }
  #expect(throws: MediaError.self) { try Recovery.media(in: MemorySource(broken), name: "a", for: .mp4) }
  #expect(throws: MediaError.self) { try recovered(like: "plain.mp4") }
  let composition = try recovered(like: "fragmented.mp4")
  #expect(composition.notes.first == "there is no moov before the fragments: that of the good file describes the tracks")
  let result = try written(composition, .mp4)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  #expect(try pictures(result.bytes) == pictures(whole))
  let (before, after) = (try samples(whole).tracks, try samples(result.bytes).tracks)
  #expect(before.map { $0.map(\.decodeTime) } == after.map { $0.map(\.decodeTime) })
}

/// A track without `hdlr` is what its sample entry says, and one without `tkhd` has an ID that no other track has.
@Test(arguments: ["moov/trak[0]/mdia/hdlr", "moov/trak[1]/mdia/hdlr", "moov/trak[0]/tkhd"]) func aTrackLacksABox(path: String) throws {
  let whole = try Places.fixture("plain.mp4")
  let bytes = try recoveredBytes(BoxEdit(whole).replacing(path, with: []))
  let (before, after) = (try samples(whole), try samples(bytes))
  #expect(after.reader.tracks.map(\.kind) == before.reader.tracks.map(\.kind))
  #expect(after.tracks.map(\.count) == before.tracks.map(\.count))
  let ids = after.reader.tracks.map(\.id)
  #expect(Set(ids).count == ids.count && !ids.contains(0), "\(ids)")
  #expect(after.reader.movie?.tracks.map { $0.handlerType.description } == ["vide", "soun"])
}

/// A table that counts one of its rows too few, which the other tables have, is read to its end.
@Test(arguments: [("stsz", 8), ("stts", 4), ("stsc", 4), ("stco", 4), ("ctts", 4), ("stss", 4)]) func rowsAreNotCounted(
  type: String, place: Int
) throws {
  let (whole, path) = (try Places.fixture("plain.mp4"), "moov/trak[0]/mdia/minf/stbl/\(type)")
  let count = try BoxEdit(whole).box(path)[(place + 8)..<(place + 12)].reduce(0) { $0 << 8 | UInt32($1) }
  try #require(count > 1 || type == "stss" || type == "stts")
  let damaged = try BoxEdit(whole).patching(path, at: place, (0..<4).map { UInt8(truncatingIfNeeded: (count - 1) >> (24 - 8 * $0)) })
  let (before, after) = (try samples(whole).tracks, try samples(recoveredBytes(damaged)).tracks)
  #expect(after.map { $0.map(\.size) } == before.map { $0.map(\.size) })
  #expect(after.map { $0.map(\.decodeTime) } == before.map { $0.map(\.decodeTime) })
}

/// The size of a whole `moov` at the end of the file does not matter; one that is cut off has no index to read.
@Test func aMovieOfAnySizeIsWhole() throws {
  let whole = try Places.fixture("plain.mp4")
  let place = try #require(whole.indices.first { whole[$0...].starts(with: "moov".utf8) }) - 4
  for size in [0, whole.count - place + 8] {
    var bytes = whole
    bytes.replaceSubrange(place..<place + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) })
    #expect(try !Recovery.isWithoutIndex(MemorySource(bytes)))
    #expect(try samples(recoveredBytes(bytes)).tracks.map(\.count) == samples(whole).tracks.map(\.count))
  }
  #expect(try Recovery.isWithoutIndex(MemorySource(Array(whole.dropLast(40)))))
}
