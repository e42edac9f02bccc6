import BitstreamKit
import CheckKit
import ProbeKit
import RemuxKit

/// Writes media: a copy in another container or layout, a part, a retagged copy, a mended copy. The host keeps what is written as parts.
struct Carrying {
  private let request: Request
  private let source: AnyByteSource

  init(_ request: Request, _ source: AnyByteSource) {
    self.request = request
    self.source = source
  }

  /// - Returns: nil if the request is not one of those that write media.
  func run() throws(ProbeRequestError) -> ProbeOutcome? {
    do throws(MediaError) {
      switch request.question {
      case "remux": return report(try remux())
      case "cut": return report(try cut())
      case "retag": return try retag()
      case "fix": return try fix()
      default: return nil
      }
    } catch {
      Host.message("\(error.naming(request.name))")
      return error.failure == nil ? .malformed : .failed
    }
  }

  private func report(_ report: CarryReport) -> ProbeOutcome {
    for note in report.notes { Host.message("\(request.name): \(note)") }
    var findings = Findings(request.name, Host.sink)
    for finding in report.findings { findings.add(finding) }
    return findings.finish()
  }

  private func asked<T>(_ body: () throws(ProbeRequestError) -> T) throws(MediaError) -> T {
    do throws(ProbeRequestError) { return try body() } catch { throw .unsupported(error.message) }
  }

  private func options() throws(MediaError) -> (Remuxer.Target, CarryOptions) {
    let name = request.option("to") ?? "mp4"
    guard let format = RemuxFormat(rawValue: name) else { throw .unsupported("there is no format '\(name)' to write") }
    var options = CarryOptions()
    // What is written has the name of its format.
    options.convertsQuickTime = true
    options.codec = format.codec
    switch request.option("layout") {
    case nil, "plain": break
    case "faststart": options.layout = .faststart
    case "fragmented": options.layout = .fragmented(MediaTime(milliseconds: 2000))
    case let layout?: throw .unsupported("the layout is plain, faststart or fragmented, not '\(layout)'")
    }
    return (format.target, options)
  }

  private func remux() throws(MediaError) -> CarryReport {
    let (target, options) = try options()
    let rate = try asked { () throws(ProbeRequestError) in try request.frameRate() }
    return try Remuxer.carry(try MediaInput(source, name: request.name, frameRate: rate), to: target, Host.output, options)
  }

  private func cut() throws(MediaError) -> CarryReport {
    let (target, options) = try options()
    let from = try asked { () throws(ProbeRequestError) in try request.time("from") }
    let to = try asked { () throws(ProbeRequestError) in try request.time("until") }
    if let from, let to, to <= from { throw .unsupported("the end of the part is not after its start") }
    let rate = try asked { () throws(ProbeRequestError) in try request.frameRate() }
    let input = try MediaInput(source, name: request.name, frameRate: rate)
    let composition = try MediaComposition.cutting(
      input, tracks: Array(input.reader.tracks.indices), from: from, to: to, onKeyPictures: request.option("keyframes") != nil, for: target)
    for note in composition.notes { Host.message("\(request.name): \(note)") }
    return try Remuxer.carry(composition, to: target, Host.output, options)
  }

  private func retag() throws(MediaError) -> ProbeOutcome {
    let type: FourCC
    switch request.option("type") ?? "" {
    case "avc1": type = "avc1"
    case "avc3": type = "avc3"
    case "hvc1": type = "hvc1"
    case "hev1": type = "hev1"
    default: throw .unsupported("the type is avc1, avc3, hvc1 or hev1")
    }
    let retag = try Retag(try MediaInput(source, name: request.name), to: type)
    for note in retag.notes { Host.message("\(request.name): \(note)") }
    do throws(ByteError) { return report(try Retag.copy(source, retag.patches, Host.output)) } catch { throw .bytes(error) }
  }

  private func fix() throws(MediaError) -> ProbeOutcome {
    let fix = Fix(source, name: request.name)
    let plan = try fix.plan()
    if plan.isEmpty {
      Host.message("\(request.name): nothing can be mended without decoding")
      return .malformed
    }
    let counted = Counted(Host.output)
    let carried = try fix.write(plan, to: counted.output)
    let report = try fix.judge(plan, AnyByteSource(HostSource(place: .output, byteCount: counted.byteCount)), carried)
    for change in report.changes { Host.message("\(request.name): \(change)") }
    for fault in report.faults { Host.message("\(request.name): not mended: \(fault)") }
    return report.isWritten ? (report.remaining.isEmpty ? .complete : .findings) : .malformed
  }
}

/// An output that counts the bytes that are appended.
private final class Counted {
  private(set) var byteCount: UInt64 = 0
  private let inner: MediaOutput

  init(_ inner: MediaOutput) { self.inner = inner }

  var output: MediaOutput {
    let inner = inner
    return MediaOutput(
      append: { (bytes, range) throws(ByteError) in
        try inner.append(bytes, range)
        self.byteCount += UInt64(range.count)
      }, replace: inner.replace,
      copy: { (offset, count) throws(ByteError) in
        try inner.copy?(offset, count)
        self.byteCount += count
      }, read: inner.read)
  }
}
