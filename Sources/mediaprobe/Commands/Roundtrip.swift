import BitstreamKit
import FileIO
import MP4Kit
import RemuxKit

let roundtripCommand = CommandSpec(
  name: "roundtrip", abstract: "Decode every unit, tag or box of a file, encode it again and compare the bytes.",
  discussion: """
    Reads H.264 and H.265 byte streams, AAC in ADTS, FLV and MP4, MOV or HEIF; content decides which it is. Counts by kind how
    many were tried, gave their own bytes, were kept as bytes because no structure is known for them, are malformed and were kept
    as bytes, and gave other bytes. The last two are reported with their places and end in exit code 1. Media data of an MP4 file
    is not read.
    """,
  arguments: [inputArgument],
  options: [
    .codec,
    OptionSpec(name: "format", value: "format", values: ["table", "json"], help: "How to print it. (default: table)"),
  ],
  run: runRoundtrip)

private func runRoundtrip(_ invocation: Invocation) -> ExitCode {
  do {
    let input = try InputFile(invocation.arguments[0])
    let kind: RoundtripKind
    do { kind = try roundtripKind(of: input, invocation) } catch {
      report("\(toolName): \(error)")
      return .ioError
    }
    let log = RoundtripLog(input.name, invocation.format)
    switch kind {
    case .refused(let why):
      report("\(toolName): \(input.name): \(why)")
      return .malformed
    case .units(let codec): return runUnits(RoundtripUnits(log), input, codec, limit: RoundtripLog.mostHeld)
    case .flv: return log.run { () throws(ByteError) in try roundtripFLV(input, log) }
    case .adts: return log.run { () throws(ByteError) in try roundtripADTS(input, log) }
    case .boxes: return log.run { () throws(ByteError) in try roundtripBoxes(input, log) }
    }
  } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
}

private enum RoundtripKind {
  case units(VideoCodec)
  case flv
  case adts
  case boxes
  case refused(String)
}

private func roundtripKind(of input: InputFile, _ invocation: Invocation) throws(ByteError) -> RoundtripKind {
  if let codec = invocation.codec { return .units(codec) }
  let content = try content(of: input)
  switch content.container {
  case .flv: return .flv
  case .adts: return .adts
  case .mp4: return .boxes
  default: break
  }
  if case .unknown = content {
    var walker = BoxWalker(MemorySource(try input.peek(512)))
    // A box that the first bytes do not hold whole is believed where its type is known.
    if let place = try? walker.next(), canBeginWith(place, of: .max),
      isKnown(place) || place.header.size > 8 && place.header.size < 1 << 20
    {
      return .boxes
    }
  }
  do throws(ContentRefusal) { return .units(try streamCodec(of: content, input)) } catch { return .refused(error.message) }
}

/// What came of decoding and encoding something.
enum RoundtripResult {
  /// Its own bytes.
  case same
  /// Kept as bytes: no structure is known for it.
  case kept
  /// Malformed, and kept as bytes.
  case unread(String)
  /// Other bytes, from this one on.
  case different(at: Int, why: String)

  /// Compares what was written with what was read.
  static func compared(_ written: [UInt8], with bytes: [UInt8]) -> RoundtripResult {
    for index in 0..<min(written.count, bytes.count) where written[index] != bytes[index] {
      return .different(at: index, why: "\(hexByte(written[index])) and not \(hexByte(bytes[index]))")
    }
    if written.count == bytes.count { return .same }
    return .different(at: min(written.count, bytes.count), why: "\(written.count) bytes and not \(bytes.count)")
  }

  private static func hexByte(_ value: UInt8) -> String { "0x" + (value < 16 ? "0" : "") + String(value, radix: 16) }
}

/// Counts by kind, and the first difference.
final class RoundtripLog {
  /// Larger things are not tried: memory stays bounded.
  static let mostHeld = 1 << 24
  /// A hostile file names as many kinds as it likes.
  private static let mostKinds = 1000

  struct Count {
    var kind: String
    var tried: UInt64 = 0
    var same: UInt64 = 0
    var kept: UInt64 = 0
    var malformed: UInt64 = 0
    var different: UInt64 = 0
  }

