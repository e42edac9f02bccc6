import BitstreamKit

/// Which share of a bit rate the samples of a group should have.
///
/// ISO/IEC 14496-12:2022, 10.2.2 `RateShareEntry`.
public struct RateShareEntry: Syntax {
  public static let structureName: StaticString = "RateShareEntry"

  /// A share at one bit rate.
  public struct OperationPoint: Equatable, Sendable {
    /// Of all tracks, in kilobits in a second; nil where there is one point alone.
    public var availableBitrate: UInt32?
    /// In percent; 0 where nothing is said.
    public var targetRateShare: UInt16 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// The shares, by rising bit rate.
  public var operationPoints: [OperationPoint] = []
  /// In kilobits in a second; 0 where nothing is said.
  public var maximumBitrate: UInt32 = 0
  /// In kilobits in a second; 0 where nothing is said.
  public var minimumBitrate: UInt32 = 0
  /// Tracks of lower numbers are left out first.
  public var discardPriority: UInt8 = 0

  /// No shares.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("operation_point_count", operationPoints.count, bits: 16)
    try c.list("operation_points", &operationPoints, count: count, atLeast: 16, OperationPoint()) { (c, v, i) throws(SyntaxError) in
      try c.u("available_bitrate", &v.availableBitrate, bits: 32, when: count != 1, at: i)
      try c.u("target_rate_share", &v.targetRateShare, bits: 16, at: i)
    }
    try c.u("maximum_bitrate", &maximumBitrate, bits: 32)
    try c.u("minimum_bitrate", &minimumBitrate, bits: 32)
    try c.u("discard_priority", &discardPriority, bits: 8)
  }
}
