import BitstreamKit
import FileIO
import Foundation
import TestSupport
import Testing

@Test func patchesChangeTheirBytesAlone() throws {
  try withFolder { folder in
    let file = folder.appending(path: "a")
    try write([1, 2, 3, 4, 5, 6], to: file)
    let before = try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? Int
    try BytePatch.apply([BytePatch(offset: 1, old: [2, 3], new: [8, 9]), BytePatch(offset: 5, old: [6], new: [7])], to: file.path)
    #expect(try contents(file) == [1, 8, 9, 4, 5, 7])
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? Int == before)
    // If the bytes differ at one position, nothing is written at any.
    let wrong = [BytePatch(offset: 0, old: [1], new: [0]), BytePatch(offset: 4, old: [9], new: [0])]
    #expect(throws: ByteError("\(file.path): the file has changed at 4")) { try BytePatch.apply(wrong, to: file.path) }
    #expect(throws: ByteError.self) { try BytePatch.apply([BytePatch(offset: 5, old: [7, 8], new: [0, 0])], to: file.path) }
    #expect(try contents(file) == [1, 8, 9, 4, 5, 7])
    #expect(throws: ByteError.self) { try BytePatch.apply(wrong, to: folder.appending(path: "b").path) }
  }
}
