import BitstreamKit

/// How samples of a reference layer become samples of the layer's colour space: a table over an octree of sample values.
///
/// ITU-T H.265 (08/2021) F.7.3.2.3.5 `colour_mapping_table( )`, semantics F.7.4.3.3.5.
public struct ColourMappingTable: Syntax {
  public static let structureName: StaticString = "colour_mapping_table"

  /// Layers that the table is for, 1 to 62.
  public var cmRefLayerId: [UInt8] = [0]
  /// How deep octants are split, 0 or 1.
  public var cmOctantDepth: UInt8 = 0
  /// The number of luma partitions of an octant as a power of two, 0 to 3.
  public var cmYPartNumLog2: UInt8 = 0
  /// 0 to 8.
  public var lumaBitDepthCmInputMinus8: UInt8 = 0
  /// 0 to 8.
  public var chromaBitDepthCmInputMinus8: UInt8 = 0
  /// 0 to 8.
  public var lumaBitDepthCmOutputMinus8: UInt8 = 0
  /// 0 to 8.
  public var chromaBitDepthCmOutputMinus8: UInt8 = 0
  /// Bits that coefficients are shifted by, 0 to 3.
  public var cmResQuantBits: UInt8 = 0
  /// Bits of res_coeff_r that are not coded, less 1.
  public var cmDeltaFlcBitsMinus1: UInt8 = 0
  /// Present with octants split once: where chroma is split.
  public var threshold: Threshold?
  /// The octree.
  public var octants = ColourMappingOctants()

  /// Offsets from the middle of the range.
  public struct Threshold: Equatable, Sendable {
    /// cm_adapt_threshold_u_delta.
    public var cmAdaptThresholdUDelta: Int16 = 0
    /// cm_adapt_threshold_v_delta.
    public var cmAdaptThresholdVDelta: Int16 = 0

    /// The middle.
    public init() {}
  }

  /// A table of one octant without differences.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.ueCount("num_cm_ref_layers_minus1", cmRefLayerId.count, minus: 1, in: 0...61)
    try c.list("cm_ref_layer_id", &cmRefLayerId, count: count, atLeast: 6, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("cm_ref_layer_id", &v, bits: 6, at: i)
    }
    try c.u("cm_octant_depth", &cmOctantDepth, bits: 2, in: 0...1, sizing: true, at: -1, -1)
    try c.u("cm_y_part_num_log2", &cmYPartNumLog2, bits: 2, in: 0...3, sizing: true, at: -1, -1)
    try c.ue("luma_bit_depth_cm_input_minus8", &lumaBitDepthCmInputMinus8, in: 0...8, sizing: true, at: -1, -1)
    try c.ue("chroma_bit_depth_cm_input_minus8", &chromaBitDepthCmInputMinus8, in: 0...8)
    try c.ue("luma_bit_depth_cm_output_minus8", &lumaBitDepthCmOutputMinus8, in: 0...8, sizing: true, at: -1, -1)
    try c.ue("chroma_bit_depth_cm_output_minus8", &chromaBitDepthCmOutputMinus8, in: 0...8)
    try c.u("cm_res_quant_bits", &cmResQuantBits, bits: 2)
    try c.u("cm_delta_flc_bits_minus1", &cmDeltaFlcBitsMinus1, bits: 2)
    try c.when(cmOctantDepth == 1, &threshold, Threshold()) { (c, t) throws(SyntaxError) in
      try c.se("cm_adapt_threshold_u_delta", &t.cmAdaptThresholdUDelta, in: -32768...32767)
      try c.se("cm_adapt_threshold_v_delta", &t.cmAdaptThresholdVDelta, in: -32768...32767)
    }
    let shape = ColourMappingOctants.Shape(
      depth: Int(cmOctantDepth), partitions: 1 << Int(cmYPartNumLog2),
      // CMResLSBits (F-44).
      bits: max(
        0,
        10 + Int(lumaBitDepthCmInputMinus8) - Int(lumaBitDepthCmOutputMinus8) - Int(cmResQuantBits) - Int(cmDeltaFlcBitsMinus1) - 1))
    try c.structure(ColourMappingOctants.structureName, &octants) { (c, o) throws(SyntaxError) in
      try o.syntax(&c, shape, level: 0, y: 0, cb: 0, cr: 0, length: 1 << shape.depth)
    }
  }
}

