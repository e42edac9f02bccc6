import BitstreamKit
import FileIO
import Foundation
import TestSupport
import Testing

@Test func aRecordingGrowsUnderItsNameFromTheFirstWriteOn() throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    try write([1, 2, 3, 4, 5], to: file)
    do {
      let recording = try RecordingFile(file.path)
      let output = MediaOutput(recording)
      // Nothing is touched before there is something to be written.
      #expect(try contents(file) == [1, 2, 3, 4, 5] && recording.canReplace)
      try output.synchronize?()
      #expect(try contents(file) == [1, 2, 3, 4, 5])
      try output.append([9, 8, 7, 6], 1..<4)
      #expect(try contents(file) == [8, 7, 6])
      try output.replace?(1, [1])
      try output.synchronize?()
      var back: [UInt8] = []
      try output.read?(0, 100, &back)
      #expect(back == [8, 1, 6])
      try output.append([5], 0..<1)
    }
    #expect(try contents(file) == [8, 1, 6, 5])
  }
}

@Test func aRecordingIntoAPipeCannotGoBack() throws {
  let pipe = Pipe()
  let recording = try RecordingFile("/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)")
  #expect(!recording.canReplace && MediaOutput(recording).replace == nil)
}

@Test func aRecordingWithoutAByteIsNone() throws {
  try withFolder { folder in
    do { _ = try RecordingFile(folder.appending(path: "a").path) }
    let output = try OutputFile(growing: folder.appending(path: "b").path)
    try output.commit()
    #expect(try names(folder).isEmpty)
    // What could not be written is known from the start.
    let path = folder.appending(path: "none/a").path
    #expect(throws: ByteError("\(path): No such file or directory", code: ENOENT)) { _ = try RecordingFile(path) }
    #expect(throws: ByteError("\(folder.path): Is a directory", code: EISDIR)) { _ = try RecordingFile(folder.path) }
  }
}

@Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func aRecordingOntoAFullDeviceIsAnError() throws {
  var recording = try RecordingFile("/dev/full")
  #expect(throws: ByteError("/dev/full: No space left on device", code: ENOSPC)) { try recording.write([1]) }
}

/// A file that existed before is never removed: it stays unchanged beside a temporary file, and keeps what was written if it grows.
@Test(arguments: [true, false]) func whatIsDiscardedIsGone(isGrowing: Bool) throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    try write([1, 2, 3], to: file)
    let output = try isGrowing ? OutputFile(growing: file.path) : OutputFile(file.path)
    try output.write([4, 5], 0..<2)
    #expect((MediaOutput(output).synchronize != nil) == isGrowing)
    output.discard()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names == ["a"])
    #expect(try contents(file) == (isGrowing ? [4, 5] : [1, 2, 3]))
    // A new file is removed.
    let new = folder.appending(path: "b").path
    let other = try isGrowing ? OutputFile(growing: new) : OutputFile(new)
    try other.write([4, 5], 0..<2)
    other.discard()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
  }
}
