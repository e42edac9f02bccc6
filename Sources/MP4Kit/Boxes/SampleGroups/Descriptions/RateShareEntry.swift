import BitstreamKit

/// Target share of the bit rate for a group of samples.
///
/// ISO/IEC 14496-12:2022, 10.2.2 `RateShareEntry`.
public struct RateShareEntry: Syntax {
  public static let structureName: StaticString = "RateShareEntry"

  /// Share at one available bit rate.
  public struct OperationPoint: Equatable, Sendable {
    /// Available bit rate of all tracks in kilobits per second; nil if there is only one operation point.
    public var availableBitrate: UInt32?
    /// Share in percent; 0 if unspecified.
    public var targetRateShare: UInt16 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// Operation points in increasing order of bit rate.
  public var operationPoints: [OperationPoint] = []
  /// Maximum bit rate in kilobits per second; 0 if unspecified.
  public var maximumBitrate: UInt32 = 0
  /// Minimum bit rate in kilobits per second; 0 if unspecified.
  public var minimumBitrate: UInt32 = 0
  /// Discard priority; tracks with lower values are discarded first.
  public var discardPriority: UInt8 = 0

  /// Creates an entry with no shares.
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
