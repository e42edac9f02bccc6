import BitstreamKit
import FileIO
import HTTPTransport
import MP4Kit
import ProbeKit
import RemuxKit

/// Why an input cannot be opened.
struct OpenError: Error {
  let message: String
  let exitCode: ExitCode
  /// The system's error number, 0 if there is none.
  var code: Int32 = 0

  init(message: String, exitCode: ExitCode) { (self.message, self.exitCode) = (message, exitCode) }
  init(_ error: ByteError) { (message, exitCode, code) = (error.message, error.isWithoutRoom ? .ioError : .noInput, error.code) }
  init(_ error: HTTPError, _ name: String) { (message, exitCode) = (error.line(name), error.exitCode) }
}

/// What a question needs from an input.
enum InputAccess {
  /// Bytes in order; of a container with tracks, random access.
  case inOrder
  /// Bytes in order, whatever the input is.
  case onlyInOrder
  /// Random access.
  case anywhere
}

/// Opens the inputs of a command line: files, pipes, addresses, and segments with their initialization segment.
struct InputOpener: Sendable {
  /// Header lines of requests.
  let headers: [String]
  /// The initialization segment that comes before each input; nil if the inputs are whole files.
  let initialization: String?

  init(_ invocation: Invocation) {
    headers = invocation.allValues["header"] ?? []
    initialization = invocation.options["init"]
  }

  init(headers: [String]) { (self.headers, initialization) = (headers, nil) }

  /// Opens an input for questions. What must be read at any offset and cannot be is copied to an unnamed temporary file.
  func probeInput(_ path: String, _ access: InputAccess) throws(OpenError) -> ProbeInput {
    if initialization != nil { return try probeInput(joining: [path]) }
    if HTTPRequest.isAddress(path) {
      let request = try request(path)
      if let file = try ranges(request) { return ProbeInput(AnyByteSource(file), name: request.name) }
      let download = try download(request)
      if access == .onlyInOrder {
        return ProbeInput(name: request.name) { (buffer) throws(ByteError) in try download.read(into: &buffer) }
      }
      do {
        return ProbeInput(try SpoolFile.read(request.name, beside: nil) { (buffer) throws(ByteError) in try download.read(into: &buffer) })
      } catch { throw OpenError(error) }
    }
    do {
      let file = try InputFile(path)
      let input: ProbeInput
      if file.isSeekable || access == .onlyInOrder {
        input = ProbeInput(file)
      } else if access == .inOrder, ![.mp4, .flv].contains(try content(of: file).container) {
        input = ProbeInput(file)
      } else {
        input = ProbeInput(try SpoolFile.read(file, beside: nil))
      }
      input.isPiped = path == "-" || !file.isSeekable
      return input
    } catch { throw OpenError(error) }
  }

  /// Opens the initialization segment and segments as one input. The initialization segment itself, as a folder has it, is read once.
  /// - Parameter isWhole: whether segments that are cut off are read to their end.
  func probeInput(joining paths: [String], isWhole: Bool = false) throws(OpenError) -> ProbeInput {
    var segments: [(name: String, source: AnyByteSource)] = []
    for path in paths where path != initialization && !isSameFile(path, initialization ?? "-") { segments.append((path, try source(path))) }
    let joined: JoinedSegments
    do {
      joined = try JoinedSegments(try initialization.map { (path) throws(OpenError) in try source(path) }, segments, isWhole: isWhole)
    } catch let error as OpenError { throw error } catch let error as ByteError { throw OpenError(error) } catch {
      throw OpenError(ByteError("\(error)"))
    }
    if let order = joined.order {
      note("the segments are read in the order of their times: \(order.prefix(3).joined(separator: ", "))…")
    }
    let name = segments.count == 1 ? segments[0].name : "\(segments.first?.name ?? "") and \(max(0, segments.count - 1)) more"
    let input = ProbeInput(AnyByteSource(joined.source), name: initialization.map { "\($0) + \(name)" } ?? name)
    (input.problems, input.isPart) = (joined.problems, true)
    input.segments = joined.starts.map { ($0.name.isEmpty ? initialization ?? "" : $0.name, $0.offset) }
    return input
  }

