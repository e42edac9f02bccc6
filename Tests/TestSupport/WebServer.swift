import Foundation

/// An HTTP server for a folder, with ranges, that logs each request.
///
/// Paths begin with a word that says how it answers: `/ranges/NAME` sends parts, `/whole/NAME` ignores ranges, `/short/NAME` ends each body
/// ten bytes early, `/secret/NAME` wants the header `Authorization: Bearer tea`, `/moved/N/NAME` redirects N times, `/away/SCHEME/NAME`
/// redirects to another scheme, `/page/NAME` answers 404 with a long page.
public final class WebServer {
  /// One request.
  public struct Request: Sendable, Equatable {
    /// The path.
    public var path: String
    /// The header `Range`, empty if there was none.
    public var range: String
    /// The number of bytes of the body that were sent.
    public var byteCount: Int
  }

  /// The port at 127.0.0.1.
  public let port: UInt16
  private let program: RunningProgram

  private static let script = #"""
    import http.server, os, socketserver, sys
    root = sys.argv[2]
    class Handler(http.server.BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"
      def log_message(self, *words): pass
      def answer(self, status, headers, size=0, body=None):
        self.send_response(status)
        for name, value in headers: self.send_header(name, value)
        self.send_header("Content-Length", str(size))
        self.end_headers()
        sent = 0
        try:
          while body and sent < size:
            data = body(min(65536, size - sent))
            if not data: break
            self.wfile.write(data)
            sent += len(data)
        except OSError: pass
        sys.stderr.write("%s %s %d\n" % (self.path, self.headers.get("Range", "-"), sent))
        sys.stderr.flush()
      def do_GET(self):
        words = self.path.split("/")[1:]
        way, name = words[0], words[-1]
        if way == "moved":
          left = int(words[1])
          return self.answer(302, [("Location", "/moved/%d/%s" % (left - 1, name) if left > 1 else "/ranges/" + name)])
        if way == "away": return self.answer(302, [("Location", words[1] + "://127.0.0.1:9/" + name)])
        if way == "secret" and self.headers.get("Authorization") != "Bearer tea": return self.answer(401, [])
        if way == "page" or not os.path.isfile(os.path.join(root, name)):
          page = b"x" * 100000
          return self.answer(404, [], len(page), lambda count: page[:count])
        file = open(os.path.join(root, name), "rb")
        size = os.path.getsize(os.path.join(root, name))
        text = self.headers.get("Range")
        if way == "whole" or text is None: return self.answer(200, [], size, file.read)
        first, last = text.split("=")[1].split("-")
        first, last = int(first), min(int(last), size - 1)
        if first >= size: return self.answer(416, [("Content-Range", "bytes */%d" % size)])
        file.seek(first)
        left = [last - first + 1 - (10 if way == "short" else 0)]
        def body(count):
          data = file.read(min(count, left[0]))
          left[0] -= len(data)
          return data
        headers = [("Content-Range", "bytes %d-%d/%d" % (first, last, size))]
        # Another version for each request.
        if way == "tagged": headers += [("ETag", '"%d"' % first)]
        if way == "dated": headers += [("ETag", '"%d"' % first), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")]
        self.answer(206, headers, last - first + 1, body)
        if way == "short": self.close_connection = True
    class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
      daemon_threads = True
    Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
    """#

  /// Starts a server for the files of a folder.
  public init(_ folder: URL) throws {
    port = try ScriptedServer.freePort()
    let started = try RunningProgram("python3", ["-c", Self.script, "\(port)", folder.path])
    program = started
    let port = port
    guard (eventually { Nginx.listens(on: port) || !started.isRunning }), started.isRunning else {
      throw Nginx.Failure(words: started.standardError)
    }
  }

  deinit { program.kill() }

  /// The address of a path.
  public func address(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

  /// The requests so far, in the order of their ends.
  public var requests: [Request] {
    program.standardError.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let count = Int(words[2]) else { return nil }
      return Request(path: String(words[0]), range: words[1] == "-" ? "" : String(words[1]), byteCount: count)
    }
  }
}
