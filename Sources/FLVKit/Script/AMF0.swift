import BitstreamKit

/// A value of script data.
///
/// Adobe FLV 10.1, E.4.4.3 `SCRIPTDATAVALUE`; Action Message Format AMF 0 (2007), clause 2, for types not used by FLV.
public enum AMF0Value: Syntax {
  public static let structureName: StaticString = "SCRIPTDATAVALUE"

  /// 0.
  case number(AMF0Number)
  /// 1: a byte, 0 for false; values other than 1 occur.
  case boolean(UInt8)
  /// 2: a string of less than 65,536 bytes.
  case string(AMF0String)
  /// 3.
  case object(AMF0Object)
  /// 4: reserved.
  case movieClip
  /// 5.
  case null
  /// 6.
  case undefined
  /// 7: a reference to a previously coded object by index.
  case reference(UInt16)
  /// 8: an object with a count.
  case ecmaArray(AMF0ECMAArray)
  /// 9: the end of an object; a separate value only if misplaced.
  case objectEnd
  /// 10.
  case strictArray([AMF0Value])
  /// 11.
  case date(AMF0Date)
  /// 12: a string of less than 2^32 bytes.
  case longString(AMF0String)
  /// 13.
  case unsupported
  /// 14: reserved.
  case recordSet
  /// 15: a document's text, less than 2^32 bytes.
  case xmlDocument(AMF0String)
  /// 16: an object with a class name; indirect, so that a value takes 16 bytes.
  indirect case typedObject(AMF0TypedObject)
  /// 17: AMF 3 up to the end of the tag, as bytes.
  case avmPlus([UInt8])

  /// Null.
  @inlinable public init() { self = .null }

  /// The type marker.
  @inlinable public var type: UInt8 {
    switch self {
    case .number: 0
    case .boolean: 1
    case .string: 2
    case .object: 3
    case .movieClip: 4
    case .null: 5
    case .undefined: 6
    case .reference: 7
    case .ecmaArray: 8
    case .objectEnd: 9
    case .strictArray: 10
    case .date: 11
    case .longString: 12
    case .unsupported: 13
    case .recordSet: 14
    case .xmlDocument: 15
    case .typedObject: 16
    case .avmPlus: 17
    }
  }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var type = type
    try c.u("Type", &type, bits: 8, in: 0...17, sizing: true, at: -1, -1)
    switch type {
    case 0:
      var value = number ?? AMF0Number(0)
      try c.floatingPoint("ScriptDataValue", &value.bitPattern)
      self = .number(value)
    case 1:
      var value: UInt8 = 0
      if case .boolean(let held) = self { value = held }
      try c.u("ScriptDataValue", &value, bits: 8)
      self = .boolean(value)
    case 2:
      var value = string ?? AMF0String()
      try value.syntax(&c, bits: 16)
      self = .string(value)
    case 7:
      var value: UInt16 = 0
      if case .reference(let held) = self { value = held }
      try c.u("ScriptDataValue", &value, bits: 16)
      self = .reference(value)
    case 11:
      var value = AMF0Date()
      if case .date(let held) = self { value = held }
      try c.structure("SCRIPTDATADATE", &value) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
      self = .date(value)
    case 12, 15:
      var value = string ?? AMF0String()
      try value.syntax(&c, bits: 32)
      self = type == 12 ? .longString(value) : .xmlDocument(value)
    case 3, 8, 10, 16, 17:
      try syntaxOfParts(&c, type)
    default:
      self = Self.empty(type)
    }
  }

  /// Codes the types that contain other values, and opaque AMF 3.
  mutating func syntaxOfParts(_ c: inout SyntaxCoder, _ type: UInt8) throws(SyntaxError) {
    switch type {
    case 3:
      var value = AMF0Object()
      if case .object(let held) = self { value = held }
      try value.syntax(&c)
      self = .object(value)
    case 8:
      var value = AMF0ECMAArray()
      if case .ecmaArray(let held) = self { value = held }
      try c.u("ECMAArrayLength", &value.ecmaArrayLength, bits: 32)
      try value.variables.syntax(&c)
      self = .ecmaArray(value)
    case 10:
      var value: [AMF0Value] = []
      if case .strictArray(let held) = self { value = held }
      let count = try c.count("StrictArrayLength", value.count, bits: 32)
      var isOver = false
      try c.list("StrictArrayValue", &value, count: count, atLeast: 8, .null) { (c, v, _) throws(SyntaxError) in
        try c.next("StrictArrayValue", &v, &isOver)
      }
      self = .strictArray(value)
    case 16:
      var value = AMF0TypedObject()
      if case .typedObject(let held) = self { value = held }
      try value.className.syntax(&c, bits: 16)
      try value.properties.syntax(&c)
      self = .typedObject(value)
    default:
      var value = BitString.empty
      if case .avmPlus(let held) = self { value = BitString(bytes: held) }
      try c.rest("AMF3", &value)
      self = .avmPlus(value.bytes)
    }
  }

  /// Returns the value of a type without content.
  @inlinable static func empty(_ type: UInt8) -> AMF0Value {
    switch type {
    case 4: .movieClip
    case 6: .undefined
    case 9: .objectEnd
    case 13: .unsupported
    case 14: .recordSet
    default: .null
    }
  }

  /// Whether no value can follow, since a reader would take it for part of this one: AMF 3, or an object without its end marker.
  @inlinable public var takesTheRest: Bool {
    switch self {
    case .avmPlus: true
    case .object(let object): object.takesTheRest
    case .ecmaArray(let array): array.variables.takesTheRest
    case .typedObject(let object): object.properties.takesTheRest
    case .strictArray(let values): values.last?.takesTheRest ?? false
    default: false
    }
  }
}

