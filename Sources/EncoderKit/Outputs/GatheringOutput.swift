import BitstreamKit

/// Buffers small writes.
final class GatheringOutput {
  private let output: MediaOutput
  private let room: Int
  private var bytes: [UInt8] = []
  /// The number of bytes written.
  private var written: UInt64 = 0

  /// - Parameter room: buffer size in bytes.
  init(_ output: MediaOutput, room: Int = 1 << 18) {
    self.output = output
    self.room = room
  }

  var canReplace: Bool { output.canReplace }

  func put(_ more: [UInt8]) throws(EncoderError) {
    bytes += more
    if bytes.count >= room { try flush() }
  }

  func flush() throws(EncoderError) {
    if bytes.isEmpty { return }
    do throws(ByteError) { try output.append(bytes, 0..<bytes.count) } catch {
      // The file ends with a whole unit or tag.
      try? output.truncate?(written)
      throw .bytes(error)
    }
    written += UInt64(bytes.count)
    bytes.removeAll(keepingCapacity: true)
  }

  func replace(at offset: UInt64, _ bytes: [UInt8]) throws(EncoderError) {
    do throws(ByteError) { try output.replace?(offset, bytes) } catch { throw .bytes(error) }
  }
}
