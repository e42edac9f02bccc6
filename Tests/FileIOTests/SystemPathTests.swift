import BitstreamKit
import FileIO
import Foundation
import TestSupport
import Testing

/// Names that are UTF-8, that are not, that begin as if they were, and that have the characters which stand for bytes.
private let examples: [[UInt8]] = [
  Array("a.mp4".utf8), Array("ä€😀".utf8), [0xFF], [0x80, 0xBF], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xE2, 0x82, 0xAC, 0xFF],
  [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF5, 0x80, 0x80, 0x80], Array("\u{F780}\u{F7FF}\u{F77F}\u{F800}".utf8),
  [0x61, 0xEF, 0x9E, 0x80, 0xEF, 0x9E], [0x0D, 0x0A, 0x1B, 0x7F], Array("/\u{301}x".utf8), [],
]

@Test func namesKeepTheirBytes() {
  for name in examples { #expect(SystemPath.bytes(SystemPath.text(name)) == name, "\(name)") }
  var generator = Generator(seed: 7)
  for _ in 0..<5000 {
    let name = (0..<generator.upTo(12)).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 8) }
    #expect(SystemPath.bytes(SystemPath.text(name)) == name, "\(name)")
  }
  #expect(SystemPath.text(Array("ä.mp4".utf8)) == "ä.mp4" && !SystemPath.hasRawBytes("ä.mp4"))
  #expect(SystemPath.hasRawBytes(SystemPath.text([0x61, 0xFE])))
}

/// The names of a folder as the system has them.
private func rawNames(_ folder: URL) throws -> [[UInt8]] {
  let script = "cd \"$1\" && for f in *; do printf '%s' \"$f\" | od -An -v -tx1 | tr -d ' \\n'; echo; done"
  let found = try Program.run("bash", ["-c", script, "-", folder.path])
  return found.text.split(separator: "\n").map { line in
    stride(from: 0, to: line.utf8.count, by: 2).compactMap { UInt8(line.dropFirst($0).prefix(2), radix: 16) }
  }
}

@Test func filesAreReadAndWrittenUnderNamesThatAreNoText() throws {
  for name in examples where !name.isEmpty && !name.contains(0x2F) {
    try withFolder { folder in
      let path = folder.path + "/" + SystemPath.text(name)
      let output = try OutputFile(path)
      try output.write([1, 2, 3], 0..<3)
      try output.commit()
      #expect(try rawNames(folder) == [name], "\(name)")
      #expect(try InputFile(path).byteCount == 3)
      let recording = try RecordingFile(path)
      try recording.write([4], 0..<1)
      #expect(try rawNames(folder) == [name] && InputFile(path).byteCount == 1)
      try BytePatch.apply([BytePatch(offset: 0, old: [4], new: [5])], to: path)
      #expect(try InputFile(path).peek(9) == [5])
    }
  }
}

/// A slash is a byte, though a combining character that follows it makes one character of both.
@Test func aSlashIsAByte() throws {
  try withFolder { folder in
    let path = folder.path + "/\u{301}x"
    let output = try OutputFile(path)
    try output.write([1], 0..<1)
    try output.commit()
    #expect(try rawNames(folder) == [Array("\u{301}x".utf8)])
  }
}

/// 255 bytes are what file systems take: the temporary name must not be made of the name.
@Test(arguments: [1, 250, 255]) func longNamesAreWritten(length: Int) throws {
  try withFolder { folder in
    let file = folder.appending(path: String(repeating: "n", count: length))
    let output = try OutputFile(file.path)
    try output.write([1], 0..<1)
    try output.commit()
    let recording = try RecordingFile(file.path)
    try recording.write([1, 2], 0..<2)
    #expect(try contents(file) == [1, 2])
  }
}

@Test func namesThatAreTooLongAreRefusedAtOnce() throws {
  try withFolder { folder in
    let path = folder.appending(path: String(repeating: "n", count: 256)).path
    #expect(throws: ByteError("\(path): File name too long", code: ENAMETOOLONG)) { _ = try RecordingFile(path) }
    let left = try names(folder)
    #expect(left.isEmpty)
  }
}

/// A dangling link stays, and the file that it leads to is created; through links to links and names relative to the link's folder.
@Test(arguments: [true, false]) func danglingLinksLeadToTheirTarget(isGrowing: Bool) throws {
  try withFolder { folder in
    let below = folder.appending(path: "below")
    try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
    let (first, second) = (folder.appending(path: "first"), folder.appending(path: "second"))
    try FileManager.default.createSymbolicLink(atPath: first.path, withDestinationPath: "second")
    try FileManager.default.createSymbolicLink(atPath: second.path, withDestinationPath: "below/file")
    let output = try isGrowing ? OutputFile(growing: first.path) : OutputFile(first.path)
    try output.write([1, 2], 0..<2)
    try output.commit()
    #expect(try contents(below.appending(path: "file")) == [1, 2])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: first.path) == "second")
    #expect(try names(folder) == ["below", "first", "second"] && names(below) == ["file"])
    // A link to itself leads nowhere.
    let loop = folder.appending(path: "loop")
    try FileManager.default.createSymbolicLink(atPath: loop.path, withDestinationPath: "loop")
    #expect(throws: ByteError.self) {
      let output = try isGrowing ? OutputFile(growing: loop.path) : OutputFile(loop.path)
      try output.write([1], 0..<1)
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: loop.path) == "loop")
  }
}
