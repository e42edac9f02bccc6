import AACKit
import BitstreamKit
import Foundation
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// A movie as left by a recorder that lost power: no `moov`, and an `mdat` whose size was never filled in. Nil if it cannot be made.
private func withoutIndex(_ bytes: [UInt8]) -> [UInt8]? {
  var (broken, place): ([UInt8], Int) = ([], 0)
  while place + 16 <= bytes.count {
    var size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
    let head = size == 1 ? 16 : 8
    if size == 1 { size = bytes[place + 8..<place + 16].reduce(0) { $0 << 8 | Int($1) } }
    if size < 8 || size > bytes.count - place { return nil }
    if type == "ftyp" { broken += bytes[place..<place + size] }
    if type == "mdat" { return broken + [0, 0, 0, 0] + bytes[place + 4..<place + 8] + bytes[place + head..<place + size] }
    place += size
  }
  return nil
}

/// The samples of the first track of a kind, with presentation times on the file's timeline in seconds.
private func media(_ bytes: [UInt8], _ kind: MediaKind) throws -> [(bytes: [UInt8], time: Double)] {
  let (reader, tracks) = try samples(bytes)
  guard let track = reader.tracks.first(where: { $0.kind == kind }) else { return [] }
  let shift = reader.movie?.tracks[track.index].timeline(movieTimescale: reader.movieTimescale ?? 1).segments.first { $0.mediaTime != nil }
  let start = Double(shift?.start ?? 0) / Double(reader.movieTimescale ?? 1)
  return tracks[track.index].compactMap { sample in
    guard sample.offset + sample.size <= UInt64(bytes.count) else { return nil }
    let part = Array(bytes[Int(sample.offset)..<Int(sample.offset + sample.size)])
    let time = Double(sample.presentationTime - (shift?.mediaTime ?? 0)) / Double(track.timescale ?? 1)
    return (part, start + time)
  }
}

/// Recovers a movie and writes it as MP4.
private func recovered(_ broken: [UInt8], like good: [UInt8]) throws(MediaError) -> (bytes: [UInt8], notes: [String]) {
  let composition = try Recovery.movie(in: MemorySource(broken), name: "broken", knowing: .like(try mediaInput(good)), for: .mp4)
  let result = try written(composition, .mp4)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  return (result.bytes, composition.notes)
}

/// The codecs and the interleaving of a recorder.
struct Recording: Sendable, CustomTestStringConvertible {
  var name: String
  var video = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "25"]
  var audio: [String]
  var channels = "sin(400*t+5*sin(7*t))|0.3*random(0)*lt(mod(t\\,0.5)\\,0.1)"
  var rate = 48000
  var further: [String] = []
  var kind = "mp4"
  /// The largest offset between pictures and audio after damage, in seconds: about the duration of a chunk.
  var slack = 0.25
  var testDescription: String { name }
  /// Whether audio samples cannot be recognized by their bytes.
  var isPlain: Bool { audio[1].hasPrefix("pcm") }

  /// Makes a file of this duration; `seed` varies the content.
  func make(seconds: Double, seed: Int = 0) throws -> [UInt8] {
    let file = Places.scratch("recording.\(kind)")
    defer { try? FileManager.default.removeItem(at: file) }
    let sound = "aevalsrc=\(channels):s=\(rate):d=\(seconds)" + (channels.filter { $0 == "|" }.count == 5 ? ":c=5.1" : "")
    let words =
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=\(seconds)", "-f", "lavfi", "-i", sound]
      + (seed == 0 ? [] : ["-vf", "hue=h=\(seed * 40)", "-af", "volume=\(1.0 / Double(seed + 1))"]) + video + audio + further
    let result = try Program.run("ffmpeg", words + [file.path])
    #expect(result.status == 0, "\(result.standardError)")
    return [UInt8](try Data(contentsOf: file))
  }

  static let all = [
    Recording(name: "h264 aac", audio: ["-c:a", "aac", "-b:a", "128k"]),
    Recording(name: "h264 aac mono", audio: ["-c:a", "aac", "-b:a", "48k"], channels: "0.4*sin(400*t+5*sin(7*t))", rate: 44100),
    Recording(
      name: "h264 aac 5.1", audio: ["-c:a", "aac", "-b:a", "320k"],
      channels: "sin(900*t)|random(0)*gt(mod(t\\,0.5)\\,0.45)|0.1*random(1)|sin(50*t)|0.5*sin(3000*t*t)|0.1*sin(t)"),
    Recording(
      name: "h264 aac in long chunks", audio: ["-c:a", "aac", "-b:a", "64k"], further: ["-chunk_duration", "700000"], kind: "mov",
      slack: 0.8),
    Recording(
      name: "h264 without b aac 22050", video: ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "0"], audio: ["-c:a", "aac"], rate: 22050),
    Recording(
      name: "hevc aac", video: ["-c:v", "libx265", "-x265-params", "log-level=none:keyint=25", "-preset", "ultrafast"],
      audio: ["-c:a", "aac", "-b:a", "96k"]),
    Recording(name: "h264 sowt", audio: ["-c:a", "pcm_s16le"], kind: "mov"),
    Recording(name: "h264 in24", audio: ["-c:a", "pcm_s24be"], kind: "mov"),
    Recording(name: "h264 ac3", audio: ["-c:a", "ac3", "-b:a", "192k"]),
    Recording(name: "h264 ac3 44100", audio: ["-c:a", "ac3", "-b:a", "128k"], rate: 44100),
    Recording(name: "h264 eac3", audio: ["-c:a", "eac3", "-b:a", "128k"]),
    Recording(name: "h264 mp3", audio: ["-c:a", "libmp3lame", "-q:a", "5"], rate: 44100),
  ]
}

