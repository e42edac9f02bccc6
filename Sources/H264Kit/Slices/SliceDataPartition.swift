import BitstreamKit

/// Slice data partition A: slice header and the most important slice data.
///
/// ITU-T H.264 (08/2021) 7.3.2.9.1 `slice_data_partition_a_layer_rbsp( )`.
public struct SliceDataPartitionA: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "slice_data_partition_a_layer_rbsp"

  /// The slice header; only its first three elements if `unresolved` is set.
  public var sliceHeader = SliceHeader()
  /// Identifies the slice within the picture.
  public var sliceId: UInt32 = 0
  /// slice_data( ) of category 2, including the trailing bits.
  public var sliceData: BitString = .empty
  /// The bits after pic_parameter_set_id, if the referenced parameter sets are missing.
  public var unresolved: BitString?

  /// Creates an I slice without macroblocks.
  public init() {}

  /// Codes the elements.
  public mutating func syntax(_ c: inout SyntaxCoder, header: NALUnitHeader, sets: ParameterSets) throws(SyntaxError) {
    var isResolved = false
    try c.structure(SliceHeader.structureName, &sliceHeader) { (c, h) throws(SyntaxError) in
      try h.start(&c)
      guard let context = sets.sliceContext(header, picParameterSetId: h.picParameterSetId) else { return }
      isResolved = true
      try h.body(&c, header: header, context: context)
    }
    try c.when(!isResolved, &unresolved, .empty) { (c, bits) throws(SyntaxError) in try c.rest("slice_layer", &bits) }
    if isResolved {
      try c.ue("slice_id", &sliceId, in: 0...139_263)
      try c.rest("slice_data", &sliceData)
    }
  }
}

/// Slice data partition B or C: intra or inter residuals.
///
/// ITU-T H.264 (08/2021) 7.3.2.9.2 `slice_data_partition_b_layer_rbsp( )`, 7.3.2.9.3 `slice_data_partition_c_layer_rbsp( )`.
public struct SliceDataPartitionBC: Equatable, Sendable {
  /// The structure name used for both partitions.
  public static let structureName: StaticString = "slice_data_partition_layer"

  /// The slice of the picture that the partition belongs to.
  public var sliceId: UInt32 = 0
  /// 0 to 2; present if separate_colour_plane_flag.
  public var colourPlaneId: UInt8?
  /// 0 to 127; present if redundant_pic_cnt_present_flag.
  public var redundantPicCnt: UInt8?
  /// slice_data( ) of category 3 or 4, including the trailing bits.
  public var sliceData: BitString = .empty
  /// The bits after slice_id, if the preceding partition A or its parameter sets are missing.
  public var unresolved: BitString?

  /// Creates a partition without macroblocks.
  public init() {}

  /// Codes the elements using the parameter sets of the last partition A.
  public mutating func syntax(_ c: inout SyntaxCoder, header: NALUnitHeader, sets: ParameterSets) throws(SyntaxError) {
    try c.ue("slice_id", &sliceId, in: 0...139_263)
    let context = sets.partitionPicParameterSetId.flatMap { sets.sliceContext(header, picParameterSetId: $0) }
    try c.when(context == nil, &unresolved, .empty) { (c, bits) throws(SyntaxError) in try c.rest("slice_data_partition", &bits) }
    guard let context else { return }
    try c.u("colour_plane_id", &colourPlaneId, bits: 2, in: 0...2, when: context.separateColourPlaneFlag)
    try c.ue("redundant_pic_cnt", &redundantPicCnt, in: 0...127, when: context.redundantPicCntPresentFlag)
    try c.rest("slice_data", &sliceData)
  }
}
