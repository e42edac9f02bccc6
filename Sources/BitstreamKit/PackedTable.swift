/// A row of a large table: a structure whose size in bytes is known before it is read.
///
/// `layout` is additional context that determines the size, from the enclosing structure (the flags of a track run); 0 if unused.
public protocol PackedRow: Equatable, Sendable {
  /// Creates a row of zeros.
  init()
  /// Returns the size of a row in bytes.
  static func byteCount(layout: UInt32) -> Int
  /// Codes the row's elements, each with the row's index.
  mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError)
  /// Decodes the row at `offset`; `bytes` contains all of it.
  init(unpacking bytes: [UInt8], at offset: Int, layout: UInt32)
  /// Appends the row's bytes, `byteCount(layout:)` of them.
  func pack(into bytes: inout [UInt8], layout: UInt32)
}

extension PackedRow {
  /// Decodes a row whose size does not depend on a layout.
  @inlinable public init(unpacking bytes: [UInt8], at offset: Int) { self.init(unpacking: bytes, at: offset, layout: 0) }

  /// Decodes a row with its syntax function.
  @inlinable public init(unpacking bytes: [UInt8], at offset: Int, layout: UInt32) {
    self.init()
    var reader = BitReader(bytes, offset..<max(offset, min(bytes.count, offset + Self.byteCount(layout: layout))), policy: .lenient)
    // If the syntax function throws, the elements read so far are kept: access to a row cannot fail.
    try? syntax(&reader, layout: layout, at: 0)
  }

  /// Appends the bytes of a row whose size does not depend on a layout.
  @inlinable public func pack(into bytes: inout [UInt8]) { pack(into: &bytes, layout: 0) }

  /// Appends the row's bytes with its syntax function.
  @inlinable public func pack(into bytes: inout [UInt8], layout: UInt32) {
    var writer = BitWriter()
    var copy = self
    // Elements rejected by the syntax function are replaced with zeros, so that the following rows keep their offsets.
    try? copy.syntax(&writer, layout: layout, at: 0)
    let packed = writer.finish()
    let size = Self.byteCount(layout: layout)
    bytes.append(contentsOf: packed.prefix(size))
    for _ in 0..<max(0, size - packed.count) { bytes.append(0) }
  }
}

/// A large table stored as coded: a row is decoded on each access, so that a table of millions of rows takes no more memory than its
/// bytes.
///
/// An unread table (`BitReader.init(heading:…)`) has no rows in memory: `codedCount` is the number of rows and `unreadOffset` their
/// position.
public struct PackedTable<Row: PackedRow>: RandomAccessCollection, Equatable, Sendable {
  /// The packed rows.
  @usableFromInline var storage: [UInt8]
  /// The additional context that determines the row size.
  public let layout: UInt32
  /// The number of rows in memory.
  @usableFromInline var rows: Int
  /// The value of `codedCount`.
  @usableFromInline var coded: Int
  /// For an unread table: the offset of its rows, in bytes from the first byte of the reader.
  public let unreadOffset: Int?

  /// An empty table.
  @inlinable public init(layout: UInt32 = 0) { self.init(packed: [], count: 0, layout: layout) }

  /// Creates a table of packed rows; bytes that do not fill a row are dropped.
  @inlinable public init(packed: [UInt8], layout: UInt32 = 0) {
    let size = Row.byteCount(layout: layout)
    self.init(packed: packed, count: size > 0 ? packed.count / size : 0, layout: layout)
  }

  /// Creates a table of `count` packed rows, which may be empty rows; fewer if there are not enough bytes.
  public init(packed: [UInt8], count: Int, layout: UInt32) {
    let size = Row.byteCount(layout: layout)
    rows = size > 0 ? Swift.min(count, packed.count / size) : Swift.max(0, count)
    storage = packed
    if packed.count > rows * size { storage.removeLast(packed.count - rows * size) }
    self.layout = layout
    coded = rows
    unreadOffset = nil
  }

  /// Creates a table of `count` unread rows.
  init(unread count: Int, at offset: Int, layout: UInt32) {
    storage = []
    self.layout = layout
    rows = 0
    coded = count
    unreadOffset = offset
  }

  /// Creates a table of the given rows.
  public init<S: Sequence>(_ elements: S, layout: UInt32 = 0) where S.Element == Row {
    self.init(layout: layout)
    for row in elements { append(row) }
  }

  /// The number of rows, in memory or not.
  @inlinable public var codedCount: Int { coded }
  /// The packed rows.
  @inlinable public var packed: [UInt8] { storage }
  /// The size of a row in bytes.
  @inlinable public var rowSize: Int { Row.byteCount(layout: layout) }
  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of rows in memory.
  @inlinable public var endIndex: Int { rows }
  /// Decodes a row.
  @inlinable public subscript(index: Int) -> Row { Row(unpacking: storage, at: index * rowSize, layout: layout) }

  /// Appends a row.
  @inlinable public mutating func append(_ row: Row) {
    row.pack(into: &storage, layout: layout)
    rows += 1
    coded = rows
  }
}

/// A row that is a single big-endian number.
public protocol PackedInteger: PackedRow, FixedWidthInteger, UnsignedInteger {
  /// The element name of the number in a table of bare numbers.
  static var elementName: StaticString { get }
}

extension PackedInteger {
  /// The size of the number in bytes.
  @inlinable public static func byteCount(layout: UInt32) -> Int { bitWidth / 8 }
  /// The default name.
  @inlinable public static var elementName: StaticString { "entry" }

  /// Codes the number with its index.
  @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
    try c.u(Self.elementName, &self, bits: Self.bitWidth, at: index)
  }

  /// Appends the number, most significant byte first.
  @inlinable public func pack(into bytes: inout [UInt8], layout: UInt32) {
    var shift = Self.bitWidth
    while shift > 0 {
      shift -= 8
      bytes.append(UInt8(truncatingIfNeeded: self >> Self(truncatingIfNeeded: shift)))
    }
  }

  /// Decodes a big-endian number.
  @inlinable @inline(__always) public init(unpacking bytes: [UInt8], at offset: Int, layout: UInt32) {
    self = Self(truncatingIfNeeded: bytes.bigEndian64(at: offset) >> UInt64(64 - Self.bitWidth))
  }
}

extension UInt8: PackedInteger {}
extension UInt16: PackedInteger {}
extension UInt32: PackedInteger {}
extension UInt64: PackedInteger {}
