import BitstreamKit

/// A slice: parsed header and raw slice data.
///
/// ITU-T H.264 (08/2021) 7.3.2.8 `slice_layer_without_partitioning_rbsp( )`, 7.3.2.10 `slice_layer_extension_rbsp( )`; also
/// auxiliary slices.
public struct SliceLayerWithoutPartitioning: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "slice_layer_without_partitioning_rbsp"

  /// The slice header; only its first three elements if `unresolved` is set.
  public var sliceHeader = SliceHeader()
  /// slice_data( ) after its alignment bits, including the trailing bits.
  public var sliceData: BitString = .empty
  /// The bits after pic_parameter_set_id, if the referenced parameter sets are missing.
  public var unresolved: BitString?

  /// Creates an I slice without macroblocks.
  public init() {}

  /// Codes the elements.
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
