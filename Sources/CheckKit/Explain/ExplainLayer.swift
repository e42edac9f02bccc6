import BitstreamKit
import ProbeKit

/// What owns a byte of a file.
public struct Explanation: Sendable {
  /// The offset of the byte in the file.
  public var offset: UInt64
  /// Its value; nil if it could not be read.
  public var byte: UInt8?
  /// The owners from the outside in. Several elements of one byte follow each other at the same depth.
  public var layers: [ExplainLayer]
  /// What is wrong with the owners, one line each.
  public var problems: [String] = []
}

/// One owner of a byte: a box, a track, a sample, a NAL unit, a structure, an element.
public struct ExplainLayer: Sendable {
  /// What the owner is.
  public enum Kind: Sendable {
    case box, field, row, tag, frame, track, sample, item, unit, structure, element, data

    /// The name in the text and in JSON.
    public var name: StaticString {
      switch self {
      case .box: "box"
      case .field: "field"
      case .row: "row"
      case .tag: "tag"
      case .frame: "frame"
      case .track: "track"
      case .sample: "sample"
      case .item: "item"
      case .unit: "NAL unit"
      case .structure: "structure"
      case .element: "element"
      case .data: "data"
      }
    }

    /// Whether the text has the name of the kind before that of the owner.
    var isNamed: Bool {
      switch self {
      case .tag, .frame, .track, .sample, .item, .unit, .data: false
      case .box, .field, .row, .structure, .element: true
      }
    }
  }

  /// A property of an owner.
  public struct Fact: Sendable {
    /// The name, as a key of JSON: `decode_time`.
    public var name: StaticString
    /// The value as text.
    public var value: String
    /// The value in JSON, if it is not the text.
    public var scalar: Scalar?
  }

  /// A value that JSON does not have as text.
  public enum Scalar: Sendable {
    case number(Int64)
    case flag(Bool)
    /// A time in units of a time scale, and in seconds under another key.
    case time(Int64, seconds: Double, StaticString)
  }

  /// What the owner is.
  public var kind: Kind
  /// A path of boxes, the name of an element with its indices, `sample 17`.
  public var name: String
  /// The number of owners around it.
  public var depth: Int
  /// The offset of its first byte in the file; nil for a track.
  public var offset: UInt64?
  /// The number of bytes that it has in the file, or touches; nil for a track.
  public var size: UInt64?
  /// The offset of its first bit from the first bit of the NAL unit, box fields or header, without emulation prevention bytes; nil for
  /// anything but elements.
  public var bitOffset: Int?
  /// The number of bits; nil for anything but elements.
  public var bitLength: Int?
  /// The value of an element as text.
  public var value: String?
  /// The value of an element that is an integer.
  public var number: ElementValue?
  /// The value of an element that is a fixed-point or floating-point number.
  public var real: Double?
  /// Its properties.
  public var facts: [Fact] = []
  /// What it means; nil if the catalogue does not have it.
  public var page: CataloguePage?

  /// Creates a layer.
  init(_ kind: Kind, _ name: String, depth: Int, offset: UInt64? = nil, size: UInt64? = nil, page: CataloguePage? = nil) {
    self.kind = kind
    self.name = name
    self.depth = depth
    self.offset = offset
    self.size = size
    self.page = page
  }

  mutating func add(_ name: StaticString, _ value: String, _ scalar: Scalar? = nil) {
    facts.append(Fact(name: name, value: value, scalar: scalar))
  }

  mutating func add(_ name: StaticString, number value: some BinaryInteger) {
    add(name, "\(value)", .number(Int64(clamping: value)))
  }
}

extension TraceElement.Value {
  /// The value as text: bytes as hexadecimal digits, at most 16.
  func text(bitLength: Int) -> String {
    switch self {
    case .number(.unsigned(let value)): return String(value)
    case .number(.signed(let value)): return String(value)
    case .code(let code): return "'\(code)'"
    case .rows(let count): return counted(count, "row")
    case .text(let bytes):
      let isCut = bytes.count > 64
      return "\"" + String(decoding: bytes.prefix(64), as: UTF8.self) + (isCut ? "…\"" : "\"")
    case .fixedPoint, .floatingPoint: return numberText(real ?? 0)
    case .bytes(let bytes):
      var text = ""
      for byte in bytes.prefix(16) { text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
      return text + (bitLength > 8 * min(16, bytes.count) ? "…" : "")
    }
  }
}
