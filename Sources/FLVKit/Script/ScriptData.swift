import BitstreamKit

/// The body of a script data tag, and of an enhanced video packet of the type `Metadata`: a name and what belongs to it.
///
/// Adobe FLV 10.1, E.4.4.2 `ScriptTagBody`.
public struct ScriptData: Syntax {
  public static let structureName: StaticString = "ScriptTagBody"

  /// The method or object name, which should be a string: `onMetaData`.
  public var name = AMF0Value.string("")
  /// What belongs to it; nil where the tag ends behind the name.
  public var value: AMF0Value? = .null
  /// What stands behind: further values, or 00 00 09 once more.
  public var trailing = BitString.empty

  /// No name, and null.
  @inlinable public init() {}

  /// A name with one value or more.
  /// - Throws: where a value cannot be written.
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
  /// The values behind the first, as many as can be read; what cannot stays in `trailing`.
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
