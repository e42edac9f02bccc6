import BitstreamKit

/// A sub-sequence of H.264: pictures of one layer that depend on certain others alone.
///
/// ISO/IEC 14496-15:2022, `AVCSubSequenceEntry`.
public struct AVCSubSequenceEntry: Syntax {
  public static let structureName: StaticString = "AVCSubSequenceEntry"

  /// Averages.
  public struct Rate: Equatable, Sendable {
    /// 0.
    public var reserved: UInt8 = 0
    /// Whether the averages are exact.
    public var accurateStatisticsFlag = false
    /// In units of 1000 bits in a second; 0 where unknown.
    public var avgBitRate: UInt16 = 0
    /// In pictures in 256 seconds; 0 where unknown.
    public var avgFrameRate: UInt16 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// A sub-sequence that this one depends on.
  public struct DependencyInfo: Equatable, Sendable {
    /// 0 for one that comes before, 1 for one that comes behind.
    public var subSeqDirectionFlag: UInt8 = 0
    /// Its layer.
    public var layerNumber: UInt8 = 0
    /// Its number.
    public var subSequenceIdentifier: UInt16 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// The number of the sub-sequence in its layer.
  public var subSequenceIdentifier: UInt16 = 0
  /// The layer.
  public var layerNumber: UInt8 = 0
  /// 0.
  public var reserved: UInt8 = 0
  /// In units of the track's time scale.
  public var duration: UInt32?
  /// Averages, where they are known.
  public var rate: Rate?
  /// What it depends on.
  public var dependencies: [DependencyInfo] = []

  /// A sub-sequence that depends on nothing.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("subSequenceIdentifier", &subSequenceIdentifier, bits: 16)
    try c.u("layerNumber", &layerNumber, bits: 8)
    var flags = (duration != nil, rate != nil)
    try c.flag("durationFlag", &flags.0)
    try c.flag("avgRateFlag", &flags.1)
    try c.u("reserved", &reserved, bits: 6)
    try c.u("duration", &duration, bits: 32, when: flags.0)
    try c.when(flags.1, &rate, Rate()) { (c, v) throws(SyntaxError) in
      try c.u("reserved", &v.reserved, bits: 7)
      try c.flag("accurateStatisticsFlag", &v.accurateStatisticsFlag)
      try c.u("avgBitRate", &v.avgBitRate, bits: 16)
      try c.u("avgFrameRate", &v.avgFrameRate, bits: 16)
    }
    let count = try c.count("numReferences", dependencies.count, bits: 8)
    try c.list("dependency", &dependencies, count: count, atLeast: 32, DependencyInfo()) { (c, v, i) throws(SyntaxError) in
      try c.u("subSeqDirectionFlag", &v.subSeqDirectionFlag, bits: 8, at: i)
      try c.u("layerNumber", &v.layerNumber, bits: 8, at: i)
      try c.u("subSequenceIdentifier", &v.subSequenceIdentifier, bits: 16, at: i)
    }
  }
}
