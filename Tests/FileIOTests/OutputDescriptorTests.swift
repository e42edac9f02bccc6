import BitstreamKit
import FileIO
import Foundation
import TestSupport
import Testing

@Test func aPipeThatIsFullForNowIsWaitedFor() throws {
  let pipe = Pipe()
  let descriptor = pipe.fileHandleForWriting.fileDescriptor
  // Many times the pipe's room, to a descriptor that does not wait by itself.
  #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
  let bytes = pattern(1_000_000)
  let failure = Mailbox()
  let writer = Thread {
    do throws(ByteError) { try OutputDescriptor(descriptor, name: "pipe").write(bytes, 0..<bytes.count) } catch { failure.put(error) }
    try? pipe.fileHandleForWriting.close()
  }
  writer.start()
  #expect([UInt8](pipe.fileHandleForReading.readDataToEndOfFile()) == bytes)
  #expect(failure.error == nil)
}

@Test func aReaderThatHasGoneIsToldApart() throws {
  ignoreBrokenPipes()
  let pipe = Pipe()
  try pipe.fileHandleForReading.close()
  var output = OutputDescriptor(pipe.fileHandleForWriting.fileDescriptor, name: "pipe")
  let error = #expect(throws: ByteError.self) { try output.write([1]) }
  #expect(error == ByteError("pipe: Broken pipe", code: EPIPE))
  #expect(error?.isBrokenPipe == true)
  #expect(!ByteError("x", code: EIO).isBrokenPipe)
}

/// What a thread leaves for the test.
private final class Mailbox: @unchecked Sendable {
  private let lock = NSLock()
  private var held: ByteError?
  func put(_ error: ByteError) { lock.withLock { held = error } }
  var error: ByteError? { lock.withLock { held } }
}

@Test func aFileIsNoTerminal() throws {
  try withFolder { folder in
    let handle = unsafe open(folder.appending(path: "a").path, O_CREAT | O_RDWR, 0o600)
    defer { close(handle) }
    #expect(!OutputDescriptor(handle, name: "a").isTerminal)
  }
}
