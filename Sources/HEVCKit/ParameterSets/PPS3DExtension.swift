import BitstreamKit

/// Depth look-up tables.
///
/// ITU-T H.265 (08/2021) I.7.3.2.3.7 `pps_3d_extension( )`, semantics I.7.4.3.3.7.
public struct PPS3DExtension: Syntax {
  public static let structureName: StaticString = "pps_3d_extension"

  /// Present with dlts_present_flag.
  public var tables: Tables?

  /// The tables of the depth layers.
  public struct Tables: Equatable, Sendable {
    /// 0 to 8.
    public var ppsBitDepthForDepthLayersMinus8: UInt8 = 0
    /// For each depth layer, 1 to 64; nil without dlt_flag.
    public var layers: [Table?] = [nil]

    /// One layer without a table.
    public init() {}
  }

  /// The table of a depth layer.
  public struct Table: Equatable, Sendable {
    /// Whether it is predicted from that of the base view.
    public var dltPredFlag = false
    /// Present with dlt_val_flags_present_flag: bit 7 of the first byte is dlt_value_flag of depth 0.
    public var dltValueFlags: [UInt8]?
    /// Without the flags.
    public var deltaDlt: DeltaDlt? = DeltaDlt()

    /// An empty table.
    public init() {}
  }

  /// A table as differences of its values.
  ///
  /// I.7.3.2.3.8 `delta_dlt( i )`.
  public struct DeltaDlt: Equatable, Sendable {
    /// How many values.
    public var numValDeltaDlt: UInt16 = 0
    /// Present with two values or more: the largest difference.
    public var maxDiff: UInt16?
    /// Present with three values or more and differences: the smallest difference, less 1.
    public var minDiffMinus1: UInt16?
    /// The first value.
    public var deltaDltVal0: UInt16?
    /// Of the values from the second on, where the differences differ.
    public var deltaValDiffMinusMin: [UInt16] = []

    /// No values.
    public init() {}
  }

  /// No tables.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.optional("dlts_present_flag", &tables, Tables()) { (c, t) throws(SyntaxError) in
      let count = try c.count("pps_depth_layers_minus1", t.layers.count, minus: 1, bits: 6)
      try c.u("pps_bit_depth_for_depth_layers_minus8", &t.ppsBitDepthForDepthLayersMinus8, bits: 4, in: 0...8, sizing: true, at: -1, -1)
      let bits = Int(t.ppsBitDepthForDepthLayersMinus8) + 8
      try c.list("dlt_flag", &t.layers, count: count, atLeast: 1, nil) { (c, table, i) throws(SyntaxError) in
        try c.optional("dlt_flag", &table, at: i, Table()) { (c, table) throws(SyntaxError) in try table.syntax(&c, bits: bits, at: i) }
      }
    }
  }
}

extension PPS3DExtension.Table {
  mutating func syntax(_ c: inout SyntaxCoder, bits: Int, at i: Int) throws(SyntaxError) {
    try c.flag("dlt_pred_flag", &dltPredFlag, at: i)
    var hasFlags = dltValueFlags != nil
    if dltPredFlag { hasFlags = false } else { try c.flag("dlt_val_flags_present_flag", &hasFlags, at: i) }
    try c.when(hasFlags, &dltValueFlags, []) { (c, flags) throws(SyntaxError) in
      try c.bytes("dlt_value_flag", &flags, count: 1 << (bits - 3))
    }
    try c.when(!hasFlags, &deltaDlt, PPS3DExtension.DeltaDlt()) { (c, d) throws(SyntaxError) in
      try c.structure("delta_dlt", &d) { (c, d) throws(SyntaxError) in try d.syntax(&c, bits: bits) }
    }
  }
}

extension PPS3DExtension.DeltaDlt {
  mutating func syntax(_ c: inout SyntaxCoder, bits: Int) throws(SyntaxError) {
    try c.u("num_val_delta_dlt", &numValDeltaDlt, bits: bits, in: 0...UInt16.max, sizing: true, at: -1, -1)
    let count = Int(numValDeltaDlt)
    try c.u("max_diff", &maxDiff, bits: bits, when: count > 1)
    let limit = UInt32(maxDiff ?? 0)
    try c.when(count > 2 && limit > 0, &minDiffMinus1, 0) { (c, v) throws(SyntaxError) in
      try c.u(
        "min_diff_minus1", &v, bits: SliceContext.bits(for: limit + 1), in: 0...UInt16(truncatingIfNeeded: limit - 1), sizing: true, at: -1,
        -1)
    }
    try c.u("delta_dlt_val0", &deltaDltVal0, bits: bits, when: count > 0)
    // Where min_diff_minus1 is absent it is max_diff less 1, and all differences are the same.
    let least = minDiffMinus1.map { UInt32($0) + 1 } ?? limit
    let differences = limit > least ? max(0, count - 1) : 0
    let width = limit > least ? SliceContext.bits(for: limit - least + 1) : 0
    try c.list("delta_val_diff_minus_min", &deltaValDiffMinusMin, count: differences, atLeast: width, 0) { (c, v, k) throws(SyntaxError) in
      try c.u("delta_val_diff_minus_min", &v, bits: width, in: 0...UInt16(truncatingIfNeeded: limit - least), at: k + 1)
    }
  }
}
