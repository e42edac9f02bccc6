import BitstreamKit

extension SliceSegmentHeader {
  /// Parses the header up to the entry points. The beginning of a unit is sufficient; only weights, long-term pictures and inter-layer
  /// prediction allocate memory.
  /// - Parameters:
  ///   - rbsp: the unit's bytes, including the header, with emulation prevention removed; 128 are sufficient except for unusual slices.
  ///   - range: the range of these bytes.
  ///   - nal: the unit's header.
  ///   - sets: the parameter sets that the segment may refer to.
  /// - Throws: if the bytes are too short or contradict the specification, or if parameter sets are missing.
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
