import BitstreamKit
import ProbeKit

// The functions of the host, see `core.js`. Offsets and sizes are `Double`, which holds every integer up to 2^53.

@_extern(wasm, module: "host", name: "read")
@_extern(c)
private func hostRead(_ offset: Double, _ count: Int32, _ bytes: UnsafeMutablePointer<UInt8>?) -> Int32

@_extern(wasm, module: "host", name: "other")
@_extern(c)
private func hostOther(_ offset: Double, _ count: Int32, _ bytes: UnsafeMutablePointer<UInt8>?) -> Int32

@_extern(wasm, module: "host", name: "write")
@_extern(c)
private func hostWrite(_ bytes: UnsafePointer<UInt8>?, _ count: Int32)

@_extern(wasm, module: "host", name: "message")
@_extern(c)
private func hostMessage(_ bytes: UnsafePointer<UInt8>?, _ count: Int32)

@_extern(wasm, module: "host", name: "replace")
@_extern(c)
private func hostReplace(_ offset: Double, _ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32

@_extern(wasm, module: "host", name: "copy")
@_extern(c)
private func hostCopy(_ offset: Double, _ count: Double) -> Int32

@_extern(wasm, module: "host", name: "reread")
@_extern(c)
private func hostReread(_ offset: Double, _ count: Int32, _ bytes: UnsafeMutablePointer<UInt8>?) -> Int32

/// What the host does for the core: it reads the file, and takes answers, messages and written media.
enum Host {
  /// What is read.
  enum Place {
    case file
    /// The file that is compared with the first one.
    case other
    /// What was written.
    case output
  }

  /// The largest read of one call.
  private static let maxRead = 1 << 24

  private static func read(_ place: Place, _ offset: UInt64, _ count: Int, _ bytes: UnsafeMutablePointer<UInt8>?) -> Int {
    let (offset, count) = (Double(offset), Int32(min(count, maxRead)))
    return switch place {
    case .file: unsafe Int(hostRead(offset, count, bytes))
    case .other: unsafe Int(hostOther(offset, count, bytes))
    case .output: unsafe Int(hostReread(offset, count, bytes))
    }
  }

  /// Reads at an offset into the start of `buffer`, at most `buffer.count` bytes.
  /// - Returns: the number of bytes; fewer than asked for only at the end of the file.
  static func read(_ place: Place, at offset: UInt64, into buffer: inout [UInt8]) throws(ByteError) -> Int {
    let got = unsafe buffer.withUnsafeMutableBufferPointer { bytes in unsafe read(place, offset, bytes.count, bytes.baseAddress) }
    if got < 0 { throw ByteError("the file cannot be read at \(offset)") }
    return got
  }

  /// Reads as a `ByteSource` does.
  static func read(_ source: Place, at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    buffer.removeAll(keepingCapacity: true)
    guard count > 0 else { return }
    var part = [UInt8](repeating: 0, count: min(count, maxRead))
    var place = offset
    while buffer.count < count {
      let wanted = min(count - buffer.count, part.count)
      let got = unsafe part.withUnsafeMutableBufferPointer { bytes in unsafe read(source, place, wanted, bytes.baseAddress) }
      if got < 0 { throw ByteError("the file cannot be read at \(place)") }
      if buffer.isEmpty, got == part.count, got == count {
        swap(&buffer, &part)
        return
      }
      buffer.append(contentsOf: part[..<got])
      if got < wanted { return }
      place += UInt64(got)
    }
  }

  /// A file as an input of questions.
  static func input(_ source: AnyByteSource, _ place: Place, name: String) -> ProbeInput {
    let size = source.byteCount
    return ProbeInput(source, name: name) { (offset, buffer) throws(ByteError) in
      if offset >= size { return 0 }
      return try read(place, at: offset, into: &buffer)
    }
  }

  /// Where answers and messages go.
  static var sink: ProbeSink {
    ProbeSink(write: { (bytes) throws(ByteError) in unsafe hostWrite(bytes.baseAddress, Int32(bytes.count)) }, report: message)
  }

  /// Shows a line.
  static func message(_ text: String) {
    let bytes = Array(text.utf8)
    unsafe bytes.withUnsafeBufferPointer { unsafe hostMessage($0.baseAddress, Int32($0.count)) }
  }

  /// An output that the host keeps as parts: bytes, and ranges of the file, which are not read.
  static var output: MediaOutput {
    MediaOutput(
      append: { (bytes, range) throws(ByteError) in
        unsafe bytes.withUnsafeBufferPointer { all in
          let part = unsafe UnsafeBufferPointer(rebasing: all[range.clamped(to: 0..<all.count)])
          unsafe hostWrite(part.baseAddress, Int32(part.count))
        }
      },
      replace: { (offset, bytes) throws(ByteError) in
        let status = unsafe bytes.withUnsafeBufferPointer { unsafe hostReplace(Double(offset), $0.baseAddress, Int32($0.count)) }
        if status != 0 { throw ByteError("bytes of the output cannot be replaced at \(offset)") }
      },
      copy: { (offset, count) throws(ByteError) in
        if hostCopy(Double(offset), Double(count)) != 0 { throw ByteError("the file ends inside a sample, at \(offset)") }
      },
      read: { (offset, count, buffer) throws(ByteError) in try read(.output, at: offset, count: count, into: &buffer) })
  }
}

/// A file that the host reads, or what was written.
struct HostSource: ByteSource {
  let place: Host.Place
  let byteCount: UInt64

  func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    guard offset < byteCount else { return buffer.removeAll(keepingCapacity: true) }
    let possible = Int(min(UInt64(max(0, count)), byteCount - offset, UInt64(Int32.max)))
    try Host.read(place, at: offset, count: possible, into: &buffer)
  }
}
