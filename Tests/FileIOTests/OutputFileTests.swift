import BitstreamKit
import FileIO
import Foundation
import TestSupport
import Testing

@Test func aFileAppearsWhenItIsComplete() throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    var output = try OutputFile(file.path)
    try output.write([1, 2, 3])
    try output.write(pattern(10), 2..<4)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try output.commit()
    #expect(try contents(file) == [1, 2, 3] + pattern(10)[2..<4])
    #expect(try names(folder) == ["a"])
    // It is complete.
    #expect(throws: ByteError.self) { try output.write([4]) }
    #expect(try contents(file).count == 5)
  }
}

/// An application that uses the library handles its signals itself.
@Test(arguments: [SIGINT, SIGTERM]) func signalsKeepTheirHandlers(_ signal: Int32) throws {
  func handler() -> String {
    var action = sigaction()
    _ = unsafe sigaction(signal, nil, &action)
    let address = unsafe withUnsafeBytes(of: &action) { unsafe Array($0.prefix(MemoryLayout<UnsafeRawPointer>.size)) }
    return "\(address)"
  }
  try withFolder { folder in
    let before = handler()
    _ = try OutputFile(folder.appending(path: "a").path)
    #expect(handler() == before)
  }
}

@Test func withoutACommitTheOldFileStays() throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    try write([9, 9], to: file)
    do {
      var output = try OutputFile(file.path)
      try output.write(pattern(100_000))
      #expect(try contents(file) == [9, 9])
      #expect(try names(folder).count == 2)
    }
    #expect(try contents(file) == [9, 9])
    #expect(try names(folder) == ["a"])
    do { _ = try OutputFile(folder.appending(path: "b").path) }
    #expect(try names(folder) == ["a"])
  }
}

@Test func aFileIsReplacedWithItsPermissionsAndThroughLinks() throws {
  try withFolder { folder in
    let (file, link) = (folder.appending(path: "a"), folder.appending(path: "link"))
    try write([9, 9], to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: file.path)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    var output = try OutputFile(link.path)
    try output.write([1])
    try output.commit()
    #expect(try contents(file) == [1])
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o604)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
    #expect(try names(folder) == ["a", "link"])
  }
}

@Test func outputsOfOneNameDoNotMix() throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    var outputs = try (0..<20).map { _ in try OutputFile(file.path) }
    for index in outputs.indices { try outputs[index].write([UInt8](repeating: UInt8(index), count: 1000)) }
    for (index, output) in outputs.enumerated() {
      try output.commit()
      #expect(try contents(file) == [UInt8](repeating: UInt8(index), count: 1000))
    }
    outputs = []
    #expect(try names(folder) == ["a"])
  }
}

@Test func whatIsNoFileIsWrittenAsItIs() throws {
  let pipe = Pipe()
  var output = try OutputFile("/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)")
  try output.write(pattern(1000))
  try output.commit()
  try pipe.fileHandleForWriting.close()
  #expect([UInt8](pipe.fileHandleForReading.readDataToEndOfFile()) == pattern(1000))
  var null = try OutputFile("/dev/null")
  try null.write([1])
  try null.commit()
  #expect(try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType == .typeCharacterSpecial)
}

@Test func whatCannotBeCreatedIsSaidAndLeavesNothing() throws {
  try withFolder { folder in
    let (closed, guarded) = (folder.appending(path: "closed"), folder.appending(path: "guarded"))
    try FileManager.default.createDirectory(at: closed, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o555])
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    try write([7], to: guarded)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: guarded.path)
    for (path, code, words) in [
      (folder.path, EISDIR, "Is a directory"), (folder.appending(path: "none/a").path, ENOENT, "No such file or directory"),
      (guarded.path + "/a", ENOTDIR, "Not a directory"), (closed.appending(path: "a").path, EACCES, "Permission denied"),
    ] {
      try withoutPrivileges {
        #expect(throws: ByteError("\(path): \(words)", code: code)) { _ = try OutputFile(path) }
      }
    }
    #expect(try contents(guarded) == [7])
    #expect(try names(folder) == ["closed", "guarded"])
    #expect(try names(closed).isEmpty)
  }
}

@Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func aFullDeviceIsAnError() throws {
  var output = try OutputFile("/dev/full")
  #expect(throws: ByteError("/dev/full: No space left on device", code: ENOSPC)) { try output.write([1]) }
}

@Test func whatWasWrittenCanBeReadAgainBeforeItIsComplete() throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    try write([9], to: file)
    var output = try OutputFile(file.path)
    try output.write([1, 2, 3])
    let again = try #require(try output.reopened())
    var bytes: [UInt8] = []
    try again.read(at: 1, count: 9, into: &bytes)
    #expect(bytes == [2, 3] && again.byteCount == 3 && again.name == file.path)
    #expect(try contents(file) == [9])
    try output.commit()
    #expect(try contents(file) == [1, 2, 3])
    // What is not a regular file cannot be read again.
    #expect(try OutputFile("/dev/null").reopened() == nil)
  }
}
