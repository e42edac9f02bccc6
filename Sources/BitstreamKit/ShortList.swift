/// A list of at most 16 numbers of up to 32 bits, stored inline: for slice headers, which are read in large numbers.
public struct ShortList<Element: FixedWidthInteger & Sendable>: RandomAccessCollection, MutableCollection, Equatable, Sendable {
  /// A single non-generic vector type for all elements: five times as fast as a vector of `Element`.
  @usableFromInline var storage: SIMD16<UInt32>
  @usableFromInline var held: UInt8

  /// The maximum number of elements.
  public static var capacity: Int { 16 }

  /// An empty list.
  @inlinable public init() {
    // Initialised here rather than at the declaration, which would be an initialiser that other modules cannot specialise.
    storage = SIMD16(repeating: 0)
    held = 0
  }

  /// Creates a list of the first 16 numbers of a sequence.
  @inlinable public init<S: Sequence>(_ numbers: S) where S.Element == Element {
    self.init()
    for number in numbers { append(number) }
  }

  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of elements, 0 to 16.
  @inlinable public var endIndex: Int { Int(held) }
  /// The element at `index`.
  @inlinable public subscript(index: Int) -> Element {
    get { Element(truncatingIfNeeded: Int32(bitPattern: storage[index])) }
    set { storage[index] = UInt32(truncatingIfNeeded: newValue) }
  }

  /// Appends a number; ignored if the list is full.
  @inlinable public mutating func append(_ number: Element) {
    guard held < 16 else { return }
    storage[Int(held)] = UInt32(truncatingIfNeeded: number)
    held &+= 1
  }

  /// Removes all elements.
  @inlinable public mutating func removeAll() {
    storage = SIMD16(repeating: 0)
    held = 0
  }
}

extension ShortList: ExpressibleByArrayLiteral {
  /// Creates a list of the first 16 numbers of a literal.
  @inlinable public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension ElementCoder {
  /// A list of `count` numbers, at most 16, of at least `bits` bits each.
  @inlinable @inline(__always) public mutating func list<E>(
    _ name: StaticString, _ values: inout ShortList<E>, count: Int, atLeast bits: Int,
    _ body: (inout Self, inout E, Int) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if _fills || _edits {
      if count > ShortList<E>.capacity { throw _malformed(name, .overLimit("\(count) elements, the maximum is 16")) }
      if _fills { try _require(name, count: count, atLeast: bits) }
    } else if values.count != count {
      throw _inconsistent(name, "the list has \(values.count) elements and not \(count)")
    }
    let held = values
    if _fills || _edits { values.removeAll() }
    var index = 0
    while index < count {
      var element: E = _fills || index >= held.count ? 0 : held[index]
      try body(&self, &element, index)
      if _fills || _edits { values.append(element) }
      index += 1
    }
  }
}