@Suite(.enabled(if: Program.has("ffmpeg"))) struct RecordingRecoveryTests {
  /// All samples are recovered with their bytes and times, using a good file with other content.
  @Test(arguments: Recording.all) func picturesAndSoundComeBack(_ recording: Recording) throws {
    let (whole, good) = (try recording.make(seconds: 3), try recording.make(seconds: 2.2, seed: 2))
    let result = try recovered(try #require(withoutIndex(whole)), like: good)
    for kind in [MediaKind.video, .audio] {
      let (before, after) = (try media(whole, kind), try media(result.bytes, kind))
      // The grouping of PCM into samples is not recoverable.
      #expect(Array(before.map(\.bytes).joined()) == Array(after.map(\.bytes).joined()), "\(kind.name): \(before.count) and \(after.count)")
      #expect(before.map(\.bytes) == after.map(\.bytes))
      let far = zip(before, after).map { abs($0.time - $1.time) }.max() ?? 1
      #expect(far < 0.002, "\(kind.name): \(far) s")
    }
    #expect(result.notes.contains { $0.contains("of audio found") } && !result.notes.contains { $0.contains("are lost:") })
    #expect(try decoded(result.bytes) == decoded(whole))
  }

  /// The audio as decoded by FFmpeg, with edit lists applied.
  private func decoded(_ bytes: [UInt8]) throws -> Data {
    let file = Places.scratch("decoded.mov")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let result = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", file.path, "-map", "0:a", "-f", "s16le", "-"])
    #expect(result.standardError.isEmpty && result.standardOutput.count > 10_000, "\(result.standardError)")
    return result.standardOutput
  }

  /// Truncated at any length, all complete frames are recovered except at most the last one, which the next would have confirmed.
  @Test(arguments: Recording.all) func aTornEndCostsAFrame(_ recording: Recording) throws {
    let whole = try recording.make(seconds: 1.6)
    let broken = try #require(withoutIndex(whole))
    let all = (pictures: try media(whole, .video).map(\.bytes), sound: try media(whole, .audio).map(\.bytes))
    let shift = try #require(offset(of: all.pictures[0], in: broken)) - (try #require(offset(of: all.pictures[0], in: whole)))
    let ends = try samples(whole)
    let track = try #require(ends.reader.tracks.first { $0.kind == .audio }).index
    for length in stride(from: broken.count / 3, to: broken.count, by: max(1, broken.count / (recording.isPlain ? 5 : 11))) {
      let result = try recovered(Array(broken[..<length]), like: whole)
      let sound = try media(result.bytes, .audio).map(\.bytes)
      let wholeFrames = ends.tracks[track].count { Int($0.offset + $0.size) + shift <= length }
      let isBeginning = sound.elementsEqual(all.sound.prefix(sound.count))
      #expect(isBeginning, "cut at \(length)")
      // PCM after the last picture may be an incomplete picture: one run is lost.
      #expect(
        sound.count >= wholeFrames - (recording.isPlain ? 8192 : 1) && sound.count <= wholeFrames,
        "cut at \(length): \(sound.count) of \(wholeFrames)")
      let pictures = try media(result.bytes, .video).map(\.bytes)
      #expect(pictures.dropLast().elementsEqual(all.pictures.prefix(max(0, pictures.count - 1))), "cut at \(length)")
    }
  }

  private func offset(of part: [UInt8], in bytes: [UInt8]) -> Int? {
    (0...(bytes.count - part.count)).first { bytes[$0..<$0 + part.count].elementsEqual(part) }
  }

  /// Damage affects only the samples it touches; later samples keep their times.
  @Test(arguments: Recording.all.filter { !$0.isPlain }) func damageCostsLittle(_ recording: Recording) throws {
    let whole = try recording.make(seconds: 5)
    let broken = try #require(withoutIndex(whole))
    let all = try media(whole, .audio)
    let times = Dictionary(all.map { ($0.bytes, $0.time) }) { first, _ in first }
    let pictures = Dictionary(try media(whole, .video).map { ($0.bytes, $0.time) }) { first, _ in first }
    var generator = Generator(seed: 7)
    for (count, size) in [(1, 6000), (6, 900), (12, 60)] {
      var damaged = broken
      var hit = 0
      for _ in 0..<count {
        let place = 200 + Int(generator.upTo(UInt64(broken.count - size - 400)))
        for index in place..<place + size { damaged[index] = UInt8(truncatingIfNeeded: generator.next() >> 9) }
        hit += size
      }
      let result = try recovered(damaged, like: whole)
      let found = try media(result.bytes, .audio)
      let right = found.filter { times[$0.bytes] != nil }
      // The rest of a damaged frame may be a valid frame by chance.
      #expect(found.count - right.count <= count, "\(count) times \(size): \(found.count - right.count) are not frames of the file")
      let largest = all.map(\.bytes.count).max() ?? 1, mean = all.map(\.bytes.count).reduce(0, +) / all.count
      let lost = hit / max(1, mean) + count * (3 + 2 * largest / max(1, mean))
      #expect(right.count >= all.count - lost, "\(count) times \(size): \(right.count) of \(all.count)")
      // The tracks stay in sync, whatever is missing before.
      let shown = try media(result.bytes, .video).filter { pictures[$0.bytes] != nil }
      let (ears, eyes) = (
        right.suffix(20).compactMap { frame in times[frame.bytes].map { frame.time - $0 } }.sorted(),
        shown.suffix(20).compactMap { frame in pictures[frame.bytes].map { frame.time - $0 } }.sorted()
      )
      #expect(abs(ears[ears.count / 2] - eyes[eyes.count / 2]) < recording.slack, "\(count) times \(size)")
    }
  }

  /// In low light a recorder takes fewer pictures: their times follow the audio instead of a constant frame rate.
  @Test func picturesThatLastLongerStayBesideTheSound() throws {
    let recording = Recording(
      name: "variable", audio: ["-c:a", "aac", "-b:a", "96k"],
      further: ["-vf", "select=lt(t\\,6)+not(mod(n\\,2))*lt(t\\,14)+gte(t\\,14)", "-vsync", "vfr"])
    let (whole, good) = (try recording.make(seconds: 20), try recording.make(seconds: 3))
    let result = try recovered(try #require(withoutIndex(whole)), like: good)
    let (before, after) = (try media(whole, .video), try media(result.bytes, .video))
    #expect(before.map(\.bytes) == after.map(\.bytes))
    let far = zip(before, after).map { abs($0.time - $1.time) }.max() ?? 1
    #expect(far < 0.4 && result.notes.contains { $0.contains("picture times follow the audio") }, "\(far) s")
    // Decoding times increase.
    let order = try samples(result.bytes).tracks[0]
    #expect(zip(order, order.dropFirst()).allSatisfy { $0.decodeTime < $1.decodeTime })
    #expect(try media(whole, .audio).map(\.bytes) == media(result.bytes, .audio).map(\.bytes))
  }

  @Test func prefixesOfASmallRecording() throws {
    let recording = Recording(
      name: "small", video: ["-c:v", "libx264", "-preset", "ultrafast", "-s", "48x32", "-qp", "40"], audio: ["-c:a", "aac", "-b:a", "24k"],
      rate: 16000)
    let whole = try recording.make(seconds: 0.4)
    let broken = try #require(withoutIndex(whole))
    let all = try media(whole, .audio).map(\.bytes)
    let good = try mediaInput(whole)
    // All lengths of the first box, then steps that do not align with the file structure.
    for length in Array(0..<64) + Array(stride(from: 64, to: broken.count, by: 37)) {
      do throws(MediaError) {
        let composition = try Recovery.movie(in: MemorySource(Array(broken[..<length])), name: "a", knowing: .like(good), for: .mp4)
        let sound = try? media(written(composition, .mp4).bytes, .audio).map(\.bytes)
        #expect(sound?.elementsEqual(all.prefix(sound?.count ?? 0)) ?? false, "\(length)")
      } catch { #expect(!error.description.isEmpty) }
    }
  }

  @Test func soundWithoutPicturesComesBack() throws {
    let file = Places.scratch("only.m4a")
    defer { try? FileManager.default.removeItem(at: file) }
    let words = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=3:b=3:r=32000", "-c:a", "aac", file.path]
    #expect(try Program.run("ffmpeg", words).status == 0)
    let whole = [UInt8](try Data(contentsOf: file))
    let broken = try #require(withoutIndex(whole))
    #expect(try media(recovered(broken, like: whole).bytes, .audio).map(\.bytes) == media(whole, .audio).map(\.bytes))
    guard case .aac(let config) = try mediaInput(whole).reader.tracks[0].configuration else { throw MediaError.malformed("no AAC") }
    let composition = try Recovery.movie(in: MemorySource(broken), name: "a", knowing: .sound(config), for: .mp4)
    #expect(try media(written(composition, .mp4).bytes, .audio).map(\.bytes) == media(whole, .audio).map(\.bytes))
  }
}

@Test func anAudioSpecificConfigIsEnough() throws {
  let whole = try Places.fixture("plain.mp4")
  let tracks = try mediaInput(whole).reader.tracks
  guard case .aac(let config) = tracks[1].configuration else { throw MediaError.malformed("no AAC") }
  let knowledge = RecoveryKnowledge.parameterSets(tracks[0].configuration.parameterSetUnits, .h264, sound: config)
  let composition = try Recovery.movie(
    in: MemorySource(try #require(withoutIndex(whole))), name: "a", knowing: knowledge, frameRate: ExactRatio(25, 1), for: .mp4)
  let result = try written(composition, .mp4).bytes
  #expect(try media(result, .audio).map(\.bytes) == media(whole, .audio).map(\.bytes))
  #expect(try media(result, .video).map(\.bytes) == media(whole, .video).map(\.bytes))
}

@Test func randomMediaDataGivesNothing() throws {
  let good = try mediaInput(try Places.fixture("plain.mp4"))
  var generator = Generator(seed: 99)
  for count in [0, 1, 7, 100, 5000, 200_000] {
    let data = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 11) }
    let bytes: [UInt8] = [0, 0, 0, 0] + Array("mdat".utf8) + data
    #expect(throws: MediaError.self) { try Recovery.movie(in: MemorySource(bytes), name: "a", knowing: .like(good), for: .mp4) }
    let zeros: [UInt8] = [0, 0, 0, 0] + Array("mdat".utf8) + Array(repeating: 0, count: count)
    #expect(throws: MediaError.self) { try Recovery.movie(in: MemorySource(zeros), name: "a", knowing: .like(good), for: .mp4) }
  }
}

@Suite(.enabled(if: Places.corpus != nil)) struct SoundOfTheCorpusTests {
  /// Files whose media data is not valid audio; FFmpeg refuses them too.
  private static let broken = ["mp4/fq_fragmented.mp4", "mp4/gomp4_sample_qt.mp4"]

  @Test(arguments: mediaFiles.filter { !$0.hasPrefix("h264/") && !$0.hasPrefix("hevc/") && !broken.contains($0) })
  func everyFrameCanBeWalked(_ path: String) throws {
    let bytes = try Places.corpusFile(path)
    guard let (reader, tracks) = try? samples(bytes) else { return }
    for track in reader.tracks where !track.isProtected {
      guard case .aac(let config) = track.configuration, var walker = try? RawDataBlockWalker(config) else { continue }
      for sample in tracks[track.index] where sample.offset + sample.size <= UInt64(bytes.count) && sample.size > 0 {
        let range = Int(sample.offset)..<Int(sample.offset + sample.size)
        let result = Result { () throws(RawDataBlockFault) in try walker.walk(bytes, range) }
        guard case .success(let block) = result, block.byteCount == range.count else {
          Issue.record("track \(track.index), sample at \(sample.offset) of \(sample.size) bytes: \(result)")
          break
        }
      }
    }
  }

  /// Plain files without `moov` give all their audio frames, with their times.
  @Test(arguments: mediaFiles.filter { $0.hasPrefix("mp4/") }) func plainFilesGiveTheirSound(_ path: String) throws {
    let bytes = try Places.corpusFile(path)
    guard let broken = withoutIndex(bytes), let (reader, _) = try? samples(bytes), reader.movie?.isFragmented == false else { return }
    let heard = reader.tracks.filter { $0.kind == .audio }
    guard heard.count == 1, !heard[0].isProtected, case .aac(let config) = heard[0].configuration,
      (try? RawDataBlockWalker(config)) != nil, reader.tracks.contains(where: { $0.codec == .h264 || $0.codec == .hevc })
    else { return }
    let before = try media(bytes, .audio)
    let after = try media(recovered(broken, like: bytes).bytes, .audio)
    #expect(before.map(\.bytes) == after.map(\.bytes), "\(after.count) of \(before.count)")
    let far = zip(before, after).map { abs($0.time - $1.time) }.max() ?? 0
    #expect(far < 0.06, "\(far) s")
  }
}

/// Recordings of several audio tracks that look alike.
@Suite(.enabled(if: Program.has("ffmpeg"))) struct SeveralSoundTracksTests {
  /// A movie of pictures and three audio tracks, one of them silent, as a recorder of the microphone and the programs writes it.
  static func make(seconds: Double, seed: Int = 0, codec: [String] = ["-c:a", "aac", "-b:a", "96k"]) throws -> [UInt8] {
    let file = Places.scratch("several.mp4")
    defer { try? FileManager.default.removeItem(at: file) }
    let sounds = ["sin(\(400 + seed)*t)|0.3*random(0)", "0.3*random(\(seed))|sin(900*t*t)", "0|0"]
    let inputs = sounds.flatMap { ["-f", "lavfi", "-i", "aevalsrc=\($0):s=48000:d=\(seconds)"] }
    let words = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=\(seconds)"] + inputs
    let maps = (0...3).flatMap { ["-map", "\($0)"] }
    let coding = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "25"] + codec
    let result = try Program.run("ffmpeg", words + maps + coding + [file.path])
    #expect(result.status == 0, "\(result.standardError)")
    return [UInt8](try Data(contentsOf: file))
  }

  /// The bytes and decoding times of the samples of each track.
  private func all(_ bytes: [UInt8]) throws -> [[(bytes: [UInt8], time: Int64)]] {
    try samples(bytes).tracks.map { track in
      track.filter { Int($0.offset + $0.size) <= bytes.count }.map {
        (Array(bytes[Int($0.offset)..<Int($0.offset + $0.size)]), $0.decodeTime)
      }
    }
  }

  @Test(arguments: [["-c:a", "aac", "-b:a", "96k"], ["-c:a", "ac3", "-b:a", "96k"], ["-c:a", "libmp3lame"]]) func allComeBack(
    codec: [String]
  ) throws {
    let (whole, good) = (try Self.make(seconds: 4, codec: codec), try Self.make(seconds: 2.2, seed: 3, codec: codec))
    let broken = try #require(withoutIndex(whole))
    let result = try recovered(broken, like: good)
    let (before, after) = (try all(whole), try all(result.bytes))
    #expect(after.count == 4 && result.notes.contains { $0.contains("in 3 tracks") }, "\(result.notes)")
    for (one, two) in zip(before, after) { #expect(one.map(\.bytes) == two.map(\.bytes) && one.map(\.time) == two.map(\.time)) }
    // A torn end costs a frame of each track.
    for length in stride(from: broken.count / 2, to: broken.count, by: broken.count / 9) {
      let part = try all(try recovered(Array(broken[..<length]), like: good).bytes)
      let counts = part.dropFirst().map(\.count)
      #expect((counts.max() ?? 9) - (counts.min() ?? 0) <= 1, "\(counts)")
      for (one, two) in zip(before, part).dropFirst() { #expect(two.map(\.bytes).elementsEqual(one.prefix(two.count).map(\.bytes))) }
    }
  }

  /// After lost bytes, each frame is in its own track, at its own time.
  @Test func damageDoesNotSwapTracks() throws {
    let whole = try Self.make(seconds: 6)
    let broken = try #require(withoutIndex(whole))
    let before = try all(whole).dropFirst().prefix(2).map { track in Dictionary(track.map { ($0.bytes, $0.time) }) { first, _ in first } }
    var generator = Generator(seed: 11)
    for (count, size) in [(1, 300), (1, 6000), (6, 900), (12, 60)] {
      var damaged = broken
      for _ in 0..<count {
        let place = 200 + Int(generator.upTo(UInt64(broken.count - size - 400)))
        for index in place..<place + size { damaged[index] = UInt8(truncatingIfNeeded: generator.next() >> 9) }
      }
      let after = try all(try recovered(damaged, like: whole).bytes)
      for (place, own) in before.enumerated() {
        let other = before[1 - place]
        let found = after[place + 1]
        let swapped = found.count { own[$0.bytes] == nil && other[$0.bytes] != nil }
        let right = found.filter { own[$0.bytes] != nil }
        #expect(
          swapped == 0 && right.count > own.count * 3 / 4, "\(count) times \(size): \(swapped) swapped, \(right.count) of \(own.count)")
        let far = right.map { abs($0.time - (own[$0.bytes] ?? 0)) }.max() ?? .max
        #expect(far <= 8 * 1024, "\(count) times \(size): \(far)")
      }
    }
  }

  /// Where a track ends before the others, the order is not known any more: no frame is put into another track.
  @Test func aTrackThatEndsEarlySwapsNothing() throws {
    let file = Places.scratch("early.mp4")
    defer { try? FileManager.default.removeItem(at: file) }
    let words = [
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=9", "-f", "lavfi", "-i",
      "aevalsrc=sin(400*t*t):s=48000:d=9",
      "-f", "lavfi", "-i", "aevalsrc=0.3*random(0):s=48000:d=5", "-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-preset",
      "ultrafast", "-c:a", "aac",
    ]
    #expect(try Program.run("ffmpeg", words + [file.path]).status == 0)
    let whole = [UInt8](try Data(contentsOf: file))
    let result = try recovered(try #require(withoutIndex(whole)), like: whole)
    let (before, after) = (try all(whole), try all(result.bytes))
    #expect(after.count == 3 && result.notes.contains { $0.contains("their track is not known") }, "\(result.notes)")
    for (one, two) in zip(before, after).dropFirst() {
      #expect(two.count > 100 && two.map(\.bytes).elementsEqual(one.prefix(two.count).map(\.bytes)), "\(two.count) of \(one.count)")
    }
  }

  /// Sound without pictures keeps its priming.
  @Test func primingOfSoundAloneStays() throws {
    let file = Places.scratch("alone.m4a")
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(
      try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=3:r=48000", "-c:a", "aac", file.path]).status == 0)
    let whole = [UInt8](try Data(contentsOf: file))
    let result = try recovered(try #require(withoutIndex(whole)), like: whole)
    let (before, after) = (try media(whole, .audio), try media(result.bytes, .audio))
    #expect(before.map(\.bytes) == after.map(\.bytes) && zip(before, after).allSatisfy { abs($0.time - $1.time) < 0.001 })
    #expect(before.first.map { $0.time < -0.01 } == true)
  }

  /// Only an MP4 holds several audio tracks.
  @Test(arguments: [Remuxer.Target.flv, .adts]) func otherFormatsGetTheFirst(target: Remuxer.Target) throws {
    let whole = try Self.make(seconds: 2)
    let good = try mediaInput(whole)
    let composition = try Recovery.movie(in: MemorySource(try #require(withoutIndex(whole))), name: "a", knowing: .like(good), for: target)
    #expect(composition.notes.contains { $0.contains("all audio tracks but the first") }, "\(composition.notes)")
  }
}

/// Less common behaviour of recorders.
@Suite(.enabled(if: Program.has("ffmpeg"))) struct UnusualRecordingTests {
  /// Two seconds of audio at the start of a file, then damage: this is not taken as missing pictures.
  @Test func soundBeforeTheFirstPictureIsNoGap() throws {
    let recording = Recording(
      name: "sound first", video: ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "25"],
      audio: ["-c:a", "aac", "-b:a", "96k"])
    let whole = try recording.make(seconds: 6)
    let (pictures, sound) = (try media(whole, .video), try media(whole, .audio))
    // Turns of half a second, with 1.5 s of audio in advance.
    var data = sound.prefix { $0.time < 2 }.flatMap(\.bytes) + [UInt8](repeating: 0xFF, count: 90)
    var time = 0.0
    while time < 4 {
      data += pictures.filter { $0.time >= time && $0.time < time + 0.5 }.flatMap(\.bytes)
      data += sound.filter { $0.time >= time + 2 && $0.time < time + 2.5 }.flatMap(\.bytes)
      time += 0.5
    }
    let result = try recovered([0, 0, 0, 0] + Array("mdat".utf8) + data, like: whole)
    let found = try media(result.bytes, .video)
    #expect(found.map(\.bytes) == pictures.prefix { $0.time < 4 }.map(\.bytes))
    #expect(!result.notes.contains { $0.contains("without pictures") }, "\(result.notes)")
    let far = zip(found, pictures).map { abs($0.time - $1.time) }.max() ?? 1
    #expect(far < 0.002, "\(far) s")
  }

  /// Some 5.1 encoders code the LFE channel as a single channel element, which decoders accept.
  @Test func aSingleChannelInPlaceOfTheLowFrequenciesIsTaken() throws {
    let recording = try #require(Recording.all.first { $0.name == "h264 aac 5.1" })
    func changed(_ bytes: [UInt8]) throws -> [UInt8] {
      var bytes = bytes
      let (reader, tracks) = try samples(bytes)
      let track = try #require(reader.tracks.first { $0.kind == .audio })
      guard case .aac(let config) = track.configuration else { throw MediaError.malformed("no AAC") }
      var walker = try RawDataBlockWalker(config)
      for sample in tracks[track.index] {
        let start = Int(sample.offset)
        _ = try walker.walk(bytes, start..<start + Int(sample.size))
        let element = try #require(walker.elements.first { $0.kind == .lowFrequency })
        // Change lfe_channel_element( ) with tag 0 to single_channel_element( ) with tag 1.
        for (bit, value) in [0, 0, 0, 0, 0, 0, 1].enumerated() {
          let place = start * 8 + element.bitOffset + bit
          let mask = UInt8(0x80) >> UInt8(place % 8)
          bytes[place / 8] = value == 1 ? bytes[place / 8] | mask : bytes[place / 8] & ~mask
        }
        #expect(throws: RawDataBlockFault.self) { try walker.walk(bytes, start..<start + Int(sample.size)) }
      }
      return bytes
    }
    let (whole, good) = (try changed(recording.make(seconds: 2)), try changed(recording.make(seconds: 1.5, seed: 2)))
    let result = try recovered(try #require(withoutIndex(whole)), like: good)
    #expect(try media(whole, .audio).map(\.bytes) == media(result.bytes, .audio).map(\.bytes), "\(result.notes)")
    #expect(try media(whole, .video).map(\.bytes) == media(result.bytes, .video).map(\.bytes))
    #expect(!result.notes.contains { $0.contains("skipped") }, "\(result.notes)")
  }
}

/// What looks like filler data, and like a frame with a channel layout of its own, hides no picture and no frame.
@Test(arguments: ["filler", "layout"]) func lookalikesHideNothing(_ kind: String) throws {
  let whole = try Places.fixture("plain.mp4")
  let (reader, tracks) = try samples(whole)
  let track = try #require(reader.tracks.first { $0.kind == (kind == "filler" ? .video : .audio) })
  let sample = tracks[track.index][10]
  let noise: [UInt8] =
    kind == "filler"
    // A unit of type 12 that reaches over the next pictures.
    ? [0, 0, 5, 0, 0x0C] + [UInt8](repeating: 0x0C, count: 30)
    // program_config_element( ) of one front channel pair, and no comment.
    : [0xA0, 0xA0, 0x80, 0, 4, 0, 0]
  if kind == "layout" {
    guard case .aac(let config) = track.configuration else { throw MediaError.malformed("no AAC") }
    var walker = try RawDataBlockWalker(config)
    let frame = noise + whole[Int(sample.offset)..<Int(sample.offset + sample.size)]
    #expect(try walker.walk(frame, 0..<frame.count).byteCount == frame.count)
    #expect(walker.elements.contains { $0.kind == .programConfig })
  }
  var changed = whole
  changed.insert(contentsOf: noise, at: Int(sample.offset))
  let broken = try #require(withoutIndex(whole))
  // The media data without its box header and what follows it.
  let place = try #require(whole.indices.first { whole[$0...].starts(with: "mdat".utf8) }) - 4
  let size = whole[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  let front = broken.count - (size - 8)
  let data = changed[(place + 8)..<(place + size + noise.count)]
  let result = try recovered(Array(broken.prefix(front)) + data, like: whole)
  for kind in [MediaKind.video, .audio] {
    #expect(try media(result.bytes, kind).map(\.bytes) == media(whole, kind).map(\.bytes), "\(kind): \(result.notes)")
  }
}

/// Units without rules are recovered if they occur in the good file's samples: those of Dolby Vision, of an enhancement layer, and ends of
/// sequence.
@Test(arguments: [[0x7C, 0x01], [0x7E, 0x01], [0x02, 0x09], [0x48, 0x01]] as [[UInt8]])
func unitsThatTheGoodFileHasComeBack(header: [UInt8]) throws {
  let plain = try Places.fixture("hvc1.mp4")
  let (reader, tracks) = try samples(plain)
  var track = try TrackBlueprint.video(
    entries: [try sampleEntry(reader)], width: reader.tracks[0].width, height: reader.tracks[0].height,
    timescale: reader.tracks[0].timescale ?? 25)
  track.trackID = 1
  func movie(_ seed: UInt8) throws -> [UInt8] {
    var muxer = MovieMuxer(MovieBlueprint(), tracks: [track], layout: .plain)
    let front = try muxer.beginning()
    var data: [UInt8] = []
    for (index, sample) in tracks[0].enumerated() {
      var bytes = Array(plain[Int(sample.offset)..<Int(sample.offset + sample.size)])
      let unit = header + (0..<40 + index).map { UInt8(truncatingIfNeeded: $0 * 7 + Int(seed)) | 1 }
      bytes += [0, 0, 0, UInt8(unit.count)] + unit
      muxer.append(
        MovieMuxer.Entry(
          track: 0, duration: sample.duration, compositionOffset: Int32(sample.presentationTime - sample.decodeTime),
          size: UInt32(bytes.count), isSync: sample.isKey))
      data += bytes
    }
    let head = MovieMuxer.mediaDataHeader(UInt64(data.count))
    return try front + head + data + muxer.end(mediaDataAt: UInt64(front.count + head.count)).bytes
  }
  let whole = try movie(1)
  let result = try recovered(try #require(withoutIndex(whole)), like: try movie(3))
  #expect(try media(result.bytes, .video).map(\.bytes) == media(whole, .video).map(\.bytes), "\(result.notes)")
  #expect(!result.notes.contains { $0.contains("are lost:") }, "\(result.notes)")
}

private func sampleEntry(_ reader: MediaReader) throws -> [UInt8] {
  guard case .hevc(let record) = reader.tracks[0].configuration else { throw MediaError.malformed("no H.265") }
  return try SampleEntryBuilding.hevc(record, type: "hvc1")
}
