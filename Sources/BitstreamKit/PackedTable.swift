/// A row of a big table: a fixed number of bytes.
public protocol PackedRow: Equatable, Sendable {
  /// The size of a row in bytes.
  static var byteCount: Int { get }
  /// Decodes the row that starts at `offset`; `bytes` holds all of it.
  init(unpacking bytes: [UInt8], at offset: Int)
  /// Appends the row's bytes.
  func pack(into bytes: inout [UInt8])
}

/// A big table kept as it was coded: a row is decoded each time it is looked at, so that a table of millions of rows costs its
/// bytes and no more.
public struct PackedTable<Row: PackedRow>: RandomAccessCollection, Equatable, Sendable {
  /// The rows, one behind the other.
  @usableFromInline var storage: [UInt8]

  /// An empty table.
  @inlinable public init() { storage = [] }

  /// A table of coded rows; bytes that do not fill a row are left out.
  @inlinable public init(packed: [UInt8]) {
    storage = packed
    storage.removeLast(packed.count % Row.byteCount)
  }

  /// A table of the rows given.
  @inlinable public init<S: Sequence>(_ rows: S) where S.Element == Row {
    storage = []
    for row in rows { row.pack(into: &storage) }
  }

  /// The rows as coded.
  @inlinable public var packed: [UInt8] { storage }
  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of rows.
  @inlinable public var endIndex: Int { storage.count / Row.byteCount }
  /// Decodes a row.
  @inlinable public subscript(index: Int) -> Row { Row(unpacking: storage, at: index * Row.byteCount) }
  /// Appends a row.
  @inlinable public mutating func append(_ row: Row) { row.pack(into: &storage) }
}

/// A row that is one big-endian number.
public protocol PackedInteger: PackedRow, FixedWidthInteger {}

extension PackedInteger {
  /// The number's bytes.
  @inlinable public static var byteCount: Int { bitWidth / 8 }
  /// Decodes a big-endian number.
  @inlinable public init(unpacking bytes: [UInt8], at offset: Int) {
    var value: Self = 0
    for index in offset..<offset + Self.byteCount { value = value << 8 | Self(truncatingIfNeeded: bytes[index]) }
    self = value
  }
  /// Appends the number, most significant byte first.
  @inlinable public func pack(into bytes: inout [UInt8]) {
    var shift = Self.bitWidth
    while shift > 0 {
      shift -= 8
      bytes.append(UInt8(truncatingIfNeeded: self >> Self(truncatingIfNeeded: shift)))
    }
  }
}

extension UInt16: PackedInteger {}
extension UInt32: PackedInteger {}
extension UInt64: PackedInteger {}
