import BitstreamKit

/// The body of a script data tag, and of an enhanced video packet of type `Metadata`: a name and values.
///
/// Adobe FLV 10.1, E.4.4.2 `ScriptTagBody`.
public struct ScriptData: Syntax {
  public static let structureName: StaticString = "ScriptTagBody"

  /// The method or object name, nominally a string: `onMetaData`.
  public var name = AMF0Value.string("")
  /// The first value; nil if the tag ends after the name.
  public var value: AMF0Value? = .null
  /// The remaining bytes: further values, or a redundant 00 00 09.
  public var trailing = BitString.empty

  /// An empty name and null.
  @inlinable public init() {}

  /// Creates a name with one or more values.
  /// - Throws: if a value cannot be encoded.
  public init(name: AMF0String, _ first: AMF0Value, _ further: [AMF0Value] = []) throws(SyntaxError) {
    self.name = .string(name)
    value = first
    var bytes: [UInt8] = []
    for value in further { bytes += try value.encoded() }
    trailing = BitString(bytes: bytes)
  }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.nested(&name)
    let present = c.moreBytes(value != nil)
    try c.when(present, &value, .null) { (c, v) throws(SyntaxError) in try c.nested(&v) }
    if present { try c.rest("trailing", &trailing) }
    let isOver = value?.takesTheRest ?? true
    if isOver && !trailing.isEmpty || value != nil && name.takesTheRest {
      throw c._inconsistent("trailing", "something follows a value that takes the rest of the tag")
    }
  }
}

extension ScriptData {
  /// The values after the first, as far as they can be parsed; the rest is only in `trailing`.
  public var furtherValues: [AMF0Value] {
    var reader = BitReader(trailing.bytes)
    var values: [AMF0Value] = []
    while reader.bitsLeft >= 8 {
      var value = AMF0Value.null
      guard (try? reader.nested(&value)) != nil else { break }
      values.append(value)
    }
    return values
  }
}
