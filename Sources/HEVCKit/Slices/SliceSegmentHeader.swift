import BitstreamKit

/// The header of a slice segment.
///
/// ITU-T H.265 (08/2021) 7.3.6.1 `slice_segment_header( )`, semantics 7.4.7.1, and F.7.3.6.1 for layers above the base layer.
public struct SliceSegmentHeader: Equatable, Sendable {
  public static let structureName: StaticString = "slice_segment_header"

  /// Whether the segment is the first of a picture.
  public var firstSliceSegmentInPicFlag = true
  /// Present in IRAP pictures.
  public var noOutputOfPriorPicsFlag: Bool?
  /// 0 to 63.
  public var slicePicParameterSetId: UInt8 = 0
  /// Whether the segment inherits the previous slice header; coded if the PPS allows it, except in first segments.
  public var dependentSliceSegmentFlag: Bool?
  /// The first coding tree block; nil, and inferred to be 0, in first segments.
  public var sliceSegmentAddress: UInt32?
  /// The slice header; nil in dependent segments, which inherit it.
  public var sliceHeader: SliceHeader? = SliceHeader()
  /// Present if tiles or wavefront parallel processing are enabled.
  public var entryPoints: EntryPoints?
  /// slice_segment_header_extension_data_byte, at most 256; present if slice_segment_header_extension_present_flag.
  public var sliceSegmentHeaderExtension: [UInt8]?
  /// The extension in a stream with layers, in place of `sliceSegmentHeaderExtension`.
  public var multilayerExtension: SliceSegmentHeaderExtension?

  /// Entry points: the start offsets of a segment's substreams.
  public struct EntryPoints: Equatable, Sendable {
    /// The bit width of an offset, minus 1; present if there are offsets.
    public var offsetLenMinus1: UInt8?
    /// The size in bytes of each substream except the last, minus 1.
    public var entryPointOffsetMinus1: [UInt32] = []

    /// One substream.
    public init() {}
  }

  /// The first segment of an intra picture.
  public init() {}

  /// - Parameters:
  ///   - nal: the unit's header.
  ///   - context: the context of the segment's parameter sets.
  public mutating func syntax<C: ElementCoder>(
    _ c: inout C, nal: NALUnitHeader, context: SliceContext
  ) throws(SyntaxError) {
    try start(&c, nal)
    try beforeEntryPoints(&c, nal, context)
    try behindEntryPoints(&c, nal, context)
  }

  /// Codes first_slice_segment_in_pic_flag to slice_pic_parameter_set_id, which do not depend on parameter sets.
  public mutating func start<C: ElementCoder>(_ c: inout C, _ nal: NALUnitHeader) throws(SyntaxError) {
    try Self.start(&c, nal, &firstSliceSegmentInPicFlag, &noOutputOfPriorPicsFlag, &slicePicParameterSetId)
  }

  /// Codes only these elements, without creating a whole header (fast path).
  @inline(__always) static func start<C: ElementCoder>(
    _ c: inout C, _ nal: NALUnitHeader, _ isFirst: inout Bool, _ noOutputOfPriorPics: inout Bool?, _ picParameterSetId: inout UInt8
  ) throws(SyntaxError) {
    try c.flag("first_slice_segment_in_pic_flag", &isFirst)
    try c.flag("no_output_of_prior_pics_flag", &noOutputOfPriorPics, when: nal.nalUnitType >= 16 && nal.nalUnitType <= 23)
    try c.ue("slice_pic_parameter_set_id", &picParameterSetId, in: 0...63, sizing: true, at: -1, -1)
  }

  /// Codes the elements after `start` up to the entry points: all picture information, but no list that grows with the picture size.
  public mutating func beforeEntryPoints<C: ElementCoder>(
    _ c: inout C, _ nal: NALUnitHeader, _ context: SliceContext
  ) throws(SyntaxError) {
    try Self.position(&c, context, firstSliceSegmentInPicFlag, &dependentSliceSegmentFlag, &sliceSegmentAddress)
    try c.when(dependentSliceSegmentFlag != true, &sliceHeader, SliceHeader()) { (c, h) throws(SyntaxError) in
      try h.syntax(&c, nal, context)
    }
  }