  var output = OutputBuffer()
  var findings: Findings
  private let format: Format
  private let name: String
  private var counts: [Count] = []
  private var places: [String: Int] = [:]
  private var first: (kind: String, offset: UInt64, byte: UInt64, why: String)?

  init(_ name: String, _ format: Format) {
    self.name = name
    self.format = format
    findings = Findings(name)
  }

  /// Whether nothing was tried at all.
  var isEmpty: Bool { counts.isEmpty }

  /// Takes what came of something that starts at a byte of the file.
  func add(_ kind: String, at offset: UInt64, _ result: RoundtripResult) { add(kind, at: offset, result, &findings) }

  func add(_ kind: String, at offset: UInt64, _ result: RoundtripResult, _ findings: inout Findings) {
    let place = place(of: kind)
    counts[place].tried += 1
    switch result {
    case .same: counts[place].same += 1
    case .kept: counts[place].kept += 1
    case .unread(let why):
      counts[place].malformed += 1
      findings.add("\(kind) at \(offset) is kept as bytes: \(why)", &output)
    case .different(let at, let why):
      counts[place].different += 1
      if first == nil { first = (kind, offset, UInt64(max(0, at)), why) }
      findings.add("\(kind) at \(offset) gives other bytes: byte \(at) of it: \(why)", &output)
    }
  }

  /// Says of something that it was left out.
  func leaveOut(_ kind: String, at offset: UInt64, _ size: UInt64) {
    findings.add("\(kind) at \(offset) has \(size) bytes and is not tried: no more than \(Self.mostHeld) are held", &output)
  }

  private func place(of kind: String) -> Int {
    let name = counts.count < Self.mostKinds || places[kind] != nil ? kind : "other"
    if let known = places[name] { return known }
    places[name] = counts.count
    counts.append(Count(kind: name))
    return counts.count - 1
  }

  /// Runs a pass over a file, which gives the reason where the file is cut off or none of its kind, and prints what was counted.
  func run(_ pass: () throws(ByteError) -> String?) -> ExitCode {
    var code = ExitCode.success
    do {
      if let refusal = try pass() {
        report("\(toolName): \(name): \(refusal)")
        code = .malformed
      }
    } catch {
      report("\(toolName): \(error)")
      code = .ioError
    }
    return finish().or(code).or(findings.finish())
  }

  /// Prints what was counted.
  func finish() -> ExitCode {
    if !counts.isEmpty {
      if format == .json { document() } else { table() }
    }
    return mediaprobe.finish(&output)
  }

  private var total: Count {
    counts.reduce(into: Count(kind: "all")) {
      $0.tried += $1.tried
      $0.same += $1.same
      $0.kept += $1.kept
      $0.malformed += $1.malformed
      $0.different += $1.different
    }
  }

  private func table() {
    let width = max(16, counts.map(\.kind.utf8.count).max() ?? 0)
    func row(_ head: String, _ cells: [String]) {
      output.string(head)
      output.spaces(width - head.utf8.count)
      for cell in cells {
        output.spaces(11 - cell.utf8.count)
        output.string(cell)
      }
      output.byte(0x0A)
    }
    row("kind", ["tried", "same", "kept", "malformed", "different"])
    for count in counts + [total] {
      row(count.kind, [count.tried, count.same, count.kept, count.malformed, count.different].map { "\($0)" })
    }
  }

  private func document() {
    output.byte(0x7B)
    output.field("schema_version", schemaVersion, first: true)
    output.array("kinds", counts) { output, count in
      output.text("\n{")
      output.field("kind", string: count.kind, first: true)
      Self.numbers(count, &output, first: false)
      output.byte(0x7D)
    }
    output.object("total") { Self.numbers(total, &$0, first: true) }
    output.key("first_difference")
    if let first {
      output.byte(0x7B)
      output.field("kind", string: first.kind, first: true)
      output.field("offset", first.offset)
      output.field("byte", first.byte)
      output.field("reason", string: first.why)
      output.byte(0x7D)
    } else {
      output.text("null")
    }
    output.text("}\n")
  }

  private static func numbers(_ count: Count, _ output: inout OutputBuffer, first: Bool) {
    output.field("tried", count.tried, first: first)
    output.field("same", count.same)
    output.field("kept", count.kept)
    output.field("malformed", count.malformed)
    output.field("different", count.different)
  }
}
