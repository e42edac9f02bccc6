/// One element as a tracer saw it.
public struct TraceElement: Sendable, Equatable {
  /// What an element holds.
  public enum Value: Sendable, Equatable {
    /// A number.
    case number(ElementValue)
    /// Bytes, as many of them as a reader would care to see; `bitLength` tells how many there are.
    case bytes([UInt8])
    /// Four bytes that name something.
    case code(FourCC)
    /// A number of which the last `fraction` bits stand behind the point.
    case fixedPoint(ElementValue, fraction: Int)
    /// Characters as coded, as many of them as a reader would care to see.
    case text([UInt8])
    /// A table of so many rows, which the tracer was not told to show one by one.
    case rows(Int)
  }

  /// The element's name in the specification, without indices.
  public var name: StaticString
  /// The first index, −1 where the element is no array.
  public var i: Int
  /// The second index, or −1; below −1 the second and more, as `ElementIndex` packs them.
  public var j: Int
  /// The first bit, counted from the first bit of the unit.
  public var bitOffset: Int
  /// How many bits it takes.
  public var bitLength: Int
  /// The byte of the file that holds the first bit, where the file is known.
  public var byteOffset: UInt64?
  /// What it holds.
  public var value: Value
  /// The bits themselves, the first of them in the highest: 57 at least, as many as `bitLength` where those are fewer.
  public var bits: UInt64 = 0

  /// An element at its place.
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

  /// Equal when they say the same.
  public static func == (a: TraceElement, b: TraceElement) -> Bool {
    a.fullName == b.fullName && a.bitOffset == b.bitOffset && a.bitLength == b.bitLength && a.byteOffset == b.byteOffset
      && a.value == b.value
  }
}
