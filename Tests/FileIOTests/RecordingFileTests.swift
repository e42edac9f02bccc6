import BitstreamKit
import FileIO
import Foundation
import TestSupport
import Testing

@Test func aRecordingStandsUnderItsNameFromTheStart() throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    try write([1, 2, 3, 4, 5], to: file)
    do {
      let recording = try RecordingFile(file.path)
      let output = MediaOutput(recording)
      #expect(try contents(file).isEmpty && recording.canReplace)
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

@Test func whatIsReadIsNotWrittenOver() throws {
  try withFolder { folder in
    let (file, link) = (folder.appending(path: "a"), folder.appending(path: "b"))
    try write([1, 2, 3], to: file)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let input = try InputFile(file.path)
    #expect(throws: ByteError("\(link.path): the output file is also an input file")) {
      _ = try OutputFile(growing: link.path, reading: [input])
    }
    #expect(try contents(file) == [1, 2, 3])
  }
}

@Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func aRecordingOntoAFullDeviceIsAnError() throws {
  var recording = try RecordingFile("/dev/full")
  #expect(throws: ByteError("/dev/full: No space left on device", code: ENOSPC)) { try recording.write([1]) }
}

/// Of what is not wanted any more nothing stays, and a file that stood under the name before stays where the new one stood beside it.
@Test(arguments: [true, false]) func whatIsDiscardedIsGone(isGrowing: Bool) throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    try write([1, 2, 3], to: file)
    let output = try isGrowing ? OutputFile(growing: file.path) : OutputFile(file.path)
    try output.write([4, 5], 0..<2)
    #expect((MediaOutput(output).synchronize != nil) == isGrowing)
    output.discard()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names == (isGrowing ? [] : ["a"]))
    if !isGrowing { #expect(try contents(file) == [1, 2, 3]) }
  }
}
