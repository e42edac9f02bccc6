/// Receives the elements of a trace one by one, as they are read. Subclasses override what they need.
open class TraceSink {
  /// A sink that ignores everything.
  public init() {}

  /// A structure begins at a bit.
  open func begin(_ structure: StaticString, bitOffset: Int) {}
  /// An element was read.
  open func element(_ element: TraceElement) {}
  /// The structure that began last ends, whole or broken off.
  open func end() {}
  /// The rows of a table that the sink receives; all by default. Asked only where the coder's `showsRows` is set. A sink that asks for some
  /// provides their bytes by `bytes(at:count:)`.
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - size: the number of bytes of a row.
  ///   - bitOffset: the first bit of the table.
  open func rows(of count: Int, byteCount size: Int, bitOffset: Int) -> Range<Int> { 0..<count }
  /// A table begins; `row` and `element` follow for each of its rows.
  /// - Returns: false to receive the table as one element. Asked only where the coder's `showsRows` is set.
  open func beginTable(_ name: StaticString, rows: Int, bitOffset: Int) -> Bool { true }
  /// A row of the current table begins; its elements follow.
  open func row(_ index: Int) {}
  /// The current table ends.
  open func endTable() {}
  /// `count` bytes of the unit from its byte `offset` on, fewer where it ends: rows of a table that the coder does not hold.
  /// - Returns: nil where the sink does not hold them either; the table is then one element.
  open func bytes(at offset: Int, count: Int) -> [UInt8]? { nil }
}

/// A trace kept in memory: the elements in their order, and the error that ended it.
public final class TraceLog: TraceSink {
  /// An element, and the structures around it, outermost first.
  public struct Row: Sendable {
    /// The structures around the element.
    public var path: [String]
    /// The element.
    public var element: TraceElement
  }

  /// The elements in the order in which they were read.
  public private(set) var rows: [Row] = []
  /// What ended the walk, nil where it reached the end of the structure.
  public var error: SyntaxError?
  private var path: [String] = []

  /// An empty log.
  public override init() {}

  /// A log of a structure that `body` walks.
  @inline(never) init(_ reader: BitReader, _ name: StaticString, _ body: (inout SyntaxCoder) throws(SyntaxError) -> Void) {
    super.init()
    var tracer = SyntaxCoder(tracing: reader, to: self)
    do { try tracer.structure(name, body) } catch { self.error = error }
  }

  public override func begin(_ structure: StaticString, bitOffset: Int) { path.append(structure.description) }
  public override func element(_ element: TraceElement) { rows.append(Row(path: path, element: element)) }
  public override func end() { path.removeLast() }
}