  /// dependent_slice_segment_flag and slice_segment_address.
  @inline(__always) static func position<C: ElementCoder>(
    _ c: inout C, _ context: SliceContext, _ isFirst: Bool, _ isDependent: inout Bool?, _ address: inout UInt32?
  ) throws(SyntaxError) {
    try c.flag("dependent_slice_segment_flag", &isDependent, when: !isFirst && context.dependentSliceSegmentsEnabled)
    try c.u("slice_segment_address", &address, bits: context.addressBits, in: 0...(context.picSizeInCtbs &- 1), when: !isFirst)
  }

  /// The entry points and what follows them, byte_alignment( ) included.
  public mutating func behindEntryPoints<C: ElementCoder>(
    _ c: inout C, _ nal: NALUnitHeader, _ context: SliceContext
  ) throws(SyntaxError) {
    let limit = context.maxEntryPoints ?? 0
    try c.when(context.maxEntryPoints != nil, &entryPoints, EntryPoints()) { (c, e) throws(SyntaxError) in
      let count = try c.ueCount("num_entry_point_offsets", e.entryPointOffsetMinus1.count, in: 0...limit)
      try c.when(count > 0, &e.offsetLenMinus1, 0) { (c, length) throws(SyntaxError) in
        try c.ue("offset_len_minus1", &length, in: 0...31, sizing: true, at: -1, -1)
      }
      let bits = Int(e.offsetLenMinus1 ?? 0) + 1
      try c.list("entry_point_offset_minus1", &e.entryPointOffsetMinus1, count: count, atLeast: bits, 0) { (c, v, i) throws(SyntaxError) in
        try c.u("entry_point_offset_minus1", &v, bits: bits, at: i)
      }
    }
    if context.headerExtensionPresent {
      try extensions(&c, nal, context)
    } else {
      try c.when(false, &sliceSegmentHeaderExtension, []) { (_, _) throws(SyntaxError) in }
      try c.when(false, &multilayerExtension, SliceSegmentHeaderExtension()) { (_, _) throws(SyntaxError) in }
    }
    try c.fixed("alignment_bit_equal_to_one", 1, bits: 1)
    try c.align("alignment_bit_equal_to_zero", with: 0)
  }

  /// slice_segment_header_extension_length and the data that it counts. Data other than a multilayer extension is kept as bytes.
  mutating func extensions<C: ElementCoder>(_ c: inout C, _ nal: NALUnitHeader, _ context: SliceContext) throws(SyntaxError) {
    let held = multilayerExtension?.byteCount(lsbBits: context.pocLsbBits) ?? sliceSegmentHeaderExtension?.count ?? 0
    let count = try c.ueCount("slice_segment_header_extension_length", held, in: 0...256)
    guard let multilayer = context.multilayer else { return try extensionBytes(&c, count) }
    try c.attempt(multilayerExtension != nil, &self) { (c, h) throws(SyntaxError) in
      try c.when(true, &h.multilayerExtension, SliceSegmentHeaderExtension()) { (c, e) throws(SyntaxError) in
        try e.syntax(&c, length: count, nal, multilayer, lsbBits: context.pocLsbBits)
      }
    } otherwise: { (c, h) throws(SyntaxError) in
      h.multilayerExtension = nil
      try h.extensionBytes(&c, count)
    }
  }

  mutating func extensionBytes<C: ElementCoder>(_ c: inout C, _ count: Int) throws(SyntaxError) {
    try c.when(true, &sliceSegmentHeaderExtension, []) { (c, bytes) throws(SyntaxError) in
      try c.list("slice_segment_header_extension_data_byte", &bytes, count: count, atLeast: 8, 0) { (c, byte, i) throws(SyntaxError) in
        try c.u("slice_segment_header_extension_data_byte", &byte, bits: 8, at: i)
      }
    }
  }

  /// The finding for a P or B slice in an IRAP picture of the base layer, which has I slices only unless it may refer to itself
  /// (7.4.7.1).
  static func interSliceInIRAP(_ type: UInt8) -> SyntaxError {
    SyntaxError(
      .malformed("a \(type == 0 ? "B" : "P") slice in an IRAP picture, which has I slices only"), element: "slice_type",
      path: [structureName.description])
  }
}