  private func source(_ path: String) throws(OpenError) -> AnyByteSource {
    if HTTPRequest.isAddress(path), let file = try ranges(try request(path)) { return AnyByteSource(file) }
    return AnyByteSource(try media([path], beside: "-", isSegment: false))
  }

  /// Opens an input that is copied, as a file. A pipe and an address are first read to their end into an unnamed file beside `output`, and
  /// so are segments.
  /// - Parameters:
  ///   - isSegment: whether the initialization segment comes before it, if there is one.
  ///   - isWhole: whether segments that are cut off are read to their end.
  func media(_ paths: [String], beside output: String, isSegment: Bool = true, isWhole: Bool = false) throws(OpenError) -> InputFile {
    let folder = output == "-" ? nil : output
    do {
      if isSegment, let initialization {
        // The copy hides which files it is made of.
        if let input = ([initialization] + paths).first(where: { isSameFile(input: $0, output: output) }) {
          throw OpenError(message: "Output '\(output)' is the same file as input '\(input)'.", exitCode: .usage)
        }
        let joined = try probeInput(joining: paths, isWhole: isWhole)
        let copy = try SpoolFile.read(joined.name, beside: folder) { (buffer) throws(ByteError) in try joined.read(into: &buffer) }
        copy.problems = joined.problems
        return copy
      }
      let path = paths.first ?? ""
      if HTTPRequest.isAddress(path) {
        let download = try download(try request(path))
        do {
          return try SpoolFile.read(download.request.name, beside: folder) { (buffer) throws(ByteError) in try download.read(into: &buffer)
          }
        } catch {
          if let failure = download.failure { throw OpenError(failure, download.request.name) }
          throw error
        }
      }
      let input = try InputFile(path)
      return input.isSeekable ? input : try SpoolFile.read(input, beside: folder)
    } catch let error as OpenError { throw error } catch let error as ByteError { throw OpenError(error) } catch {
      throw OpenError(ByteError("\(error)"))
    }
  }

  private func request(_ url: String) throws(OpenError) -> HTTPRequest {
    for header in headers where !HTTPRequest.isHeader(header) {
      throw OpenError(ByteError("the value of '--header' is not of the form 'Name: value': '\(header)'"))
    }
    do { return try HTTPRequest(url, headers: headers, userAgent: "\(toolName)/\(toolVersion)") } catch { throw OpenError(error) }
  }

  private func ranges(_ request: HTTPRequest) throws(OpenError) -> HTTPFile? {
    do { return try HTTPFile(request) } catch { throw OpenError(error, request.name) }
  }

  private func download(_ request: HTTPRequest) throws(OpenError) -> HTTPDownload {
    do { return try HTTPDownload(request) } catch { throw OpenError(error, request.name) }
  }
}

extension HTTPError {
  /// One line, with the option that helps.
  fileprivate func line(_ name: String) -> String {
    switch self {
    case .status(401), .status(403): "\(words(name)): see --header"
    case .program, .failed, .malformed, .status: words(name)
    }
  }

  /// The exit code if the file cannot be opened.
  fileprivate var exitCode: ExitCode {
    switch self {
    case .program, .failed: .unavailable
    case .status(let code): code >= 500 ? .unavailable : .noInput
    case .malformed: .noInput
    }
  }
}

extension OptionSpec {
  /// `--header <line>`.
  static let header = OptionSpec(
    name: "header", value: "line", help: "Send this header, 'Name: value', with requests to http and https addresses; can be repeated.")
  /// `--init <file>`.
  static let initialization = OptionSpec(
    name: "init", value: "file", help: "Read the inputs as media segments that follow this initialization segment, all as one file.")
  /// Options of commands that open inputs by `InputOpener`.
  static let inputOptions = [initialization, header]
}
