/// Why and where a structure could not be read or written.
///
/// Described as `seq_parameter_set_data › vui_parameters: cpb_cnt_minus1 at bit 213 (file byte 0x2f): 77 is not in 0...31`. The size of
/// one reference, so that it adds no cost to functions that may throw it.
public struct SyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong. Callers distinguish truncated, malformed and unsupported input from exceeded limits.
  public enum Reason: Sendable, Equatable {
    /// The element needs more bits than the structure has left.
    case truncated(needed: Int, left: Int)
    /// The value is outside the range allowed by the specification.
    case outOfRange(ElementValue, lower: ElementValue, upper: ElementValue)
    /// The bits violate the specification in another way, described by the text.
    case malformed(String)
    /// Reserved by the specification, or not supported by this toolkit.
    case unsupported(String)
    /// Legal, but over a limit that bounds memory or time.
    case overLimit(String)
    /// The model cannot be written: a count, a presence flag or a value contradicts another part of it.
    case inconsistent(String)
  }

  private final class Storage: Sendable {
    let reason: Reason
    let element: String
    let path: [String]
    let bitOffset: Int?
    let byteOffset: UInt64?

    init(_ reason: Reason, _ element: String, _ path: [String], _ bitOffset: Int?, _ byteOffset: UInt64?) {
      self.reason = reason
      self.element = element
      self.path = path
      self.bitOffset = bitOffset
      self.byteOffset = byteOffset
    }
  }

  private let storage: Storage

  /// Creates an error at an element, without enclosing structures.
  public init(_ reason: Reason, element: String, bitOffset: Int? = nil, byteOffset: UInt64? = nil, path: [String] = []) {
    storage = Storage(reason, element, path, bitOffset, byteOffset)
  }

  /// The reason.
  public var reason: Reason { storage.reason }
  /// The element's name in the specification with its indices; empty if the structure as a whole is at fault.
  public var element: String { storage.element }
  /// The enclosing structures, outermost first.
  public var path: [String] { storage.path }
  /// The offset of the element's first bit from the first bit of the unit; nil when writing.
  public var bitOffset: Int? { storage.bitOffset }
  /// The file offset of the byte with that bit, if known.
  public var byteOffset: UInt64? { storage.byteOffset }

  /// Returns the same error with an enclosing structure added to its path.
  public func inside(_ structure: StaticString) -> SyntaxError {
    SyntaxError(reason, element: element, bitOffset: bitOffset, byteOffset: byteOffset, path: [structure.description] + path)
  }

  /// Returns the same error with its file offset moved by `offset` bytes, for a unit whose reader did not have its position.
  public func inFile(at offset: UInt64) -> SyntaxError {
    let (place, overflow) = (byteOffset ?? UInt64(max(0, bitOffset ?? 0) / 8)).addingReportingOverflow(offset)
    return SyntaxError(reason, element: element, bitOffset: bitOffset, byteOffset: overflow ? nil : place, path: path)
  }

  /// Whether more bytes might have avoided the error.
  public var isTruncation: Bool {
    if case .truncated = reason { return true }
    return false
  }

  /// A path of more than twice this number of structures is shown without those in its middle.
  private static var shown: Int { 8 }

  /// One line: path, element, position, reason.
  public var description: String {
    var text = ""
    for (index, structure) in path.enumerated() where index < Self.shown || index >= path.count - Self.shown {
      text += index == 0 ? structure : index == path.count - Self.shown && index > Self.shown ? " › … › " + structure : " › " + structure
    }
    if !element.isEmpty { text += text.isEmpty ? element : ": " + element }
    if let bit = bitOffset { text += " at bit \(bit)" }
    if let byte = byteOffset { text += " (file byte 0x\(String(byte, radix: 16)))" }
    return text + ": " + reason.description
  }

  /// Compares all properties.
  public static func == (a: SyntaxError, b: SyntaxError) -> Bool {
    a.reason == b.reason && a.element == b.element && a.path == b.path && a.bitOffset == b.bitOffset && a.byteOffset == b.byteOffset
  }
}

extension SyntaxError.Reason: CustomStringConvertible {
  /// The reason as text.
  public var description: String {
    switch self {
    case .truncated(let needed, let left): "truncated: needs \(bitCount(needed)), \(bitCount(left)) left"
    case .outOfRange(let value, let lower, let upper):
      lower == upper ? "\(value) is not \(lower)" : "\(value) is not in \(lower)...\(upper)"
    case .malformed(let why), .unsupported(let why), .overLimit(let why): why
    case .inconsistent(let why): "cannot be written: " + why
    }
  }
}

/// "5 bits", "1 bit", or whole bytes: "12 bytes".
private func bitCount(_ bits: Int) -> String {
  bits % 8 == 0 && bits != 0 ? counted(bits / 8, "byte") : counted(bits, "bit")
}

/// The value of an element: the widest unsigned or signed number.
public enum ElementValue: Sendable, Equatable, CustomStringConvertible {
  /// u(n), ue(v), flags.
  case unsigned(UInt64)
  /// i(n), se(v).
  case signed(Int64)

  /// Wraps a number of any width up to 64 bits.
  @inlinable public init<T: FixedWidthInteger>(_ value: T) {
    self = T.isSigned ? .signed(Int64(truncatingIfNeeded: value)) : .unsigned(UInt64(truncatingIfNeeded: value))
  }

  /// The value in decimal.
  public var description: String {
    switch self {
    case .unsigned(let value): "\(value)"
    case .signed(let value): "\(value)"
    }
  }
}

/// Returns an element's name with its indices as in the specification: `offset_for_ref_frame[3]`.
@usableFromInline func elementName(_ name: StaticString, _ i: Int, _ j: Int) -> String {
  var text = name.description
  if i >= 0 { text += "[\(i)]" }
  if j >= 0 { text += "[\(j)]" } else if j < -1 { for index in ElementIndex.unpacking(j) { text += "[\(index)]" } }
  return text
}
