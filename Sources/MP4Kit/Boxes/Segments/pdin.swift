import BitstreamKit

/// Initial playback delay for progressive download at given rates.
///
/// ISO/IEC 14496-12:2022, 8.1.3 `ProgressiveDownloadInfoBox`.
public struct ProgressiveDownloadInfoBox: TypedBox {
  public static let structureName: StaticString = "ProgressiveDownloadInfoBox"
  public static var boxType: FourCC { "pdin" }

  /// Delay at one rate.
  public struct Entry: PackedRow {
    /// Download rate in bytes per second.
    public var rate: UInt32 = 0
    /// Initial delay in milliseconds.
    public var initialDelay: UInt32 = 0

    /// Creates an entry with rate 0.
    public init() {}

    /// 8 bytes.
    public static func byteCount(layout: UInt32) -> Int { 8 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("rate", &rate, bits: 32, at: index)
      try c.u("initial_delay", &initialDelay, bits: 32, at: index)
    }
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Entries, by rate.
  public var entries = PackedTable<Entry>()

  /// Creates a box with no rates.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.tableToEnd("entries", &entries)
  }
}
