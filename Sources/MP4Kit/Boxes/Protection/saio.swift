import BitstreamKit

/// Location of sample auxiliary information; `saiz` has the sizes.
///
/// ISO/IEC 14496-12:2022, 8.7.9 `SampleAuxiliaryInformationOffsetsBox`.
public struct SampleAuxiliaryInformationOffsetsBox: TypedBox {
  public static let structureName: StaticString = "SampleAuxiliaryInformationOffsetsBox"
  public static var boxType: FourCC { "saio" }

  /// One offset: 32 bits in version 0, 64 in version 1.
  public struct Offset: PackedRow {
    /// Offset in the file; in a fragment, relative to its data offset base.
    public var offset: UInt64 = 0

    /// Creates an instance with default values.
    public init() {}

    /// 4 bytes, or 8 in version 1.
    public static func byteCount(layout: UInt32) -> Int { layout == 0 ? 4 : 8 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("offset", &offset, bits: layout == 0 ? 32 : 64, at: index)
    }
  }

  /// FullBox version: 1 for 64-bit offsets.
  public var version: UInt8 = 0
  /// FullBox flags; 1: the type is present.
  public var flags: UInt32 = 0
  /// Present if flag 1 is set; otherwise the type is the protection scheme of the track.
  public var type: AuxiliaryInformationType?
  /// One offset for each chunk or track run, or one for all; the layout is the FullBox version.
  public var offsets = PackedTable<Offset>()

  /// Creates a box with no offsets.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.when(flags & 1 != 0, &type, AuxiliaryInformationType()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    let count = try c.count("entry_count", offsets.codedCount, bits: 32)
    try c.table("offset", &offsets, count: count, layout: UInt32(version))
  }
}
