import FileIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Starts a program that goes on by itself, without standard input and output.
/// - Returns: false if it is not installed or cannot be started.
package func startProgram(_ name: String, _ arguments: [String]) -> Bool {
  guard let program = try? FoundProgram(name) else { return false }
  let nowhere = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
  if nowhere < 0 { return false }
  defer { _ = close(nowhere) }
  return Spawn.start(program.path, arguments, input: nowhere, output: nowhere, errors: nowhere).code == 0
}
