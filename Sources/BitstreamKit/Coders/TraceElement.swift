/// An element as a trace passes it to its sink.
public struct TraceElement: Sendable, Equatable {
  /// The value of an element.
  public enum Value: Sendable, Equatable {
    /// A number.
    case number(ElementValue)
    /// The first bytes of the value; `bitLength` is the total length.
    case bytes([UInt8])
    /// A four-character code.
    case code(FourCC)
    /// A fixed-point number with `fraction` fractional bits.
    case fixedPoint(ElementValue, fraction: Int)
    /// A floating-point number.
    case floatingPoint(Double)
    /// The first characters of a string, as coded.
    case text([UInt8])
    /// A table with this number of rows, not expanded.
    case rows(Int)

    /// The value of a fixed-point or floating-point number; nil for the other kinds.
    public var real: Double? {
      switch self {
      case .fixedPoint(.unsigned(let value), let fraction): Double(value) / Self.scale(fraction)
      case .fixedPoint(.signed(let value), let fraction): Double(value) / Self.scale(fraction)
      case .floatingPoint(let value): value
      case .number, .bytes, .code, .text, .rows: nil
      }
    }

    private static func scale(_ fraction: Int) -> Double { Double(UInt64(1) << UInt64(max(0, min(fraction, 63)))) }
  }

  /// The element's name in the specification, without indices.
  public var name: StaticString
  /// The first index, −1 if the element is not an array.
  public var i: Int
  /// The second index, or −1; below −1 the second and more, as `ElementIndex` packs them.
  public var j: Int
  /// The offset of the first bit from the first bit of the unit.
  public var bitOffset: Int
  /// The length in bits.
  public var bitLength: Int
  /// The file offset of the byte with the first bit, if known.
  public var byteOffset: UInt64?
  /// The value.
  public var value: Value
  /// The bits, left-aligned: at least 57 of them, or all `bitLength` if fewer.
  public var bits: UInt64 = 0

  /// Creates an element.
  @inlinable public init(
    name: StaticString, i: Int, j: Int, bitOffset: Int, bitLength: Int, byteOffset: UInt64?, value: Value, bits: UInt64 = 0
  ) {
    self.name = name
    self.i = i
    self.j = j
    self.bitOffset = bitOffset
    self.bitLength = bitLength
    self.byteOffset = byteOffset
    self.value = value
    self.bits = bits
  }

  /// The element's indices, the outermost first.
  public var indices: [Int] { i < 0 ? [] : [i] + ElementIndex.unpacking(j) }

  /// The name with its indices.
  public var fullName: String { elementName(name, i, j) }

  /// Compares all properties.
  public static func == (a: TraceElement, b: TraceElement) -> Bool {
    a.fullName == b.fullName && a.bitOffset == b.bitOffset && a.bitLength == b.bitLength && a.byteOffset == b.byteOffset
      && a.value == b.value
  }
}
