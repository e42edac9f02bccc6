import BitstreamKit

/// MD5 checksum of another box or an item.
///
/// ISO/IEC 23008-12:2022, `MD5IntegrityBox`.
public struct MD5IntegrityBox: TypedBox {
  public static let structureName: StaticString = "MD5IntegrityBox"
  public static var boxType: FourCC { "md5i" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// The 16-byte checksum.
  public var inputMD5 = [UInt8](repeating: 0, count: 16)
  /// Type of the box that is covered; `sgpd` for the samples of a group.
  public var input4cc: FourCC = "file"
  /// Samples covered; only for `sgpd`.
  public var samples: SampleGroup?

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.bytes("input_MD5", &inputMD5, count: 16)
    try c.fourCC("input_4cc", &input4cc)
    let flags = flags
    try c.when(input4cc == "sgpd", &samples, SampleGroup()) { (c, v) throws(SyntaxError) in
      try c.fourCC("grouping_type", &v.groupingType)
      try c.u("grouping_type_parameter", &v.groupingTypeParameter, bits: 32, when: flags & 1 != 0)
      let count = try c.count("num_entries", v.groupDescriptionIndices.count, bits: 32)
      try c.list("group_description_index", &v.groupDescriptionIndices, count: count, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
        try c.u("group_description_index", &v, bits: 32, at: i)
      }
    }
  }

  /// Sample groups covered by a checksum.
  public struct SampleGroup: Equatable, Sendable {
    /// Grouping type.
    public var groupingType: FourCC = "roll"
    /// Grouping type parameter; present if flag 1 is set.
    public var groupingTypeParameter: UInt32?
    /// 1-based indices of the group descriptions covered.
    public var groupDescriptionIndices: [UInt32] = []

    /// Creates an instance with no descriptions.
    public init() {}
  }
}
