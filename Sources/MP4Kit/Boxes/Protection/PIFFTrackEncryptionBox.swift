import BitstreamKit

/// Default encryption of a track, in PIFF. `uuid` 8974dbce-7be7-4c51-84f9-7148f9882554.
///
/// Protected Interoperable File Format 1.1, 5.3.3 `TrackEncryptionBox`.
public struct PIFFTrackEncryptionBox: Box {
  public static let structureName: StaticString = "PIFF TrackEncryptionBox"

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// 0 none, 1 AES-CTR, 2 AES-CBC.
  public var defaultAlgorithmID: UInt32 = 1
  /// Initialization vector size in bytes: 8 or 16.
  public var defaultIVSize: UInt8 = 8
  /// Key ID.
  public var defaultKID = [UInt8](repeating: 0, count: 16)

  /// Creates a box with default values (AES in counter mode).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("default_AlgorithmID", &defaultAlgorithmID, bits: 24)
    try c.u("default_IV_size", &defaultIVSize, bits: 8)
    try c.bytes("default_KID", &defaultKID, count: 16)
  }
}
