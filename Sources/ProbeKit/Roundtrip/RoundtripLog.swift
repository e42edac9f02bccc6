import BitstreamKit
import MP4Kit
import RemuxKit

/// The result of decoding and encoding.
enum RoundtripResult {
  /// Identical bytes.
  case same
  /// Kept as bytes: the structure is unknown.
  case kept
  /// Malformed, and kept as bytes.
  case unread(String)
  /// Different bytes, starting at this offset.
  case different(at: Int, why: String)

  /// Compares the encoded bytes with the input.
  static func compared(_ written: [UInt8], with bytes: [UInt8]) -> RoundtripResult { compared(written, with: bytes, 0..<bytes.count) }

  /// Compares the encoded bytes with a range of the input.
  static func compared(_ written: [UInt8], with bytes: [UInt8], _ range: Range<Int>) -> RoundtripResult {
    let count = min(written.count, range.count)
    if let index = firstDifference(written, 0..<count, bytes, range.lowerBound..<range.lowerBound + count) {
      return .different(at: index, why: "\(hexByte(written[index])) instead of \(hexByte(bytes[range.lowerBound + index]))")
    }
    if written.count == range.count { return .same }
    return .different(at: count, why: "\(written.count) bytes instead of \(range.count)")
  }

  private static func hexByte(_ value: UInt8) -> String { "0x" + (value < 16 ? "0" : "") + String(value, radix: 16) }
}

/// Counts results by kind and keeps the first difference.
final class RoundtripLog {
  /// Maximum size of an item; larger ones are skipped to bound memory.
  static let maxHeld = 1 << 24
  /// Maximum number of kinds, since a hostile file can contain any number.
  private static let maxKinds = 1000

  struct Count {
    var kind: String
    var tried: UInt64 = 0
    var same: UInt64 = 0
    var kept: UInt64 = 0
    var malformed: UInt64 = 0
    var different: UInt64 = 0
  }

  var output: OutputBuffer
  var findings: Findings
  private let format: Format
  private let name: String
  private var counts: [Count] = []
  private var places: [String: Int] = [:]
  /// The place of the kind that was added last.
  private var last = 0
  private var first: (kind: String, offset: UInt64, byte: UInt64, why: String)?

  init(_ probe: Probe, _ format: Format) {
    name = probe.input.name
    self.format = format
    output = OutputBuffer(probe.sink)
    findings = Findings(name, probe.sink)
  }

  /// Whether no item was tried.
  var isEmpty: Bool { counts.isEmpty }

  /// Adds the result for an item at a file offset.
  func add(_ kind: String, at offset: UInt64, _ result: RoundtripResult) { add(kind, at: offset, result, &findings) }

  func add(_ kind: String, at offset: UInt64, _ result: RoundtripResult, _ findings: inout Findings) {
    let place = last < counts.count && counts[last].kind == kind ? last : place(of: kind)
    last = place
    counts[place].tried += 1
    switch result {
    case .same: counts[place].same += 1
    case .kept: counts[place].kept += 1
    case .unread(let why):
      counts[place].malformed += 1
      findings.add("\(kind) at \(offset) kept as bytes: \(why)", &output)
    case .different(let at, let why):
      counts[place].different += 1
      if first == nil { first = (kind, offset, UInt64(max(0, at)), why) }
      findings.add("\(kind) at \(offset) differs at byte \(at): \(why)", &output)
    }
  }

  /// Reports an item that was skipped because of its size.
  func leaveOut(_ kind: String, at offset: UInt64, _ size: UInt64) {
    findings.add("\(kind) at \(offset) skipped: \(size) bytes exceed the limit of \(Self.maxHeld)", &output)
  }

  private func place(of kind: String) -> Int {
    let name = counts.count < Self.maxKinds || places[kind] != nil ? kind : "other"
    if let known = places[name] { return known }
    places[name] = counts.count
    counts.append(Count(kind: name))
    return counts.count - 1
  }

  /// Runs a pass over a file and prints the counts. The pass returns the reason if the file is truncated or of another kind.
  func run(_ pass: () throws(ByteError) -> String?) -> ProbeOutcome {
    var code = ProbeOutcome.complete
    do {
      if let refusal = try pass() {
        output.sink.report("\(name): \(refusal)")
        code = .malformed
      }
    } catch {
      output.sink.report("\(error)")
      code = .failed
    }
    return finish().or(code).or(findings.finish())
  }

  /// Prints the counts.
  func finish() -> ProbeOutcome {
    if !counts.isEmpty {
      if format == .json { document() } else { table() }
    }
    return output.finish()
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
    let width = max(16, counts.map { $0.kind.utf8.count }.max() ?? 0)
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
