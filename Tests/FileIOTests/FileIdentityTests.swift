import FileIO
import Foundation
import TestSupport
import Testing

@Test func oneFileIsKnownUnderAllItsNames() throws {
  try withFolder { folder in
    let (file, other) = (folder.appending(path: "a"), folder.appending(path: "other"))
    try write([1], to: file)
    try write([1], to: other)
    try FileManager.default.createDirectory(at: folder.appending(path: "below"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.appending(path: "link").path, withDestinationPath: "a")
    try FileManager.default.linkItem(at: file, to: folder.appending(path: "hard"))
    for name in ["a", "./a", "below/../a", "link", "hard", ".//a"] {
      let path = folder.path + "/" + name
      #expect(isSameFile(file.path, path), "\(name)")
      #expect(isSameFile(input: path, output: file.path) && isSameFile(input: file.path, output: path), "\(name)")
      #expect(try InputFile(file.path).isSame(asOutput: path), "\(name)")
    }
    for path in [other.path, folder.path, folder.path + "/none", "-"] {
      #expect(!isSameFile(file.path, path), "\(path)")
      #expect(!isSameFile(input: file.path, output: path), "\(path)")
      #expect(try !InputFile(file.path).isSame(asOutput: path), "\(path)")
    }
    // Devices are read and written at a time.
    #expect(!isSameFile(input: "/dev/null", output: "/dev/null"))
  }
}

@Test func namesOfFilesThatAreStillToBeMade() throws {
  try withFolder { folder in
    try FileManager.default.createDirectory(at: folder.appending(path: "below"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.appending(path: "link").path, withDestinationPath: "new")
    let path = folder.path + "/new"
    for name in ["new", "./new", "below/../new", "link"] { #expect(isSameFile(path, folder.path + "/" + name), "\(name)") }
    for name in ["new2", "below/new", "none/new"] { #expect(!isSameFile(path, folder.path + "/" + name), "\(name)") }
  }
}
