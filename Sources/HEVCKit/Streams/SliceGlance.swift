import BitstreamKit

/// The beginning of a slice segment header: as much as tells which picture it belongs to, and of which type that is.
struct SliceGlance {
  var isFirst = false
  var noOutputOfPriorPics: Bool?
  var isDependent = false
  var picParameterSetId: UInt8 = 0
  /// nil in dependent segments, and where the parameter sets are missing.
  var sliceType: UInt8?
  /// nil in IDR pictures as well.
  var lsb: UInt16?
  var lsbBits = 4
  var picOutputFlag: Bool?
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
    _ bytes: [UInt8], _ range: Range<Int>, _ nal: NALUnitHeader, _ held: inout HeldContext,
    _ sets: ParameterSets, _ rbsp: inout [UInt8]
  ) throws(SyntaxError) {
    var reader = makeReader(bytes, range, most: Self.shortLength, &rbsp)
    try start(&reader, nal, &held, sets)
  }

  /// Reads up to slice_qp_delta. What was read stays where the rest throws.
  mutating func readWhole(
    _ bytes: [UInt8], _ range: Range<Int>, _ nal: NALUnitHeader, _ held: inout HeldContext,
    _ sets: ParameterSets, _ rbsp: inout [UInt8]
  ) throws(SyntaxError) {
    var reader = makeReader(bytes, range, most: PictureParser.prefixLength, &rbsp)
    try start(&reader, nal, &held, sets)
    if isDependent { return }
    var slice = SliceHeader()
    if let type = sliceType { slice.sliceType = type }
    try slice.behindPicOrderCntLsb(&reader, nal, held.context)
    qp = 26 + Int(held.context.initQpMinus26) + Int(slice.sliceQpDelta)
  }

  @inline(__always) private mutating func start(
    _ reader: inout BitReader, _ nal: NALUnitHeader, _ held: inout HeldContext, _ sets: ParameterSets
  ) throws(SyntaxError) {
    try SliceSegmentHeader.start(&reader, nal, &isFirst, &noOutputOfPriorPics, &picParameterSetId)
    if held.picParameterSetId != picParameterSetId { try held.find(picParameterSetId, sets) }
    lsbBits = held.context.pocLsbBits
    var (dependent, address): (Bool?, UInt32?) = (nil, nil)
    try SliceSegmentHeader.position(&reader, held.context, isFirst, &dependent, &address)
    isDependent = dependent ?? false
    if isDependent { return }
    var (reserved, type): (UInt8, UInt8) = (0, 0)
    var colourPlane: UInt8?
    try SliceHeader.start(&reader, nal, held.context, &reserved, &type, &picOutputFlag, &colourPlane, &lsb)
    sliceType = type
    isUnresolved = false
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
    bitsBefore = first &* 8
    return BitReader(bytes, first + 2..<end)
  }
}

/// What slices are read with, kept from slice to slice: to look it up and to copy it takes longer than to read a slice's beginning.
struct HeldContext: Sendable {
  /// Whose it is; nil where it must be looked up anew.
  private(set) var picParameterSetId: UInt8?
  private(set) var context = SliceContext()

  /// Parameter sets have changed.
  mutating func forget() { picParameterSetId = nil }

  @inline(never) mutating func find(_ id: UInt8, _ sets: ParameterSets) throws(SyntaxError) {
    guard let found = sets.sliceContext(picParameterSetId: id, layer: 0) else {
      throw SyntaxError(.unsupported("the parameter sets of the slice are missing"), element: "slice_pic_parameter_set_id")
    }
    (picParameterSetId, context) = (id, found)
  }
}
