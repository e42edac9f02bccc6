import BitstreamKit

/// How a picture of a stream with layers resets picture order counts: the extension of a slice segment header.
///
/// ITU-T H.265 (08/2021) F.7.3.6.1 from slice_segment_header_extension_length on, semantics F.7.4.7.1.
public struct SliceSegmentHeaderExtension: Equatable, Sendable {
  /// Present with poc_reset_info_present_flag: 0 none, 1 the most significant bits, 2 all bits, 3 told by a later picture.
  public var pocResetIdc: UInt8?
  /// Present with a reset: the period that the picture belongs to.
  public var pocResetPeriodId: UInt8?
  /// Present with poc_reset_idc 3.
  public var reset: Reset?
  /// Whether poc_msb_cycle_val is present; nil where that is inferred.
  public var pocMsbCycleValPresentFlag: Bool?
  /// The most significant bits of the picture order count.
  public var pocMsbCycleVal: UInt32?
  /// slice_segment_header_extension_data_bit.
  public var dataBits: [Bool] = []

  /// What a later picture says of the reset of its period.
  public struct Reset: Equatable, Sendable {
    /// Whether all bits were reset.
    public var fullPocResetFlag = false
    /// The lowest bits of the count before the reset.
    public var pocLsbVal: UInt16 = 0

    /// The most significant bits.
    public init() {}
  }

  /// What the extension hangs on.
  public struct Context: Equatable, Sendable {
    /// poc_reset_info_present_flag.
    public var pocResetInfoPresentFlag = false
    /// vps_poc_lsb_aligned_flag.
    public var vpsPocLsbAlignedFlag = false
    /// Whether the layer refers to no other.
    public var isIndependent = true

    /// A base layer without resets.
    public init() {}

    /// PocMsbValRequiredFlag (F-55), for a picture of this type.
    func requiresMsb(_ nal: NALUnitHeader) -> Bool {
      let isCRAorBLA = (16...18).contains(nal.nalUnitType) || nal.nalUnitType == 21
      return isCRAorBLA && (!vpsPocLsbAlignedFlag || isIndependent)
    }
  }

  /// Nothing is reset.
  public init() {}

  /// - Parameter length: the bytes of the extension.
  mutating func syntax<C: ElementCoder>(
    _ c: inout C, length: Int, _ nal: NALUnitHeader, _ context: Context, lsbBits: Int
  ) throws(SyntaxError) {
    let isRequired = context.requiresMsb(nal)
    let isCoded = length > 0
    try c.u("poc_reset_idc", &pocResetIdc, bits: 2, when: isCoded && context.pocResetInfoPresentFlag)
    try c.u("poc_reset_period_id", &pocResetPeriodId, bits: 6, when: pocResetIdc ?? 0 != 0)
    try c.when(pocResetIdc == 3, &reset, Reset()) { (c, r) throws(SyntaxError) in
      try c.flag("full_poc_reset_flag", &r.fullPocResetFlag)
      try c.u("poc_lsb_val", &r.pocLsbVal, bits: lsbBits)
    }
    try c.flag(
      "poc_msb_cycle_val_present_flag", &pocMsbCycleValPresentFlag, when: isCoded && !isRequired && context.vpsPocLsbAlignedFlag)
    let hasMsb = pocMsbCycleValPresentFlag ?? (isCoded && isRequired)
    try c.ue("poc_msb_cycle_val", &pocMsbCycleVal, in: 0...0xFFFF_FFFE, when: hasMsb)
    let left = 8 * length - bitCount(lsbBits: lsbBits)
    if left < 0 {
      throw c._malformed("slice_segment_header_extension_length", .malformed("\(length) bytes do not hold the elements of the extension"))
    }
    try c.list("slice_segment_header_extension_data_bit", &dataBits, count: left, atLeast: 1, false) { (c, v, i) throws(SyntaxError) in
      try c.flag("slice_segment_header_extension_data_bit", &v, at: i)
    }
  }

  /// Bits of all elements but the data bits.
  func bitCount(lsbBits: Int) -> Int {
    var bits = (pocResetIdc == nil ? 0 : 2) + (pocResetPeriodId == nil ? 0 : 6) + (reset == nil ? 0 : 1 + lsbBits)
    if pocMsbCycleValPresentFlag != nil { bits += 1 }
    if let value = pocMsbCycleVal { bits += 2 * (64 - (UInt64(value) + 1).leadingZeroBitCount) - 1 }
    return bits
  }

  /// Bytes of the extension.
  func byteCount(lsbBits: Int) -> Int { (bitCount(lsbBits: lsbBits) + dataBits.count) / 8 }
}
