import BitstreamKit

/// The beginning of a slice segment header: as much as tells which picture it belongs to, and of which type that is.
struct SliceGlance {
  var isFirst = false
  var noOutputOfPriorPics = false
  var isDependent = false
  var picParameterSetId: UInt8 = 0
  /// nil in dependent segments, and where the parameter sets are missing.
  var sliceType: UInt8?
  /// nil in IDR pictures as well.
  var lsb: UInt16?
  var lsbBits = 4
  var picOutputFlag = true
  /// SliceQpY.
  var qp: Int?
  /// True until all up to slice_pic_order_cnt_lsb was read.
  var isUnresolved = true
  /// Bits before the unit in what the reader read, for errors.
  var bitsBefore = 0

  /// The elements up to slice_pic_order_cnt_lsb have at most 10 bytes; this much holds them with header and emulation prevention.
  static var shortLength: Int { 20 }

  /// Reads up to slice_pic_order_cnt_lsb. What was read stays where the rest throws.
  @inline(__always) mutating func read(
    _ bytes: [UInt8], _ range: Range<Int>, _ nal: NALUnitHeader, _ sets: borrowing ParameterSets, _ rbsp: inout [UInt8]
  ) throws(SyntaxError) {
    var reader = makeReader(bytes, range, most: Self.shortLength, &rbsp)
    var slice = SliceHeader()
    _ = try start(&reader, &slice, nal, sets)
  }

  /// Reads up to slice_qp_delta. What was read stays where the rest throws.
  mutating func readWhole(
    _ bytes: [UInt8], _ range: Range<Int>, _ nal: NALUnitHeader, _ sets: borrowing ParameterSets, _ rbsp: inout [UInt8]
  ) throws(SyntaxError) {
    var reader = makeReader(bytes, range, most: PictureParser.prefixLength, &rbsp)
    var slice = SliceHeader()
    guard let context = try start(&reader, &slice, nal, sets) else { return }
    try slice.behindPicOrderCntLsb(&reader, nal, context)
    qp = 26 + Int(context.initQpMinus26) + Int(slice.sliceQpDelta)
  }

  /// Gives what the slice is read with; nil for a dependent segment, which has nothing more to read.
  @inline(__always) private mutating func start(
    _ reader: inout BitReader, _ slice: inout SliceHeader, _ nal: NALUnitHeader, _ sets: borrowing ParameterSets
  ) throws(SyntaxError) -> SliceContext? {
    var segment = SliceSegmentHeader()
    try segment.start(&reader, nal)
    isFirst = segment.firstSliceSegmentInPicFlag
    noOutputOfPriorPics = segment.noOutputOfPriorPicsFlag ?? false
    picParameterSetId = segment.slicePicParameterSetId
    guard let context = sets.sliceContext(picParameterSetId: picParameterSetId, layer: 0) else {
      throw SyntaxError(.unsupported("the parameter sets of the slice are missing"), element: "slice_pic_parameter_set_id")
    }
    lsbBits = context.pocLsbBits
    try segment.position(&reader, context)
    isDependent = segment.dependentSliceSegmentFlag ?? false
    if isDependent { return nil }
    try slice.throughPicOrderCntLsb(&reader, nal, context)
    sliceType = slice.sliceType
    lsb = slice.slicePicOrderCntLsb
    picOutputFlag = slice.picOutputFlag ?? true
    isUnresolved = false
    return context
  }

  /// A reader behind the unit's header. Bytes are copied only where emulation prevention has to be taken out.
  @inline(__always) private mutating func makeReader(
    _ bytes: [UInt8], _ range: Range<Int>, most: Int, _ rbsp: inout [UInt8]
  ) -> BitReader {
    let (first, end) = (range.lowerBound, range.lowerBound + min(range.count, most))
    var i = first + 4
    while i < end {
      if bytes[i] == 3, bytes[i &- 1] == 0, bytes[i &- 2] == 0 {
        _ = EmulationPrevention.removing(from: bytes, first..<end, into: &rbsp)
        return BitReader(rbsp, min(2, rbsp.count)..<rbsp.count)
      }
      i &+= 1
    }
    bitsBefore = first * 8
    return BitReader(bytes, first + 2..<end)
  }
}
