import BitstreamKit

/// Where the information about samples lies whose sizes `saiz` has.
///
/// ISO/IEC 14496-12:2022, 8.7.9 `SampleAuxiliaryInformationOffsetsBox`.
public struct SampleAuxiliaryInformationOffsetsBox: TypedBox {
  public static let structureName: StaticString = "SampleAuxiliaryInformationOffsetsBox"
  public static var boxType: FourCC { "saio" }

  /// A place, in 32 bits in version 0 and in 64 in version 1.
  public struct Offset: PackedRow {
    /// In the file; in a fragment, from where its data starts.
    public var offset: UInt64 = 0

    /// The first byte.
    public init() {}

    /// 4 bytes, or 8 in version 1.
    public static func byteCount(layout: UInt32) -> Int { layout == 0 ? 4 : 8 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("offset", &offset, bits: layout == 0 ? 32 : 64, at: index)
    }
  }

  /// 1 for places in 64 bits.
  public var version: UInt8 = 0
  /// 1: the type is said here.
  public var flags: UInt32 = 0
  /// There for flag 1; else it is the scheme of the track's protection.
  public var type: AuxiliaryInformationType?
  /// One for each chunk or track run, or one for all; their layout is the version.
  public var offsets = PackedTable<Offset>()

  /// No places.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.when(flags & 1 != 0, &type, AuxiliaryInformationType()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    let count = try c.count("entry_count", offsets.codedCount, bits: 32)
    try c.table("offset", &offsets, count: count, layout: UInt32(version))
  }
}
