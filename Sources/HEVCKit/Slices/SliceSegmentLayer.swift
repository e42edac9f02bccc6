import BitstreamKit

/// A slice segment: parsed header and raw slice data.
///
/// ITU-T H.265 (08/2021) 7.3.2.9 `slice_segment_layer_rbsp( )`.
public struct SliceSegmentLayer: Equatable, Sendable {
  public static let structureName: StaticString = "slice_segment_layer_rbsp"

  /// The header; only up to slice_pic_parameter_set_id if parameter sets are missing.
  public var sliceSegmentHeader = SliceSegmentHeader()
  /// slice_segment_data( ) and later bits; everything after slice_pic_parameter_set_id if parameter sets are missing.
  public var sliceSegmentData = BitString.empty
  /// Whether the header could not be parsed because parameter sets are missing.
  public var isUnresolved = false

  /// A segment without data.
  public init() {}

  /// - Parameters:
  ///   - nal: the unit's header.
  ///   - sets: the parameter sets that the segment may refer to.
  public mutating func syntax(
    _ c: inout SyntaxCoder, nal: NALUnitHeader, sets: ParameterSets
  ) throws(SyntaxError) {
    var isMissing = isUnresolved
    try c.structure(SliceSegmentHeader.structureName, &sliceSegmentHeader) { (c, h) throws(SyntaxError) in
      try h.start(&c, nal)
      let context = sets.sliceContext(picParameterSetId: h.slicePicParameterSetId, layer: nal.nuhLayerId)
      try c.attempt(!isMissing, &isMissing) { (c, missing) throws(SyntaxError) in
        guard context != nil else {
          throw c._malformed("slice_pic_parameter_set_id", .unsupported("the parameter sets of the slice are missing"))
        }
        missing = false
      } otherwise: { (c, missing) throws(SyntaxError) in
        missing = true
      }
      guard let context, !isMissing else { return }
      try h.beforeEntryPoints(&c, nal, context)
      try h.behindEntryPoints(&c, nal, context)
    }
    isUnresolved = isMissing
    try c.rest("slice_segment_data", &sliceSegmentData)
  }
}
