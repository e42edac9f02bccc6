import BitstreamKit
import Foundation
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// The ways in which ffmpeg and this library store chapters.
enum ChapterForm: CaseIterable {
  case track, list, both
}

/// A movie of 3 seconds with three chapters that begin at 0, 0.5 and 2 seconds.
private func movieWithChapters(_ form: ChapterForm) throws -> [UInt8] {
  let folder = Places.scratch("chapters")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let (list, target) = (folder.appending(path: "chapters.txt"), folder.appending(path: "a.mp4"))
  var text = ";FFMETADATA1\n"
  for (title, start, end) in [("One", 0, 500), ("Zwei – ß", 500, 2000), ("Three", 2000, 3000)] {
    text += "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(start)\nEND=\(end)\ntitle=\(title)\n"
  }
  try Data(text.utf8).write(to: list)
  let sources = ["-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=3", "-f", "lavfi", "-i", "sine=d=3", "-i", list.path]
  let options = ["-map_metadata", "2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "25", "-c:a", "aac"]
  let flags = form == .track ? ["-movflags", "disable_chpl"] : []
  let made = try Program.run("ffmpeg", ["-nostdin", "-v", "error"] + sources + options + flags + [target.path])
  #expect(made.status == 0, "\(made.standardError)")
  let bytes = [UInt8](try Data(contentsOf: target))
  if form != .list { return bytes }
  // Without its track the list remains.
  return try written(try .merging([try mediaInput(bytes)], tracks: [[0, 1]], for: .mp4), .mp4).bytes
}

private func chapters(_ bytes: [UInt8]) throws -> [String] {
  let movie = try Movie(AnyByteSource(MemorySource(bytes)))
  return try MediaChapter.chapters(of: movie).map { "\(Double($0.start) / Double($0.timescale)) \($0.title)" }
}

/// The chapters that ffprobe reads.
private func probedChapters(_ bytes: [UInt8]) throws -> [String] {
  let file = Places.scratch("chapters.mp4")
  defer { try? FileManager.default.removeItem(at: file) }
  try Data(bytes).write(to: file)
  let result = try Program.run("ffprobe", ["-v", "error", "-show_chapters", "-of", "compact=p=0:nk=1", file.path])
  return result.text.split(separator: "\n").map { line in
    let words = line.split(separator: "|")
    return "\(Double(words[3]) ?? -1) \(words.last ?? "")"
  }
}

@Suite(.waiting, .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct MediaCompositionChaptersTests {
  private func time(_ milliseconds: Int64) -> MediaTime { MediaTime(milliseconds: milliseconds) }

  private func expectChapters(_ composition: MediaComposition, _ expected: [String]) throws {
    for layout in [CarryOptions.Layout.plain, .faststart] {
      let result = try written(composition, .mp4, layout)
      #expect(result.difference == nil, "\(result.difference ?? "")")
      #expect(try chapters(result.bytes) == expected)
      #expect(try probedChapters(result.bytes) == expected)
    }
  }

  @Test(arguments: ChapterForm.allCases) func aCutKeepsTheChaptersOfItsRange(_ form: ChapterForm) throws {
    let input = try mediaInput(try movieWithChapters(form))
    #expect(input.tracks.count == (form == .list ? 2 : 3))
    let tracks = Array(input.tracks.indices)
    func cut(_ from: Int64?, _ to: Int64?, onKeyPictures: Bool = false) throws -> MediaComposition {
      try .cutting(input, tracks: tracks, from: from.map(time), to: to.map(time), onKeyPictures: onKeyPictures, for: .mp4)
    }
    try expectChapters(try cut(nil, nil), ["0.0 One", "0.5 Zwei – ß", "2.0 Three"])
    try expectChapters(try cut(200, 2600), ["0.0 One", "0.3 Zwei – ß", "1.8 Three"])
    try expectChapters(try cut(500, 2000), ["0.0 Zwei – ß"])
    try expectChapters(try cut(1800, nil, onKeyPictures: true), ["0.0 Zwei – ß", "1.0 Three"])
  }

  @Test(arguments: ChapterForm.allCases) func chaptersOfJoinedFilesFollowOneAnother(_ form: ChapterForm) throws {
    let input = try mediaInput(try movieWithChapters(form))
    let tracks = Array(input.tracks.indices)
    let part = try MediaComposition.cutting(input, tracks: tracks, from: time(1000), to: nil, onKeyPictures: true, for: .mp4)
    let files = [try written(part, .mp4).bytes, try movieWithChapters(form)]
    let joined = try MediaComposition.joining(try files.map { try mediaInput($0) }, tracks: tracks, for: .mp4)
    try expectChapters(joined, ["0.0 Zwei – ß", "1.0 Three", "2.0 One", "2.5 Zwei – ß", "4.0 Three"])
  }

  /// Chapters in a list and chapters in a track become one list.
  @Test func formsCanBeJoined() throws {
    let inputs = try [ChapterForm.list, .track].map { try mediaInput(try movieWithChapters($0)) }
    let joined = try MediaComposition.joining(inputs, tracks: [0, 1], for: .mp4)
    try expectChapters(joined, ["0.0 One", "0.5 Zwei – ß", "2.0 Three", "3.0 One", "3.5 Zwei – ß", "5.0 Three"])
  }

  /// A file without chapters can follow one that has a track of them.
  @Test func aFileNeedNotHaveChapters() throws {
    let input = try mediaInput(try movieWithChapters(.track))
    let plain = try written(try .merging([input], tracks: [[0, 1]], for: .mp4), .mp4).bytes
    let joined = try MediaComposition.joining([input, try mediaInput(plain, "plain")], tracks: [0, 1, 2], for: .mp4)
    #expect(joined.notes.contains("plain: there is no track of text to join to track 2"))
    try expectChapters(joined, ["0.0 One", "0.5 Zwei – ß", "2.0 Three"])
    #expect(throws: MediaError.self) {
      let sound = try mediaInput(try written(try .merging([input], tracks: [[1]], for: .mp4), .mp4).bytes)
      _ = try MediaComposition.joining([input, sound], tracks: [0, 1], for: .mp4)
    }
  }

  /// Tracks that are left out take only the references to themselves with them.
  @Test func referencesFollowTheTracks() throws {
    let bytes = try movieWithChapters(.track)
    let input = try mediaInput(bytes)
    func references(_ tracks: [[Int]], _ inputs: [MediaInput]) throws -> [[TrackReference]] {
      let result = try written(try .merging(inputs, tracks: tracks, for: .mp4), .mp4).bytes
      let movie = try Movie(AnyByteSource(MemorySource(result)))
      var tree = movie.tree
      return try movie.tracks.map { try TrackReference.all(of: $0.node, in: &tree) }
    }
    #expect(try references([[0, 1, 2]], [input]) == [[.init(type: "chap", trackIDs: [3])], [.init(type: "chap", trackIDs: [3])], []])
    #expect(try references([[0, 2]], [input]) == [[.init(type: "chap", trackIDs: [3])], []])
    #expect(try references([[0, 1]], [input]) == [[], []])
    // IDs are given anew where there are several files.
    let twice = try references([[0, 2], [0, 2]], [input, try mediaInput(bytes)])
    #expect(twice == [[.init(type: "chap", trackIDs: [2])], [], [.init(type: "chap", trackIDs: [4])], []])
  }
}
