/// A row of a big table: a structure whose size in bytes is known before it is read.
///
/// `layout` is whatever else decides the size, as the structure around the table says it (the flags of a track run); 0 where nothing
/// does.
public protocol PackedRow: Equatable, Sendable {
  /// A row of zeros, which a reader then fills.
  init()
  /// The size of a row in bytes.
  static func byteCount(layout: UInt32) -> Int
  /// Names the row's elements, each with the row's index.
  mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError)
  /// Decodes the row that starts at `offset`; `bytes` holds all of it.
  init(unpacking bytes: [UInt8], at offset: Int, layout: UInt32)
  /// Appends the row's bytes, `byteCount(layout:)` of them.
  func pack(into bytes: inout [UInt8], layout: UInt32)
}

extension PackedRow {
  /// Decodes a row whose size nothing else decides.
  @inlinable public init(unpacking bytes: [UInt8], at offset: Int) { self.init(unpacking: bytes, at: offset, layout: 0) }

  /// Decodes a row by its syntax.
  @inlinable public init(unpacking bytes: [UInt8], at offset: Int, layout: UInt32) {
    self.init()
    var reader = BitReader(bytes, offset..<max(offset, min(bytes.count, offset + Self.byteCount(layout: layout))), policy: .lenient)
    // A row that its syntax refuses keeps what was read of it: a table is looked at, it cannot fail.
    try? syntax(&reader, layout: layout, at: 0)
  }

  /// Appends the bytes of a row whose size nothing else decides.
  @inlinable public func pack(into bytes: inout [UInt8]) { pack(into: &bytes, layout: 0) }

  /// Appends the row's bytes by its syntax.
  @inlinable public func pack(into bytes: inout [UInt8], layout: UInt32) {
    var writer = BitWriter()
    var copy = self
    // What a row's syntax refuses is replaced by zeros, so that the rows behind it keep their places.
    try? copy.syntax(&writer, layout: layout, at: 0)
    let packed = writer.finish()
    let size = Self.byteCount(layout: layout)
    bytes.append(contentsOf: packed.prefix(size))
    for _ in 0..<max(0, size - packed.count) { bytes.append(0) }
  }
}

/// A big table kept as it was coded: a row is decoded each time it is looked at, so that a table of millions of rows costs its
/// bytes and no more.
///
/// A table that was left where it is (`BitReader.init(heading:…)`) has no rows in memory: `codedCount` says how many there are and
/// `unreadOffset` where they start.
public struct PackedTable<Row: PackedRow>: RandomAccessCollection, Equatable, Sendable {
  /// The rows, one behind the other.
  @usableFromInline var storage: [UInt8]
  /// What else decides the size of a row.
  public let layout: UInt32
  /// How many rows are in memory.
  @usableFromInline var rows: Int
  /// As `codedCount` says.
  @usableFromInline var coded: Int
  /// For a table that was not read: where its rows start, in bytes from the first byte that the reader was given.
  public let unreadOffset: Int?

  /// An empty table.
  @inlinable public init(layout: UInt32 = 0) { self.init(packed: [], count: 0, layout: layout) }

  /// A table of coded rows; bytes that do not fill a row are left out.
  @inlinable public init(packed: [UInt8], layout: UInt32 = 0) {
    let size = Row.byteCount(layout: layout)
    self.init(packed: packed, count: size > 0 ? packed.count / size : 0, layout: layout)
  }

  /// A table of `count` coded rows, which may be rows of no bytes; fewer where the bytes do not hold them.
  public init(packed: [UInt8], count: Int, layout: UInt32) {
    let size = Row.byteCount(layout: layout)
    rows = size > 0 ? Swift.min(count, packed.count / size) : Swift.max(0, count)
    storage = packed
    if packed.count > rows * size { storage.removeLast(packed.count - rows * size) }
    self.layout = layout
    coded = rows
    unreadOffset = nil
  }

  /// A table of `count` rows that stay where they are.
  init(unread count: Int, at offset: Int, layout: UInt32) {
    storage = []
    self.layout = layout
    rows = 0
    coded = count
    unreadOffset = offset
  }

  /// A table of the rows given.
  public init<S: Sequence>(_ elements: S, layout: UInt32 = 0) where S.Element == Row {
    self.init(layout: layout)
    for row in elements { append(row) }
  }

  /// How many rows the table has, in memory or not.
  @inlinable public var codedCount: Int { coded }
  /// The rows as coded.
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

/// A row that is one big-endian number.
public protocol PackedInteger: PackedRow, FixedWidthInteger, UnsignedInteger {
  /// The number's name in a table whose rows are nothing else.
  static var elementName: StaticString { get }
}

extension PackedInteger {
  /// The number's bytes.
  @inlinable public static func byteCount(layout: UInt32) -> Int { bitWidth / 8 }
  /// Nothing better is known of a bare number.
  @inlinable public static var elementName: StaticString { "entry" }

  /// The number, under its index.
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
  @inlinable public init(unpacking bytes: [UInt8], at offset: Int, layout: UInt32) {
    self = Self(truncatingIfNeeded: bytes.bigEndian64(at: offset) >> UInt64(64 - Self.bitWidth))
  }
}

extension UInt8: PackedInteger {}
extension UInt16: PackedInteger {}
extension UInt32: PackedInteger {}
extension UInt64: PackedInteger {}
