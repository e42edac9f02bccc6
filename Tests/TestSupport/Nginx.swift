import Foundation

/// An nginx server with the RTMP module, with its own configuration and folder.
public final class Nginx {
  /// The port it listens on at 127.0.0.1.
  public let port: UInt16
  private let folder: URL
  private var program: RunningProgram?

  /// The server could not be started.
  public struct Failure: Error {
    /// The reason.
    public let words: String
  }

  private static let program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].first { FileManager.default.isExecutableFile(atPath: $0) }
  private static let module = ["/usr/lib/nginx/modules", "/usr/lib64/nginx/modules", "/usr/share/nginx/modules"]
    .map { $0 + "/ngx_rtmp_module.so" }.first { FileManager.default.fileExists(atPath: $0) }

  /// Whether to run tests that need the server.
  public static let isWanted = Program.toolsAreRequired || (Program.path(of: "nginx") ?? program) != nil && module != nil

  /// Creates a server without starting it.
  public init() throws {
    port = try ScriptedServer.freePort()
    folder = Places.scratch("nginx")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    program?.kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The address of a stream on this server.
  public func address(_ stream: String) -> String { "rtmp://127.0.0.1:\(port)/live/\(stream)" }

  /// Starts the server and waits until it listens.
  /// - Parameter records: the folder in which all streams are recorded as `<stream>.flv`.
  public func start(recordingTo records: String) throws -> URL {
    guard let module = Self.module, let file = Program.path(of: "nginx") ?? Self.program else { throw Program.Missing(name: "nginx") }
    let target = folder.appending(path: records)
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    // If started by root, the worker runs as user nobody.
    for path in [folder.path, target.path] { try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path) }
    let text = """
      load_module \(module);
      worker_processes 1;
      daemon off;
      master_process off;
      error_log stderr info;
      pid \(folder.path)/nginx.pid;
      events { worker_connections 64; }
      rtmp {
        access_log off;
        server {
          listen 127.0.0.1:\(port);
          chunk_size 4096;
          application live { live on; publish_notify on; record all; record_path \(target.path); record_unique off; }
          application refuse { live on; deny publish all; }
        }
      }
      """
    let configuration = folder.appending(path: "\(records).conf")
    try Data(text.utf8).write(to: configuration)
    let started = try RunningProgram(file, ["-c", configuration.path, "-p", folder.path, "-e", "stderr"])
    program = started
    guard (eventually { Self.listens(on: port) || !started.isRunning }), started.isRunning else {
      throw Failure(words: started.standardError)
    }
    return target
  }

  /// Whether a client has requested a stream, which is relayed from then on.
  public func isPlayed(_ stream: String) -> Bool { program?.standardError.contains(" play: name='\(stream)'") == true }

  /// Whether a client is publishing a stream, or has published it.
  public func isPublished(_ stream: String) -> Bool { program?.standardError.contains(" publish: name='\(stream)'") == true }

  /// Kills the server, as a crash would.
  public func kill() {
    program?.kill()
    program = nil
  }

  /// Whether a server listens on a port of 127.0.0.1.
  public static func listens(on port: UInt16) -> Bool {
    let hexadecimal = String(port, radix: 16, uppercase: true)
    let wanted = "0100007F:" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
    guard let table = try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8) else { return false }
    return table.split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      return fields.count > 3 && (fields[1] == wanted || fields[1] == "00000000:" + wanted.suffix(4)) && fields[3] == "0A"
    }
  }
}
