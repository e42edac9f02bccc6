import BitstreamKit

/// How long to wait before playing starts, by the rate of the download.
///
/// ISO/IEC 14496-12:2022, 8.1.3 `ProgressiveDownloadInfoBox`.
public struct ProgressiveDownloadInfoBox: TypedBox {
  public static let structureName: StaticString = "ProgressiveDownloadInfoBox"
  public static var boxType: FourCC { "pdin" }

  /// A rate.
  public struct Entry: PackedRow {
    /// Bytes in a second.
    public var rate: UInt32 = 0
    /// In milliseconds.
    public var initialDelay: UInt32 = 0

    /// No rate.
    public init() {}

    /// 8.
    public static func byteCount(layout: UInt32) -> Int { 8 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("rate", &rate, bits: 32, at: index)
      try c.u("initial_delay", &initialDelay, bits: 32, at: index)
    }
  }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// By rate.
  public var entries = PackedTable<Entry>()

  /// No rates.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.tableToEnd("entries", &entries)
  }
}
