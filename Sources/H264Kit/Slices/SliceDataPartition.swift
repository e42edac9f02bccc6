import BitstreamKit

/// The first part of a slice in three: its header, and what must not be lost.
///
/// ITU-T H.264 (08/2021) 7.3.2.9.1 `slice_data_partition_a_layer_rbsp( )`.
public struct SliceDataPartitionA: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "slice_data_partition_a_layer_rbsp"

  /// The header; its first three elements alone where `unresolved` is set.
  public var sliceHeader = SliceHeader()
  /// Which slice of the picture this is.
  public var sliceId: UInt32 = 0
  /// slice_data( ) of category 2, and the trailing bits.
  public var sliceData: BitString = .empty
  /// Everything behind pic_parameter_set_id, where the sets that the slice names did not come.
  public var unresolved: BitString?

  /// An I slice of no macroblocks.
  public init() {}

  /// The elements.
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

/// The second or third part of a slice in three: intra and inter residuals.
///
/// ITU-T H.264 (08/2021) 7.3.2.9.2 `slice_data_partition_b_layer_rbsp( )`, 7.3.2.9.3 `slice_data_partition_c_layer_rbsp( )`.
public struct SliceDataPartitionBC: Equatable, Sendable {
  /// The structures' name, for both.
  public static let structureName: StaticString = "slice_data_partition_layer"

  /// The slice of the picture that this belongs to.
  public var sliceId: UInt32 = 0
  /// With separate_colour_plane_flag: 0 to 2.
  public var colourPlaneId: UInt8?
  /// Where the picture parameter set asks for it: 0 to 127.
  public var redundantPicCnt: UInt8?
  /// slice_data( ) of category 3 or 4, and the trailing bits.
  public var sliceData: BitString = .empty
  /// Everything behind slice_id, where no partition A came before, or none of its sets.
  public var unresolved: BitString?

  /// No macroblocks.
  public init() {}

  /// The elements, with the sets that the last partition A named.
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
