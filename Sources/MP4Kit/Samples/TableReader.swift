import BitstreamKit

/// The position of a table in the file.
struct TablePlace<Row: PackedRow>: Sendable {
  var offset: UInt64
  var count: Int
  var layout: UInt32 = 0

  /// The position of a table in a box that was read up to a limit. `start` is the payload offset of the rows if the limit did not cut them
  /// off.
  init(_ table: PackedTable<Row>, in place: BoxPlace, rowsAt start: UInt64) {
    offset = place.payloadOffset + (table.unreadOffset.map { UInt64($0) } ?? start)
    count = table.codedCount
    layout = table.layout
  }
}

/// Reads the rows of a table through a window.
struct TableReader<Row: PackedRow>: Sendable {
  let place: TablePlace<Row>
  private let rowSize: Int
  private var bytes: [UInt8] = []
  private var first = 0
  private var loaded = 0

  /// The window size in bytes.
  private static var windowSize: Int { 16384 }

  init(_ place: TablePlace<Row>) {
    self.place = place
    rowSize = Row.byteCount(layout: place.layout)
  }

  var count: Int { place.count }

  /// Returns a row; nil after the last, or if the file has ended.
  @inline(__always) mutating func row<S: ByteSource>(_ index: Int, _ source: inout S) throws(ByteError) -> Row? {
    let place = index &- first
    if place >= 0, place < loaded { return Row(unpacking: bytes, at: place &* rowSize, layout: self.place.layout) }
    return try load(index, &source)
  }

  private mutating func load<S: ByteSource>(_ index: Int, _ source: inout S) throws(ByteError) -> Row? {
    guard index >= 0, index < count, rowSize > 0 else { return nil }
    let wanted = min(count - index, max(1, Self.windowSize / rowSize))
    try source.read(at: place.offset + UInt64(index) * UInt64(rowSize), count: wanted * rowSize, into: &bytes)
    first = index
    loaded = bytes.count / rowSize
    return loaded > 0 ? Row(unpacking: bytes, at: 0, layout: place.layout) : nil
  }
}

/// A table of runs: each row applies to a number of samples.
struct RunReader<Row: PackedRow & SampleRun>: Sendable {
  private var rows: TableReader<Row>
  private var next = 0
  /// The number of samples left in the run.
  private var left: UInt32 = 0
  private var value: UInt32 = 0

  init(_ place: TablePlace<Row>) { rows = TableReader(place) }

  /// Returns the value of the next sample; nil after the last run.
  @inline(__always) mutating func step<S: ByteSource>(_ source: inout S) throws(ByteError) -> UInt32? {
    if left == 0, try !advance(&source) { return nil }
    left &-= 1
    return value
  }

  /// Returns the sum of the values of the next samples, which make a packet; nil after the last run.
  @inline(__always) mutating func step<S: ByteSource>(_ count: UInt32, _ source: inout S) throws(ByteError) -> UInt32? {
    if count == 1 { return try step(&source) }
    let skipped = try skip(UInt64(count), &source)
    if skipped.beyond == UInt64(count) { return nil }
    return UInt32(clamping: skipped.sum &+ skipped.beyond &* UInt64(skipped.last))
  }

  private mutating func advance<S: ByteSource>(_ source: inout S) throws(ByteError) -> Bool {
    repeat {
      guard let row = try rows.row(next, &source) else { return false }
      next += 1
      left = row.runLength
      value = row.runValue
    } while left == 0
    return true
  }

  /// Samples that were skipped.
  struct Skipped {
    /// The sum of their values modulo 2^64.
    var sum: UInt64 = 0
    /// The value of the last of them that is in a run; 0 if none is.
    var last: UInt32 = 0
    /// The number of samples after the last run.
    var beyond: UInt64 = 0
  }

  /// Skips samples.
  mutating func skip<S: ByteSource>(_ count: UInt64, _ source: inout S) throws(ByteError) -> Skipped {
    var skipped = Skipped(beyond: count)
    while skipped.beyond > 0 {
      if left == 0, try !advance(&source) { break }
      let taken = min(skipped.beyond, UInt64(left))
      skipped.sum &+= taken &* UInt64(value)
      skipped.last = value
      left &-= UInt32(taken)
      skipped.beyond -= taken
    }
    return skipped
  }
}

/// A row that applies to a number of samples.
protocol SampleRun {
  var runLength: UInt32 { get }
  var runValue: UInt32 { get }
}

extension TimeToSampleBox.Entry: SampleRun {
  @inlinable var runLength: UInt32 { sampleCount }
  @inlinable var runValue: UInt32 { sampleDelta }
}

extension CompositionOffsetBox.Entry: SampleRun {
  @inlinable var runLength: UInt32 { sampleCount }
  @inlinable var runValue: UInt32 { sampleOffset }
}
