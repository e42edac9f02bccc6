import BitstreamKit

/// Loudness of a track (`tlou`) or of its album (`alou`).
///
/// ISO/IEC 14496-12:2022, 12.2.7 `LoudnessBaseBox`. In `ludt`.
public struct LoudnessBaseBox: Box {
  public static let structureName: StaticString = "LoudnessBaseBox"

  /// FullBox version: 0 to 2.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// What the loudness applies to (ISO/IEC 23008-3), from version 2; reserved bits in version 1.
  public var loudnessInfoType: UInt8 = 0
  /// mae_group_ID for types 1 and 2, mae_group_preset_ID for type 3, with the preceding reserved bits; from version 2.
  public var maeGroup: UInt8?
  /// Exactly one entry in version 0, at most 63 in later versions.
  public var bases = [LoudnessBase()]

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...2)
    var bits = version == 0 ? 0 : loudnessInfoType
    var count = 1
    if version >= 1 {
      try c.u("loudness_info_type", &bits, bits: 2, in: 0...3, sizing: true, at: -1, -1)
      count = try c.count("loudness_base_count", bases.count, bits: 6)
    }
    loudnessInfoType = bits
    try c.u("mae_group", &maeGroup, bits: 8, when: version >= 2 && loudnessInfoType > 0)
    let version = version
    try c.list("loudness_base", &bases, count: count, atLeast: 56, LoudnessBase()) { (c, v, _) throws(SyntaxError) in
      try c.structure("LoudnessBase", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c, version: version) }
    }
  }

  /// Loudness for one combination of downmix, DRC and equalization.
  public struct LoudnessBase: Equatable, Sendable {
    /// Equalization set, 0 for none; from version 1.
    public var eqSetID: UInt8?
    /// Reserved: 0; precedes eqSetID.
    public var reserved1: UInt8 = 0
    /// Reserved: 0.
    public var reserved2: UInt8 = 0
    /// Downmix ID, 0 for none.
    public var downmixID: UInt8 = 0
    /// Dynamic range control set, 0 for none.
    public var drcSetID: UInt8 = 0
    /// Sample peak level, coded as in ISO/IEC 23003-4; 0 if unknown.
    public var bsSamplePeakLevel: Int16 = 0
    /// True peak level, coded as in ISO/IEC 23003-4; 0 if unknown.
    public var bsTruePeakLevel: Int16 = 0
    /// Measurement system of the true peak.
    public var measurementSystemForTP: UInt8 = 0
    /// Reliability of the true peak: 0 unknown, 1 reported, 2 a ceiling, 3 measured.
    public var reliabilityForTP: UInt8 = 0
    /// Measurements.
    public var measurements: [Measurement] = []

    /// Creates an instance with default values.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder, version: UInt8) throws(SyntaxError) {
      if version >= 1 { try c.u("reserved", &reserved1, bits: 2) }
      try c.u("EQ_set_ID", &eqSetID, bits: 6, when: version >= 1)
      try c.u("reserved", &reserved2, bits: 3)
      try c.u("downmix_ID", &downmixID, bits: 7)
      try c.u("DRC_set_ID", &drcSetID, bits: 6)
      try c.i("bs_sample_peak_level", &bsSamplePeakLevel, bits: 12)
      try c.i("bs_true_peak_level", &bsTruePeakLevel, bits: 12)
      try c.u("measurement_system_for_TP", &measurementSystemForTP, bits: 4)
      try c.u("reliability_for_TP", &reliabilityForTP, bits: 4)
      let count = try c.count("measurement_count", measurements.count, bits: 8)
      try c.list("measurement", &measurements, count: count, atLeast: 24, Measurement()) { (c, v, i) throws(SyntaxError) in
        try c.u("method_definition", &v.methodDefinition, bits: 8, at: i)
        try c.u("method_value", &v.methodValue, bits: 8, at: i)
        try c.u("measurement_system", &v.measurementSystem, bits: 4, at: i)
        try c.u("reliability", &v.reliability, bits: 4, at: i)
      }
    }
  }

  /// One measured value.
  public struct Measurement: Equatable, Sendable {
    /// Measurement method (ISO/IEC 23003-4).
    public var methodDefinition: UInt8 = 0
    /// Value; its coding depends on the method.
    public var methodValue: UInt8 = 0
    /// Measurement system.
    public var measurementSystem: UInt8 = 0
    /// Reliability: 0 unknown, 1 reported, 2 a ceiling, 3 measured.
    public var reliability: UInt8 = 0

    /// Creates an instance with default values.
    public init() {}
  }
}
