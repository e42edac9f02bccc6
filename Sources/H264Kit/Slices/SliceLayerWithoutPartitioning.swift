import BitstreamKit

/// A slice: its header, and its macroblocks as they are.
///
/// ITU-T H.264 (08/2021) 7.3.2.8 `slice_layer_without_partitioning_rbsp( )`, 7.3.2.10 `slice_layer_extension_rbsp( )`; auxiliary
/// slices too.
public struct SliceLayerWithoutPartitioning: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "slice_layer_without_partitioning_rbsp"

  /// The header; its first three elements alone where `unresolved` is set.
  public var sliceHeader = SliceHeader()
  /// slice_data( ) behind its alignment, and the trailing bits.
  public var sliceData: BitString = .empty
  /// Everything behind pic_parameter_set_id, where the sets that the slice names did not come.
  public var unresolved: BitString?

  /// An I slice of no macroblocks.
  public init() {}

  /// The elements.
  public mutating func syntax(_ c: inout SyntaxCoder, header: NALUnitHeader, sets: ParameterSets) throws(SyntaxError) {
    var entropyCodingModeFlag = false
    var isResolved = false
    try c.structure(SliceHeader.structureName, &sliceHeader) { (c, h) throws(SyntaxError) in
      try h.start(&c)
      guard let context = sets.sliceContext(header, picParameterSetId: h.picParameterSetId) else { return }
      isResolved = true
      entropyCodingModeFlag = context.entropyCodingModeFlag
      try h.body(&c, header: header, context: context, idrPicFlag: sets.primaryIdrPicFlag)
    }
    try c.when(!isResolved, &unresolved, .empty) { (c, bits) throws(SyntaxError) in try c.rest("slice_layer", &bits) }
    if isResolved {
      if entropyCodingModeFlag { try c.align("cabac_alignment_one_bit", with: 1) }
      try c.rest("slice_data", &sliceData)
    }
  }
}
