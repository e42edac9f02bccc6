import Foundation
import TestSupport

/// A folder of one test, gone after it.
func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = Places.scratch("folder")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

func write(_ bytes: [UInt8], to file: URL) throws { try Data(bytes).write(to: file) }
func contents(_ file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }
func names(_ folder: URL) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

/// Bytes of which no two neighbours of 256 are alike.
func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) } }

/// Runs `body` with the rights of nobody, if the tests run with those of root, who may do everything. On Linux the identity that counts
/// for files belongs to the thread.
func withoutPrivileges(_ body: () throws -> Void) throws {
  #if os(Linux)
    if getuid() == 0 {
      guard let symbol = unsafe dlsym(nil, "setfsuid") else { throw CocoaError(.featureUnsupported) }
      let setfsuid = unsafe unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> Int32).self)
      _ = setfsuid(65534)
      defer { _ = setfsuid(0) }
      return try body()
    }
  #endif
  try body()
}
