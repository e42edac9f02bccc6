import Glibc

/// The target that this process runs, and the name of it: the value of `FUZZ_TARGET`.
private let target: FuzzTarget = {
  let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
  guard let target = FuzzTarget.named(name) else {
    fatalError("FUZZ_TARGET is none of " + FuzzTarget.all.map { $0.name }.joined(separator: ", "))
  }
  return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do throws(Violation) { try target.run(bytes) } catch { fatalError("\(target.name): \(error)") }
  return 0
}
