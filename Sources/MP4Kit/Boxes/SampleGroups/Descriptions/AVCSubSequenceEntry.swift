import BitstreamKit

/// An H.264 sub-sequence: interdependent pictures of one layer.
///
/// ISO/IEC 14496-15:2022, `AVCSubSequenceEntry`.
public struct AVCSubSequenceEntry: Syntax {
  public static let structureName: StaticString = "AVCSubSequenceEntry"

  /// Average rates of a sub-sequence.
  public struct Rate: Equatable, Sendable {
    /// Reserved: 0.
    public var reserved: UInt8 = 0
    /// Whether the averages are exact.
    public var accurateStatisticsFlag = false
    /// Average bit rate in units of 1000 bits per second; 0 if unknown.
    public var avgBitRate: UInt16 = 0
    /// Average frame rate in pictures per 256 seconds; 0 if unknown.
    public var avgFrameRate: UInt16 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// A sub-sequence that this one depends on.
  public struct DependencyInfo: Equatable, Sendable {
    /// 0 if it precedes this sub-sequence, 1 if it follows.
    public var subSeqDirectionFlag: UInt8 = 0
    /// Layer number.
    public var layerNumber: UInt8 = 0
    /// Sub-sequence identifier.
    public var subSequenceIdentifier: UInt16 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// Sub-sequence identifier, unique within the layer.
  public var subSequenceIdentifier: UInt16 = 0
  /// Layer number.
  public var layerNumber: UInt8 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Duration in units of the track time scale; nil if absent.
  public var duration: UInt32?
  /// Average rates; nil if absent.
  public var rate: Rate?
  /// Sub-sequences that this one depends on.
  public var dependencies: [DependencyInfo] = []

  /// Creates an entry with default values.
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
