import BitstreamKit
import ProbeKit
import RemuxKit

/// The findings of an earlier check, by file: a document written by a check as JSON, lines of JSON or SARIF.
public struct Baseline: Sendable {
  /// The fingerprints of each file, by its name as the document has it; those of a document without names under the empty name.
  private var files: [String: Set<String>] = [:]

  /// Reads a document: the values of the keys `fingerprint` and `mediaprobe/v2` after those of `file` and `uri`.
  /// - Returns: nil if it cannot be that of a check, which has a list of findings or, in SARIF, of runs, or lines of findings, or nothing.
  public init?(_ document: [UInt8]) {
    var (name, isCheck, place) = ("", document.isEmpty, 0)
    while let start = document[place...].firstIndex(of: 0x22) {
      place = start + 1
      if Self.marks.contains(where: { document[start...].starts(with: $0) }) { isCheck = true }
      if let value = Self.value(of: Self.names, in: document, at: start) {
        name = String(decoding: value, as: UTF8.self)
      } else if let value = Self.value(of: Self.keys, in: document, at: start), value.count == 16,
        value.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
      {
        files[name, default: []].insert(String(decoding: value, as: UTF8.self))
      }
    }
    if !isCheck { return nil }
  }

  private static let marks = ["\"findings\":", "\"runs\":", "\"fingerprint\":"].map { Array($0.utf8) }
  private static let names = ["\"file\":\"", "\"uri\":\""].map { Array($0.utf8) }
  private static let keys = ["\"fingerprint\":\"", "\"mediaprobe/v2\":\""].map { Array($0.utf8) }

  /// The text of a key's value, up to the quote that ends it.
  private static func value(of keys: [[UInt8]], in document: [UInt8], at start: Int) -> ArraySlice<UInt8>? {
    guard let key = keys.first(where: { document[start...].starts(with: $0) }) else { return nil }
    let from = start + key.count
    var end = from
    while end < document.count, document[end] != 0x22 { end += document[end] == 0x5C ? 2 : 1 }
    return end < document.count ? document[from..<end] : nil
  }

  /// Whether there are no findings.
  public var isEmpty: Bool { files.isEmpty }

  /// The known findings of a file: those under its path, else those under any path with its last component, and those without a name.
  public func fingerprints(of path: String) -> Set<String> {
    var known = files[""] ?? []
    let own = [Self.json(path), CheckSARIF.uri(path)]
    let exact = files.filter { own.contains($0.key) }
    let last = own.map { Self.lastComponent($0) }
    let found = exact.isEmpty ? files.filter { !$0.key.isEmpty && last.contains(Self.lastComponent($0.key)) } : exact
    for fingerprints in found.values { known.formUnion(fingerprints) }
    return known
  }

  private static func lastComponent(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }

  /// A text as it is in a JSON string.
  private static func json(_ text: String) -> String {
    var bytes: [UInt8] = []
    let sink = ProbeSink(MediaOutput(append: { (piece, range) throws(ByteError) in bytes += piece[range] })) { _ in }
    var output = OutputBuffer(sink)
    output.quoted(text)
    _ = output.finish()
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}

extension CheckResult {
  /// Returns the result without known findings. Findings that are only counted are left out if all findings of their rule that are shown
  /// are known.
  /// - Parameter known: fingerprints, as of `Baseline.fingerprints(of:)`.
  public func removing(_ known: Set<String>) -> CheckResult {
    let left = findings.filter { !known.contains($0.fingerprint) }
    let rules = Set(left.map { $0.page.id.description })
    return CheckResult(
      findings: left, hidden: hidden.filter { rules.contains($0.page.id.description) }, container: container, refusal: refusal,
      outcome: outcome)
  }
}
