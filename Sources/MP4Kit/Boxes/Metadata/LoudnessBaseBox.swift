import BitstreamKit

/// The loudness of a track (`tlou`), or of the album that it belongs to (`alou`).
///
/// ISO/IEC 14496-12:2022, 12.2.7 `LoudnessBaseBox`. In `ludt`.
public struct LoudnessBaseBox: Box {
  public static let structureName: StaticString = "LoudnessBaseBox"

  /// 0 to 2.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// What the loudness is of (ISO/IEC 23008-3), from version 2 on; reserved bits in version 1.
  public var loudnessInfoType: UInt8 = 0
  /// mae_group_ID of types 1 and 2, mae_group_preset_ID of type 3, with the reserved bits before it; from version 2 on.
  public var maeGroup: UInt8?
  /// In version 0 exactly one; else at most 63.
  public var bases = [LoudnessBase()]

  /// One loudness that is not known.
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

  /// Loudness under given processing.
  public struct LoudnessBase: Equatable, Sendable {
    /// The equalization, 0 for none; from version 1 on.
    public var eqSetID: UInt8?
    /// 0; before eqSetID.
    public var reserved1: UInt8 = 0
    /// 0.
    public var reserved2: UInt8 = 0
    /// The downmix, 0 for none.
    public var downmixID: UInt8 = 0
    /// The dynamic range control, 0 for none.
    public var drcSetID: UInt8 = 0
    /// The sample peak as ISO/IEC 23003-4 codes it, 0 unknown.
    public var bsSamplePeakLevel: Int16 = 0
    /// The true peak as ISO/IEC 23003-4 codes it, 0 unknown.
    public var bsTruePeakLevel: Int16 = 0
    /// How the true peak was measured.
    public var measurementSystemForTP: UInt8 = 0
    /// 0 unknown, 1 reported, 2 a ceiling, 3 measured.
    public var reliabilityForTP: UInt8 = 0
    /// What was measured.
    public var measurements: [Measurement] = []

    /// Nothing measured.
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

  /// A measured value.
  public struct Measurement: Equatable, Sendable {
    /// What is measured (ISO/IEC 23003-4).
    public var methodDefinition: UInt8 = 0
    /// The value as the method codes it.
    public var methodValue: UInt8 = 0
    /// How it was measured.
    public var measurementSystem: UInt8 = 0
    /// 0 unknown, 1 reported, 2 a ceiling, 3 measured.
    public var reliability: UInt8 = 0

    /// Nothing said as yet.
    public init() {}
  }
}
