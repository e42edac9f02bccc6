import BitstreamKit

/// Chapter list as written by Nero.
///
/// Not part of a published standard.
public struct ChapterListBox: TypedBox {
  public static let structureName: StaticString = "ChapterListBox"
  public static var boxType: FourCC { "chpl" }

  /// One chapter.
  public struct Chapter: Equatable, Sendable {
    /// Start time in units of 100 nanoseconds.
    public var start: UInt64 = 0
    /// Title as UTF-8, at most 255 bytes.
    public var title: [UInt8] = []

    /// Creates an instance with default values.
    public init() {}

    /// Decoded title.
    public var name: String { String(decoding: title, as: UTF8.self) }
  }

  /// FullBox version: usually 1.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Reserved: 0; present in version 1.
  public var reserved: UInt8?
  /// Chapters in order of start time.
  public var chapters: [Chapter] = []

  /// Creates a box with no chapters.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("reserved", &reserved, bits: 8, when: version == 1)
    let count = try c.count("chapter_count", chapters.count, bits: version == 1 ? 32 : 8)
    try c.list("chapters", &chapters, count: count, atLeast: 72, Chapter()) { (c, v, i) throws(SyntaxError) in
      try c.u("start", &v.start, bits: 64, at: i)
      let size = try c.count("title_length", v.title.count, bits: 8)
      try c.characters("title", &v.title, count: size)
    }
  }
}
