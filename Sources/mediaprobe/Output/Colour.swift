import FileIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether text on standard output is coloured: it is a terminal that understands the sequences, and NO_COLOR is not set.
var usesColours: Bool {
  func value(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
  return OutputDescriptor.standardOutput.isTerminal && (value("NO_COLOR") ?? "").isEmpty && value("TERM") != "dumb"
}
