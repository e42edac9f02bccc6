import BitstreamKit

/// A checksum of another box, or of an item.
///
/// ISO/IEC 23008-12:2022, `MD5IntegrityBox`.
public struct MD5IntegrityBox: TypedBox {
  public static let structureName: StaticString = "MD5IntegrityBox"
  public static var boxType: FourCC { "md5i" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The 16 bytes of the checksum.
  public var inputMD5 = [UInt8](repeating: 0, count: 16)
  /// The type of the box that the checksum covers; `sgpd` for samples of a group.
  public var input4cc: FourCC = "file"
  /// The samples that the checksum covers; for `sgpd` alone.
  public var samples: SampleGroup?

  /// A checksum of zeros.
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

  /// Groups of samples.
  public struct SampleGroup: Equatable, Sendable {
    /// The type of the grouping.
    public var groupingType: FourCC = "roll"
    /// The parameter of the grouping, for flag 1.
    public var groupingTypeParameter: UInt32?
    /// The descriptions whose samples are covered, counted from 1.
    public var groupDescriptionIndices: [UInt32] = []

    /// No descriptions.
    public init() {}
  }
}
