import BitstreamKit
import ProbeKit
import RemuxKit

/// Reserves memory for a request.
@_expose(wasm, "reserve")
@_cdecl("reserve")
public func reserve(_ count: Int32) -> UnsafeMutableRawPointer? {
  UnsafeMutableRawPointer.allocate(byteCount: Int(max(1, count)), alignment: 16)
}

/// Answers a request about a file of `byteCount` bytes, and frees the request. The host is called to read, to write the answer, and to show
/// messages.
/// - Returns: a `ProbeOutcome`; -1 for a request that does not fit the file, which a message explains.
@_expose(wasm, "ask")
@_cdecl("ask")
public func ask(_ bytes: UnsafeMutableRawPointer, _ count: Int32, _ byteCount: Double) -> Int32 {
  let request = unsafe Request(Array(UnsafeRawBufferPointer(start: bytes, count: Int(count))))
  unsafe bytes.deallocate()
  let source = AnyByteSource(HostSource(place: .file, byteCount: UInt64(saturating: byteCount)))
  let input = Host.input(source, .file, name: request.name)
  do throws(ProbeRequestError) {
    if request.question == "decoding" { return Int32(try Decoding(request: request, source: source).answer().rawValue) }
    if let outcome = try Carrying(request, source).run() { return Int32(outcome.rawValue) }
    return Int32(try Questions(request: request, input: input).answer().rawValue)
  } catch {
    Host.message(error.message)
    return -1
  }
}

/// Traps, for tests of what the page does then.
@_expose(wasm, "trap")
@_cdecl("trap")
public func trap() {
  fatalError()
}
