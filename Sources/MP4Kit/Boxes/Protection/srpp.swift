import BitstreamKit

/// Protection of SRTP packets; `schm` and `schi` follow.
///
/// ISO/IEC 14496-12:2022, 9.1.2.2 `SRTPProcessBox`.
public struct SRTPProcessBox: TypedBox {
  public static let structureName: StaticString = "SRTPProcessBox"
  public static var boxType: FourCC { "srpp" }
  public static var holdsBoxes: Bool { true }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// `ACM1` or `AF81`; spaces if the algorithm is signalled by other means.
  public var encryptionAlgorithmRtp: FourCC = "ACM1"
  /// Encryption algorithm for RTCP.
  public var encryptionAlgorithmRtcp: FourCC = "ACM1"
  /// `SHM2`; spaces if the algorithm is signalled by other means.
  public var integrityAlgorithmRtp: FourCC = "SHM2"
  /// Integrity algorithm for RTCP.
  public var integrityAlgorithmRtcp: FourCC = "SHM2"

  /// Creates a box with default values (AES in counter mode, HMAC-SHA-1).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("encryption_algorithm_rtp", &encryptionAlgorithmRtp)
    try c.fourCC("encryption_algorithm_rtcp", &encryptionAlgorithmRtcp)
    try c.fourCC("integrity_algorithm_rtp", &integrityAlgorithmRtp)
    try c.fourCC("integrity_algorithm_rtcp", &integrityAlgorithmRtcp)
  }
}