/// An octant of sample values: split into eight, or with a table for each of its luma partitions.
///
/// ITU-T H.265 (08/2021) F.7.3.2.3.6 `colour_mapping_octants( )`.
public struct ColourMappingOctants: Equatable, Sendable {
  public static let structureName: StaticString = "colour_mapping_octants"

  /// The eight parts, in the order of luma, Cb and Cr; empty where it is not split.
  public var parts: [ColourMappingOctants] = []
  /// For each luma partition of an octant that is not split, its four vertices.
  public var partitions: [[Vertex]] = []

  /// The differences of a vertex: for each of the three components, nil without coded_res_flag.
  public struct Vertex: Equatable, Sendable {
    /// Three of them.
    public var coefficients: [Coefficient]?

    /// No differences.
    public init() {}
  }

  /// A difference.
  public struct Coefficient: Equatable, Sendable {
    /// Its quotient.
    public var resCoeffQ: UInt32 = 0
    /// Its remainder.
    public var resCoeffR: UInt32 = 0
    /// Whether it is negative; nil where it is 0.
    public var resCoeffS: Bool?

    /// 0.
    public init() {}
  }

  struct Shape: Sendable {
    let depth: Int
    let partitions: Int
    let bits: Int

    init(depth: Int, partitions: Int, bits: Int) {
      (self.depth, self.partitions, self.bits) = (depth, partitions, bits)
    }
  }

  /// An octant of one partition that is not there yet.
  public init() {}

  /// The depth is 1 at most, so that this calls itself no deeper.
  mutating func syntax(
    _ c: inout SyntaxCoder, _ shape: Shape, level: Int, y: Int, cb: Int, cr: Int, length: Int
  ) throws(SyntaxError) {
    var isSplit = !parts.isEmpty
    if level < shape.depth { try c.flag("split_octant_flag", &isSplit) } else { isSplit = false }
    let half = length / 2
    try c.list("colour_mapping_octants", &parts, count: isSplit ? 8 : 0, atLeast: 4, ColourMappingOctants()) {
      (c, part, n) throws(SyntaxError) in
      try c.structure(Self.structureName, &part) { (c, p) throws(SyntaxError) in
        try p.syntax(
          &c, shape, level: level + 1, y: y + shape.partitions * (n >> 2) * half, cb: cb + (n >> 1 & 1) * half, cr: cr + (n & 1) * half,
          length: half)
      }
    }
    try c.list("coded_res_flag", &partitions, count: isSplit ? 0 : shape.partitions, atLeast: 4, []) {
      (c, vertices, i) throws(SyntaxError) in
      let place = y + i << (shape.depth - level)
      try c.list("coded_res_flag", &vertices, count: 4, atLeast: 1, Vertex()) { (c, vertex, j) throws(SyntaxError) in
        var isCoded = vertex.coefficients != nil
        try c.flag("coded_res_flag", &isCoded, at: place, ElementIndex.packing(cb, cr, j))
        try c.when(isCoded, &vertex.coefficients, []) { (c, list) throws(SyntaxError) in
          try c.list("res_coeff_q", &list, count: 3, atLeast: 1, Coefficient()) { (c, v, component) throws(SyntaxError) in
            try v.syntax(&c, bits: shape.bits, at: place, ElementIndex.packing(cb, cr, j, component))
          }
        }
      }
    }
  }
}

extension ColourMappingOctants.Coefficient {
  mutating func syntax(_ c: inout SyntaxCoder, bits: Int, at i: Int, _ j: Int) throws(SyntaxError) {
    try c.ue("res_coeff_q", &resCoeffQ, at: i, j)
    if bits > 0 { try c.u("res_coeff_r", &resCoeffR, bits: bits, at: i, j) }
    try c.flag("res_coeff_s", &resCoeffS, when: resCoeffQ != 0 || (bits > 0 && resCoeffR != 0), at: i, j)
  }
}