extension SyntaxCoder {
  /// Codes one of several values. `isOver` is set if the previous value leaves no room for another.
  @inlinable public mutating func next(_ name: StaticString, _ value: inout AMF0Value, _ isOver: inout Bool) throws(SyntaxError) {
    if isOver { throw _inconsistent(name, "a value follows one that takes the rest of the tag") }
    try nested(&value)
    isOver = value.takesTheRest
  }
}

/// A number compared by its bits, so that every NaN is preserved.
public struct AMF0Number: Equatable, Sendable {
  /// The bits of an IEEE 754 double.
  public var bitPattern: UInt64

  /// Creates a number from a `Double`.
  @inlinable public init(_ value: Double) { bitPattern = value.bitPattern }
  /// The value.
  public var value: Double { Double(bitPattern: bitPattern) }
}

/// The bytes of a string, nominally UTF-8.
public struct AMF0String: Equatable, Sendable, ExpressibleByStringLiteral {
  /// The bytes as coded.
  public var bytes: [UInt8]

  /// The empty string.
  @inlinable public init() { bytes = [] }
  /// Creates a string of any bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }
  /// Creates a string encoded as UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }
  public init(stringLiteral value: StaticString) { bytes = Array(value.description.utf8) }

  /// The decoded text; invalid UTF-8 is replaced with U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func syntax(_ c: inout SyntaxCoder, bits: Int) throws(SyntaxError) {
    let count = try c.count("StringLength", bytes.count, bits: bits)
    try c.bytes("StringData", &bytes, count: count)
  }
}

/// A point in time.
///
/// Adobe FLV 10.1, E.4.4.3 `SCRIPTDATADATE`.
public struct AMF0Date: Equatable, Sendable {
  /// Milliseconds since 1970-01-01 UTC.
  public var dateTime = AMF0Number(0)
  /// The offset of local time in minutes; should be 0.
  public var localDateTimeOffset: Int16 = 0

  /// 1970-01-01.
  @inlinable public init() {}

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.floatingPoint("DateTime", &dateTime.bitPattern)
    try c.i("LocalDateTimeOffset", &localDateTimeOffset, bits: 16)
  }
}
