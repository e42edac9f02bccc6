import BitstreamKit

/// Parameters of the hypothetical reference decoder for partitions of a bitstream.
///
/// ITU-T H.265 (08/2021) F.7.3.2.1.6 `vps_vui_bsp_hrd_params( )`, semantics F.7.4.3.1.6.
public struct VPSVUIBSPHRDParams: Equatable, Sendable {
  public static let structureName: StaticString = "vps_vui_bsp_hrd_params"

  /// Parameters after those of the VPS, at most 1024 together.
  public var hrdParameters: [HRD] = []
  /// For each output layer set from the second on, where there are any parameters.
  public var outputLayerSets: [OutputLayerSet] = []

  /// HRD parameters.
  public struct HRD: Equatable, Sendable {
    /// 0 to 6.
    public var numSubLayerHrdMinus1: UInt8 = 0
    /// The parameters; their `common` part is nil where cprms_add_present_flag is 0.
    public var hrdParameters = HRDParameters()

    /// Parameters of one sub-layer.
    public init() {}
  }

  /// How an output layer set is partitioned.
  public struct OutputLayerSet: Equatable, Sendable {
    /// Schemes from the second on, at most 16: for each partition, layer_included_in_partition_flag of each layer.
    public var schemes: [[[Bool]]] = []
    /// Delivery schedules by scheme and sub-layer.
    public var schedules: [[[Schedule]]] = []

    /// One scheme of one partition.
    public init() {}
  }

  /// A delivery schedule: an entry for each partition.
  public struct Schedule: Equatable, Sendable {
    /// The partitions.
    public var partitions: [Partition] = []

    /// No partition.
    public init() {}
  }

  /// What a partition is delivered by.
  public struct Partition: Equatable, Sendable {
    /// Which HRD parameters, present with more than one.
    public var bspHrdIdx: UInt16?
    /// Which schedule of them.
    public var bspSchedIdx: UInt8 = 0

    /// The first ones.
    public init() {}
  }

  /// No parameters.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder, _ layers: VPSExtension.LayerSets) throws(SyntaxError) {
    let first = layers.hrd.count
    let count = try c.ueCount("vps_num_add_hrd_params", hrdParameters.count, in: 0...UInt32(truncatingIfNeeded: max(0, 1024 - first)))
    var common = layers.hrd.common
    try c.list("hrd_parameters", &hrdParameters, count: count, atLeast: 3, HRD()) { (c, hrd, n) throws(SyntaxError) in
      var present = hrd.hrdParameters.common != nil
      if first + n > 0 { try c.flag("cprms_add_present_flag", &present, at: first + n) } else { present = true }
      try c.ue("num_sub_layer_hrd_minus1", &hrd.numSubLayerHrdMinus1, in: 0...6, sizing: true, at: first + n, -1)
      let (inherited, subLayers, isPresent) = (common, Int(hrd.numSubLayerHrdMinus1), present)
      try c.structure("hrd_parameters", &hrd.hrdParameters) { (c, h) throws(SyntaxError) in
        try h.syntax(&c, commonPresent: isPresent, inherited: inherited, maxSubLayersMinus1: subLayers)
      }
      common = hrd.hrdParameters.common ?? inherited
    }
    let total = first + count
    let sets = total > 0 ? layers.outputSets.count - 1 : 0
    try c.list("num_signalled_partitioning_schemes", &outputLayerSets, count: sets, atLeast: 1, OutputLayerSet()) {
      (c, ols, n) throws(SyntaxError) in
      let set = layers.outputSets[n + 1]
      try ols.partitions(&c, n + 1, layers: layers.lists[set].count)
      try ols.deliveries(&c, n + 1, subLayers: layers.maxSubLayers[set] + 1, hrds: total)
    }
  }
}

extension VPSVUIBSPHRDParams.OutputLayerSet {
  /// num_signalled_partitioning_schemes to layer_included_in_partition_flag.
  mutating func partitions(_ c: inout SyntaxCoder, _ h: Int, layers: Int) throws(SyntaxError) {
    let count = try c.ueCount("num_signalled_partitioning_schemes", schemes.count, in: 0...16, at: h)
    let name: StaticString = "layer_included_in_partition_flag"
    let limit = UInt32(truncatingIfNeeded: max(1, layers)) - 1
    try c.list(name, &schemes, count: count, atLeast: 1, []) { (c, scheme, n) throws(SyntaxError) in
      let j = n + 1
      let parts = try c.ueCount("num_partitions_in_scheme_minus1", scheme.count, minus: 1, in: 0...limit, at: h, j)
      try c.list(name, &scheme, count: parts, atLeast: layers, []) { (c, part, k) throws(SyntaxError) in
        try c.list(name, &part, count: layers, atLeast: 1, false) { (c, v, r) throws(SyntaxError) in
          try c.flag(name, &v, at: h, ElementIndex.packing(j, k, r))
        }
      }
    }
  }

  /// num_bsp_schedules_minus1 to bsp_sched_idx.
  mutating func deliveries(_ c: inout SyntaxCoder, _ h: Int, subLayers: Int, hrds: Int) throws(SyntaxError) {
    let counts = [1] + schemes.map { $0.count }
    let bits = SliceContext.bits(for: UInt32(truncatingIfNeeded: hrds))
    let last = UInt16(truncatingIfNeeded: max(1, hrds) - 1)
    let name: StaticString = "num_bsp_schedules_minus1"
    try c.list(name, &schedules, count: counts.count, atLeast: subLayers, []) { (c, scheme, i) throws(SyntaxError) in
      try c.list(name, &scheme, count: subLayers, atLeast: 1, []) { (c, list, t) throws(SyntaxError) in
        let schedules = try c.ueCount(name, list.count, minus: 1, in: 0...31, at: h, ElementIndex.packing(i, t))
        try c.list("bsp_sched_idx", &list, count: schedules, atLeast: counts[i], .init()) { (c, schedule, j) throws(SyntaxError) in
          try c.list("bsp_sched_idx", &schedule.partitions, count: counts[i], atLeast: 1, .init()) { (c, p, k) throws(SyntaxError) in
            let place = ElementIndex.packing(i, t, j, k)
            try c.u("bsp_hrd_idx", &p.bspHrdIdx, bits: bits, in: 0...last, when: hrds > 1, at: h, place)
            try c.ue("bsp_sched_idx", &p.bspSchedIdx, in: 0...31, at: h, place)
          }
        }
      }
    }
  }
}
