import BitstreamKit
import FileIO
import Foundation
import TestSupport
import Testing

/// All that comes, in pieces of at most `size`.
private func readAll(_ input: InputFile, size: Int) throws -> [UInt8] {
  var all: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: size)
  while true {
    let count = try input.read(into: &buffer)
    if count == 0 { return all }
    all += buffer[..<count]
    #expect(input.position == UInt64(all.count))
  }
}

@Test(arguments: [1, 7, 4096, 1 << 17]) func aFileIsReadFromFrontToBack(_ size: Int) throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    let bytes = pattern(size == 1 ? 300 : 100_000)
    try write(bytes, to: file)
    let input = try InputFile(file.path)
    #expect(input.name == file.path && input.isSeekable && input.byteCount == UInt64(bytes.count))
    #expect(try readAll(input, size: size) == bytes)
    var buffer = [UInt8](repeating: 9, count: 4)
    #expect(try input.read(into: &buffer) == 0)
    #expect(buffer == [9, 9, 9, 9])
  }
}

@Test func bytesOfAFileCanBeLeftOut() throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    let bytes = pattern(1000)
    try write(bytes, to: file)
    let input = try InputFile(file.path)
    var buffer = [UInt8](repeating: 0, count: 10)
    #expect(try input.read(into: &buffer) == 10)
    #expect(input.skip(500) == 500)
    #expect(input.position == 510)
    #expect(try input.read(into: &buffer) == 10)
    #expect(buffer == Array(bytes[510..<520]))
    // No further than the end, whatever is asked for.
    #expect(input.skip(.max) == 480)
    #expect(input.skip(1) == 0)
    #expect(try input.read(into: &buffer) == 0)
  }
}

@Test func aFileIsReadAtAnyPlace() throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    let bytes = pattern(1000)
    try write(bytes, to: file)
    let input = try InputFile(file.path)
    var buffer: [UInt8] = [1, 2, 3]
    for (offset, count, expected) in [
      (0, 1000, 0..<1000), (990, 10, 990..<1000), (990, 11, 990..<1000), (5, 3, 5..<8), (999, Int.max, 999..<1000), (7, 0, 7..<7),
      (7, -4, 7..<7), (1000, 1, 0..<0), (Int.max, 1, 0..<0),
    ] {
      try input.read(at: UInt64(offset), count: count, into: &buffer)
      #expect(buffer == Array(bytes[expected]), "\(offset), \(count)")
    }
    try input.read(at: .max, count: 1, into: &buffer)
    #expect(buffer.isEmpty)
    // What is read so does not move the place of the other way to read.
    #expect(input.position == 0)
  }
}

/// At a place that the file had, missing bytes are an error: tables that end early would be less media. From front to back, the file ends.
@Test func aFileThatShrinksIsAnError() throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    try write(pattern(1000), to: file)
    let input = try InputFile(file.path)
    try FileHandle(forWritingTo: file).truncate(atOffset: 600)
    for capacity in [0, 1000] {
      var buffer: [UInt8] = []
      buffer.reserveCapacity(capacity)
      try input.read(at: 500, count: 100, into: &buffer)
      #expect(buffer == Array(pattern(1000)[500..<600]))
      for (place, count) in [(500, 101), (600, 1), (999, 500), (0, 1000)] {
        do {
          try input.read(at: UInt64(place), count: count, into: &buffer)
          Issue.record("\(count) bytes at \(place) are read")
        } catch { #expect("\(error)".contains("the file was shortened while it was read: it had 1000 bytes"), "\(error)") }
      }
      try input.read(at: 1000, count: 1, into: &buffer)
      #expect(buffer.isEmpty)
    }
    #expect(try readAll(input, size: 64).count == 600)
  }
}

@Test func aPipeIsReadAsItComes() throws {
  let pipe = Pipe()
  let input = try InputFile("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
  #expect(!input.isSeekable && input.byteCount == 0)
  let bytes = pattern(300_000)
  let writer = Thread {
    for start in stride(from: 0, to: bytes.count, by: 70_001) {
      pipe.fileHandleForWriting.write(Data(bytes[start..<min(bytes.count, start + 70_001)]))
    }
    try? pipe.fileHandleForWriting.close()
  }
  writer.start()
  // Nothing of it can be left out.
  #expect(input.skip(10) == 0)
  #expect(try readAll(input, size: 5000) == bytes)
}

@Test func whatCannotBeReadIsSaid() throws {
  try withFolder { folder in
    let locked = folder.appending(path: "locked")
    try write([1], to: locked)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: locked.path)
    for (path, code, words) in [
      (folder.appending(path: "none").path, ENOENT, "No such file or directory"), (folder.path, EISDIR, "Is a directory"),
      (locked.path, EACCES, "Permission denied"), (locked.path + "/a", ENOTDIR, "Not a directory"),
      ("", ENOENT, "No such file or directory"),
    ] {
      try withoutPrivileges {
        #expect(throws: ByteError("\(path): \(words)", code: code)) { _ = try InputFile(path) }
      }
    }
  }
}
