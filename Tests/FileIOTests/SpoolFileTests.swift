import BitstreamKit
import FileIO
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Test func aPipeCanBeReadFromAnyPlaceAndLeavesNoFile() throws {
  try withFolder { folder in
    let pipe = folder.appending(path: "pipe")
    let size = 700_000
    #expect(unsafe mkfifo(pipe.path, 0o600) == 0)
    let data = pattern(size)
    let writer = Thread { try? Data(data).write(to: pipe) }
    writer.start()
    let spooled = try SpoolFile.read(try InputFile(pipe.path), beside: folder.appending(path: "out.mp4").path)
    #expect(try names(folder) == ["pipe"])
    #expect(spooled.isSeekable && spooled.byteCount == UInt64(size) && spooled.name == pipe.path)
    var buffer: [UInt8] = []
    for place in [size - 3, 5, 300_000] {
      try spooled.read(at: UInt64(place), count: 100, into: &buffer)
      #expect(buffer == Array(data.dropFirst(place).prefix(100)))
    }
  }
}

@Test func aFolderThatIsNotThereIsSaid() throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    try write([1], to: file)
    #expect(throws: ByteError.self) { try SpoolFile.read(try InputFile(file.path), beside: folder.appending(path: "none/b").path) }
    #expect(try names(folder) == ["a"])
  }
}
