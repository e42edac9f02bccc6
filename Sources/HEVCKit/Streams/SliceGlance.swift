import BitstreamKit
import NALKit

/// The beginning of a slice segment header: the elements that identify its picture and picture type.
struct SliceGlance {
  var isFirst = false
  var noOutputOfPriorPics: Bool?
  var isDependent = false
  /// slice_segment_address; nil in the first segment of a picture, and if it is not known.
  var address: UInt32?
  var picParameterSetId: UInt8 = 0
  /// nil in dependent segments, and if parameter sets are missing.
  var sliceType: UInt8?
  /// Also nil in IDR pictures.
  var lsb: UInt16?
  var lsbBits = 4
  var picOutputFlag: Bool?
  /// SliceQpY.
  var qp: Int?
  /// The short-term reference picture set; nil if it is not known or the slice has long-term pictures too.
  var references: RefPicSet?
  /// True until all elements up to slice_pic_order_cnt_lsb are parsed.
  var isUnresolved = true
  /// The number of bits before the unit in the reader, for errors.
  var bitsBefore = 0

  /// The elements up to slice_pic_order_cnt_lsb have at most 10 bytes; this length includes header and emulation prevention.
  static var shortLength: Int { 20 }

  /// Parses up to slice_pic_order_cnt_lsb. If it throws, the elements parsed so far are kept.
  @inline(__always) mutating func read(
    _ bytes: [UInt8], _ range: Range<Int>, _ nal: NALUnitHeader, _ held: inout HeldContext,
    _ sets: ParameterSets, _ rbsp: inout [UInt8]
  ) throws(SyntaxError) {
    var reader = makeReader(bytes, range, limit: Self.shortLength, &rbsp)
    try start(&reader, nal, &held, sets)
  }

  /// Parses up to slice_qp_delta. If it throws, the elements parsed so far are kept.
  mutating func readWhole(
    _ bytes: [UInt8], _ range: Range<Int>, _ nal: NALUnitHeader, _ held: inout HeldContext,
    _ sets: ParameterSets, _ rbsp: inout [UInt8]
  ) throws(SyntaxError) {
    var reader = makeReader(bytes, range, limit: PictureParser.prefixLength, &rbsp)
    try start(&reader, nal, &held, sets)
    if isDependent { return }
    var slice = SliceHeader()
    if let type = sliceType { slice.sliceType = type }
    try slice.behindPicOrderCntLsb(&reader, nal, held.context)
    references = held.context.referencePictures(of: slice.references)
    qp = 26 + Int(held.context.initQpMinus26) + Int(slice.sliceQpDelta)
  }

  @inline(__always) private mutating func start(
    _ reader: inout BitReader, _ nal: NALUnitHeader, _ held: inout HeldContext, _ sets: ParameterSets
  ) throws(SyntaxError) {
    try SliceSegmentHeader.start(&reader, nal, &isFirst, &noOutputOfPriorPics, &picParameterSetId)
    if held.picParameterSetId != picParameterSetId { try held.find(picParameterSetId, sets) }
    lsbBits = held.context.pocLsbBits
    var dependent: Bool?
    try SliceSegmentHeader.position(&reader, held.context, isFirst, &dependent, &address)
    isDependent = dependent ?? false
    if isDependent { return }
    var (reserved, type): (UInt8, UInt8) = (0, 0)
    var colourPlane: UInt8?
    try SliceHeader.start(&reader, nal, held.context, &reserved, &type, &picOutputFlag, &colourPlane, &lsb)
    sliceType = type
    isUnresolved = false
  }

  /// Creates a reader positioned after the unit's header. Copies bytes only if emulation prevention must be removed.
  @inline(__always) private mutating func makeReader(
    _ bytes: [UInt8], _ range: Range<Int>, limit: Int, _ rbsp: inout [UInt8]
  ) -> BitReader {
    let (first, end) = (range.lowerBound, range.lowerBound + min(range.count, limit))
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

/// The cached slice context: looking it up and copying it takes longer than parsing the beginning of a slice.
struct HeldContext: Sendable {
  /// The picture parameter set it belongs to; nil if it must be looked up again.
  private(set) var picParameterSetId: UInt8?
  private(set) var context = SliceContext()

  /// Invalidates the cache after a parameter set change.
  mutating func forget() { picParameterSetId = nil }

  @inline(never) mutating func find(_ id: UInt8, _ sets: ParameterSets) throws(SyntaxError) {
    guard let found = sets.sliceContext(picParameterSetId: id, layer: 0) else {
      throw SyntaxError(.unsupported("the parameter sets of the slice are missing"), element: "slice_pic_parameter_set_id")
    }
    (picParameterSetId, context) = (id, found)
  }
}

extension SliceContext {
  /// The short-term reference picture set of a slice; nil if it is invalid or the slice has long-term pictures too.
  func referencePictures(of slice: SliceReferences?) -> RefPicSet? {
    guard let slice else { return RefPicSet() }
    if let longTerm = slice.longTerm, longTerm.fromSPS.count + longTerm.pictures.count > 0 { return nil }
    if let own = slice.stRefPicSet { return RefPicSet(own, before: refPicSets) }
    let index = Int(slice.shortTermRefPicSetIdx ?? 0)
    return index < refPicSets.count ? refPicSets[index] : nil
  }
}
