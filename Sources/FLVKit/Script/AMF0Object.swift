import BitstreamKit

/// Properties in order; a name may occur more than once.
///
/// Adobe FLV 10.1, E.4.4.3 `SCRIPTDATAOBJECT`.
public struct AMF0Object: Equatable, Sendable {
  /// The properties as coded.
  public var properties: [AMF0Property] = []
  /// Whether the end marker 00 00 09 follows; in some files the tag ends without it.
  public var isTerminated = true

  /// An object without properties.
  @inlinable public init() {}
  /// Creates an object with these properties.
  public init(_ properties: [AMF0Property]) { self.properties = properties }

  /// The value of the first property with that name.
  public subscript(name: AMF0String) -> AMF0Value? {
    for property in properties where property.propertyName == name { return property.propertyData }
    return nil
  }

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var isOver = false
    try c.listUntil(AMF0Property.end, &properties, isTerminated: &isTerminated, AMF0Property()) { (c, property, _) throws(SyntaxError) in
      try c.structure("SCRIPTDATAOBJECTPROPERTY", &property) { (c, property) throws(SyntaxError) in
        try property.propertyName.syntax(&c, bits: 16)
        try c.next("PropertyData", &property.propertyData, &isOver)
      }
    }
  }

  @inlinable var takesTheRest: Bool { !isTerminated }
}

/// A property: name and value.
///
/// Adobe FLV 10.1, E.4.4.3 `SCRIPTDATAOBJECTPROPERTY`.
public struct AMF0Property: Equatable, Sendable {
  /// The name, less than 65,536 bytes.
  public var propertyName = AMF0String()
  /// The value.
  public var propertyData = AMF0Value.null

  /// An empty name and null.
  @inlinable public init() {}
  /// Creates a property.
  public init(_ name: AMF0String, _ value: AMF0Value) {
    propertyName = name
    propertyData = value
  }

  /// `SCRIPTDATAOBJECTEND`.
  public static let end = AMF0Property("", .objectEnd)
}

/// An object with a count (ECMA array).
///
/// Adobe FLV 10.1, E.4.4.3 `SCRIPTDATAECMAARRAY`.
public struct AMF0ECMAArray: Equatable, Sendable {
  /// The properties, with their own end marker.
  public var variables = AMF0Object()
  /// The number of properties according to the file, coded before them; may be wrong.
  public var ecmaArrayLength: UInt32 = 0

  /// An array without properties.
  @inlinable public init() {}
  /// Creates an array with these properties and their number.
  public init(_ properties: [AMF0Property]) {
    ecmaArrayLength = UInt32(clamping: properties.count)
    variables = AMF0Object(properties)
  }
}

/// An object with a class name.
///
/// Action Message Format AMF 0 (2007), 2.18.
public struct AMF0TypedObject: Equatable, Sendable {
  /// The class name.
  public var className = AMF0String()
  /// The properties.
  public var properties = AMF0Object()

  /// An object with an empty class name.
  @inlinable public init() {}
}

extension AMF0Value {
  /// Creates a number.
  public static func number(_ value: Double) -> AMF0Value { .number(AMF0Number(value)) }
  /// Creates a Boolean.
  public static func boolean(_ value: Bool) -> AMF0Value { .boolean(value ? 1 as UInt8 : 0) }

  /// The number; nil for other types.
  @inlinable var number: AMF0Number? {
    if case .number(let value) = self { return value }
    return nil
  }
  /// The number as a `Double`; nil for other types.
  public var doubleValue: Double? { number?.value }

  /// The Boolean; nil for other types.
  public var boolValue: Bool? {
    if case .boolean(let value) = self { return value != 0 }
    return nil
  }

  /// The string of a string, long string or XML document; nil for other types.
  @inlinable public var string: AMF0String? {
    switch self {
    case .string(let value), .longString(let value), .xmlDocument(let value): value
    default: nil
    }
  }

  /// The properties of an object, an ECMA array or a typed object; nil for other types.
  public var object: AMF0Object? {
    switch self {
    case .object(let value): value
    case .ecmaArray(let value): value.variables
    case .typedObject(let value): value.properties
    default: nil
    }
  }

  /// The values of a strict array; nil for other types.
  public var values: [AMF0Value]? {
    if case .strictArray(let values) = self { return values }
    return nil
  }
}
