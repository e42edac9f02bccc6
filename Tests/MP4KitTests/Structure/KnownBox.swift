import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

/// A line of Fixtures/known-boxes.txt: the path of a box and the bytes of its fields.
struct KnownBox: CustomTestStringConvertible, Sendable {
  var testDescription: String { name }
  /// The name in the file.
  let name: String
  let header: BoxHeader
  let context: BoxContext
  let bytes: [UInt8]
  /// The Swift type in the registry; nil for an unknown box.
  var type: String? {
    var visitor = TypeName()
    BoxRegistry.visit(header, in: context, &visitor)
    return visitor.name
  }

  static let all: [KnownBox] = {
    let text = (try? String(contentsOf: Places.fixtures.appending(path: "known-boxes.txt"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { KnownBox(String($0)) }
  }()

  /// One line per Swift type.
  static let ofEachType: [KnownBox] = {
    var seen: Set<String> = []
    return all.filter { seen.insert($0.type ?? $0.name).inserted }
  }()

  /// `stsd:1/mp4a 0000 'text'`, `uuid=0011… 00`.
  init?(_ line: String) {
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    bytes = parts.count > 1 ? Self.bytes(String(parts[1])) : []
    if name.hasPrefix("uuid=") {
      let id = hex(String(name.dropFirst(5)))
      header = BoxHeader("uuid", userType: BoxHeader.UserType(id.bigEndian64(at: 0), id.bigEndian64(at: 8)))
      context = BoxContext()
      return
    }
    let path = name.split(separator: "/")
    guard let last = path.last, let step = BoxPathStep(Array(last.utf8)) else { return nil }
    header = BoxHeader(step.type)
    guard path.count == 2, let around = path[0].split(separator: ":").first, let outer = BoxPathStep(Array(around.utf8)) else {
      context = BoxContext()
      return
    }
    context = BoxContext(in: outer.type, version: path[0].hasSuffix(":1") ? 1 : 0)
  }

  /// Hexadecimal digits, and characters between apostrophes.
  private static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, part) in text.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      bytes += index % 2 == 0 ? hex(String(part)) : Array(part.utf8)
    }
    return bytes
  }
}

/// The name of a box's Swift type.
struct TypeName: BoxVisitor {
  var name: String?
  mutating func visit<B: Box>(_ type: B.Type) { name = "\(B.self)" }
}

/// The elements of a structure, one per line.
func traceText<S: Syntax>(_ type: S.Type, _ bytes: [UInt8]) -> String {
  let log = S.trace(bytes)
  var text = ""
  for row in log.rows {
    text += "  " + (row.path.dropFirst() + [row.element.fullName]).joined(separator: " › ") + " = "
    switch row.element.value {
    case .number(.unsigned(let value)): text += "\(value)"
    case .number(.signed(let value)): text += "\(value)"
    case .bytes(let bytes): text += bytes.map { String(format: "%02x", $0) }.joined()
    case .code(let code): text += "'\(code)'"
    case .fixedPoint(let value, let fraction): text += "\(value) / 2^\(fraction)"
    case .floatingPoint(let value): text += "\(value)"
    case .text(let bytes): text += "\"\(String(decoding: bytes, as: UTF8.self).filter { $0 != "\0" })\""
    case .rows(let count): text += "\(count) rows"
    }
    text += "\n"
  }
  if let error = log.error { text += "  \(error)\n" }
  return text
}
