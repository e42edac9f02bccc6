import BitstreamKit

/// The first nine bytes of an FLV file.
///
/// Adobe Flash Video File Format Specification 10.1, E.2.
public struct FLVHeader: Syntax {
  public static let structureName: StaticString = "FLVHeader"

  /// 1 in all existing files.
  public var version: UInt8 = 1
  /// 0.
  public var typeFlagsReserved5: UInt8 = 0
  /// Whether the file has audio tags, according to its writer.
  public var typeFlagsAudio = false
  /// 0.
  public var typeFlagsReserved1: UInt8 = 0
  /// Whether the file has video tags, according to its writer.
  public var typeFlagsVideo = false
  /// The offset of the first PreviousTagSize: 9 in version 1.
  public var dataOffset: UInt32 = 9

  /// A version 1 header without audio and video flags.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fixed("Signature", 0x46_4C56, bits: 24)
    try c.u("Version", &version, bits: 8)
    try c.u("TypeFlagsReserved", &typeFlagsReserved5, bits: 5)
    try c.flag("TypeFlagsAudio", &typeFlagsAudio)
    try c.u("TypeFlagsReserved", &typeFlagsReserved1, bits: 1)
    try c.flag("TypeFlagsVideo", &typeFlagsVideo)
    try c.u("DataOffset", &dataOffset, bits: 32, in: 9...0xFFFF_FFFF)
  }
}
