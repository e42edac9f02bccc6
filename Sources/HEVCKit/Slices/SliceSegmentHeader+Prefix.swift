import BitstreamKit

extension SliceSegmentHeader {
  /// Reads what stands before the entry points: the beginning of a unit is enough, and nothing is allocated but what weights, long-term
  /// pictures and prediction from other layers need.
  /// - Parameters:
  ///   - rbsp: bytes of the unit without emulation prevention, header included; 128 of them are enough for all but strange slices.
  ///   - range: where they stand.
  ///   - nal: the unit's header.
  ///   - sets: where the parameter sets are that the segment names.
  /// - Throws: where the bytes end too early or contradict the specification, and where the parameter sets are missing.
  public init(
    prefix rbsp: [UInt8], _ range: Range<Int>, nal: NALUnitHeader, sets: borrowing ParameterSets
  ) throws(SyntaxError) {
    self.init()
    let body = range.clamped(to: 0..<rbsp.count).dropFirst(2)
    var reader = BitReader(rbsp, body.startIndex..<body.endIndex)
    try start(&reader, nal)
    guard let context = sets.sliceContext(picParameterSetId: slicePicParameterSetId, layer: nal.nuhLayerId) else {
      throw SyntaxError(.unsupported("the parameter sets of the slice are missing"), element: "slice_pic_parameter_set_id")
    }
    try beforeEntryPoints(&reader, nal, context)
  }
}
