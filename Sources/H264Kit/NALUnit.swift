import BitstreamKit
import NALKit

/// A NAL unit: header and payload, parsed if the type has a parser.
///
/// ITU-T H.264 (08/2021) 7.3.1 `nal_unit( )`. Parsing and encoding round-trips every unit byte for byte.
public struct NALUnit: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "nal_unit"

  /// The NAL unit header.
  public var header = NALUnitHeader()
  /// The parsed payload.
  public var payload = NALUnitPayload.other(.empty)
  /// Surplus bytes after the trailing bits. For slices, these bytes are part of the slice data instead.
  public var trailing: [UInt8] = []
  /// The original bytes, if their emulation prevention bytes deviate from the specification.
  public var irregularBytes: [UInt8]?

  /// Creates an empty unit of an unspecified type.
  public init() {}

  /// Codes header and RBSP using the preceding parameter sets. A unit that violates its structure is stored as raw bytes.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    try c.nested(&header)
    guard NALUnitPayload.isTyped(header) else { return try payload.other(&c) }
    // What an attempt that fails leaves of the unit is replaced, so that there is no value to keep, and no unit to copy.
    var none = false
    try c.attempt(!payload.isOther, &none) { (c, _) throws(SyntaxError) in
      try payload.syntax(&c, header: header, sets: sets, trailing: &trailing)
    } otherwise: { (c, _) throws(SyntaxError) in
      trailing = []
      if c._fills { payload = .other(.empty) }
      try payload.other(&c)
    }
  }
}

extension NALUnit {
  /// Parses a unit.
  /// - Parameters:
  ///   - unit: its bytes with emulation prevention, including the header.
  ///   - sets: the preceding parameter sets; pass the unit to their `update(with:)` afterwards.
  ///   - policy: how to treat values that the specification forbids. A lenient reader stores them (and a writer then rejects them); a
  ///     strict one stores the unit or message as raw bytes.
  ///   - fileOffset: the file offset of the unit, for errors.
  ///   - findings: receives tolerated errors and the reasons why parts were stored as raw bytes.
  /// - Throws: if the header cannot be parsed. All other errors are findings.
  public init(
    parsing unit: [UInt8], sets: ParameterSets, policy: BitReader.Policy = .strict, fileOffset: UInt64? = nil, findings: inout [SyntaxError]
  ) throws(SyntaxError) {
    self.init()
    try parse(unit, in: 0..<unit.count, sets: sets, policy: policy, fileOffset: fileOffset, findings: &findings)
  }

  /// Parses a unit into this one in place of what it held, which is faster than to make one.
  /// - Parameter range: the bytes of the unit in `bytes`.
  package mutating func parse(
    _ bytes: [UInt8], in range: Range<Int>, sets: ParameterSets, policy: BitReader.Policy = .strict, fileOffset: UInt64?,
    findings: inout [SyntaxError]
  ) throws(SyntaxError) {
    reset()
    var rbsp: [UInt8] = []
    let map = EmulationPrevention.removing(from: bytes, range, into: &rbsp, fileOffset: fileOffset)
    var reader = SyntaxCoder(reading: BitReader(rbsp, 0..<rbsp.count, policy: policy, map: map))
    try reader.structure(Self.structureName, &self) { (c, v) throws(SyntaxError) in try v.syntax(&c, sets: sets) }
    // Stores the original bytes if re-encoding would not reproduce them.
    if !EmulationPrevention.isRegular(rbsp, map) { irregularBytes = Array(bytes[range]) }
    findings += reader.findings
    findings += violations(fileOffset, sets)
  }

  /// Removes what the unit holds.
  private mutating func reset() {
    // One by one: to assign a whole unit copies it.
    header = NALUnitHeader()
    payload = .other(.empty)
    trailing = []
    irregularBytes = nil
  }

  /// Parses a unit.
  /// - Throws: if the header cannot be parsed; a payload that violates its structure is stored as raw bytes.
  public init(parsing unit: [UInt8], sets: ParameterSets, policy: BitReader.Policy = .strict) throws(SyntaxError) {
    var findings: [SyntaxError] = []
    try self.init(parsing: unit, sets: sets, policy: policy, findings: &findings)
  }

  /// Encodes the unit, with emulation prevention.
  /// - Parameter sets: the parameter sets the unit was parsed with.
  /// - Throws: if the unit contradicts itself, the sets or the specification.
  public func encoded(sets: ParameterSets) throws(SyntaxError) -> [UInt8] {
    var copy = self
    return try copy.encode(sets: sets)
  }

  /// Encodes the unit without copying it; it stays as it is.
  /// - Parameter size: about the number of bytes of the unit, to reserve.
  package mutating func encode(sets: ParameterSets, reserving size: Int = 0) throws(SyntaxError) -> [UInt8] {
    var writer = SyntaxCoder(writing: BitWriter(reserving: size))
    try writer.structure(Self.structureName, &self) { (c, v) throws(SyntaxError) in try v.syntax(&c, sets: sets) }
    return withPrevention(writer.finish())
  }

  /// Passes every element of a unit to a sink, with its bit offset in the unit after removal of emulation prevention.
  /// - Parameter offset: the file offset of the unit's first byte, if known.
  /// - Returns: the unit if it could be parsed completely (without `irregularBytes`), and the findings.
  public static func trace(
    _ bytes: [UInt8], at offset: UInt64? = nil, sets: ParameterSets, policy: BitReader.Policy = .lenient, into sink: TraceSink
  ) -> (unit: NALUnit?, findings: [SyntaxError], error: SyntaxError?) {
    var unit = NALUnit()
    let (findings, error) = unit.trace(bytes, in: 0..<bytes.count, at: offset, sets: sets, policy: policy, into: sink)
    return (error == nil ? unit : nil, findings, error)
  }

  /// Parses a unit into this one in place of what it held, and passes every element to a sink. To make and return a unit takes as long as
  /// five elements.
  /// - Parameter storesRest: whether the unit then has all its slice data or raw bytes; otherwise the first of them.
  package mutating func trace(
    _ bytes: [UInt8], in range: Range<Int>, at offset: UInt64?, sets: ParameterSets, policy: BitReader.Policy = .lenient,
    storesRest: Bool = true, into sink: TraceSink
  ) -> (findings: [SyntaxError], error: SyntaxError?) {
    reset()
    var rbsp: [UInt8] = []
    let map = EmulationPrevention.removing(from: bytes, range, into: &rbsp, fileOffset: offset)
    var tracer = SyntaxCoder(tracing: BitReader(rbsp, 0..<rbsp.count, policy: policy, map: map), to: sink)
    tracer.storesRest = storesRest
    do throws(SyntaxError) {
      // No fallback to raw bytes: the elements before an error are useful in a trace.
      try tracer.structure(Self.structureName, &self) { (c, v) throws(SyntaxError) in
        try c.nested(&v.header)
        guard NALUnitPayload.isTyped(v.header) else { return try v.payload.other(&c) }
        try v.payload.syntax(&c, header: v.header, sets: sets, trailing: &v.trailing)
      }
    } catch {
      return (tracer.findings, error)
    }
    let (found, violations) = (tracer.findings, violations(offset, sets))
    // Nearly all units have neither.
    return (violations.isEmpty ? found : found + violations, nil)
  }

  /// Returns the stored original bytes if they still match `rbsp`, otherwise newly escaped bytes.
  func withPrevention(_ rbsp: [UInt8]) -> [UInt8] {
    if let irregularBytes, EmulationPrevention.removing(from: irregularBytes) == rbsp { return irregularBytes }
    return EmulationPrevention.adding(to: rbsp)
  }

  /// What contradicts the specification though every element is legal, and what could not be resolved.
  func violations(_ offset: UInt64?, _ sets: ParameterSets) -> [SyntaxError] {
    guard let slice = payload.judgedSlice() else { return assumption(offset, sets).map { [$0] } ?? [] }
    var found: [SyntaxError] = []
    if slice.isUnresolved {
      let bit = slice.bitsBeforeID.map { 8 * header.byteCount + $0 }
      found.append(
        SyntaxError(
          .unsupported("the parameter sets of the slice are missing"), element: "pic_parameter_set_id", bitOffset: bit, path: ["nal_unit"]))
    }
    if header.nalUnitType == 5, let type = slice.type.map(PictureType.init(sliceType:)), type != .i {
      found.append(SliceHeader.interSliceInIDR(type))
    }
    if let offset { found = found.map { $0.inFile(at: offset) } }
    return found
  }

  /// A finding for a picture parameter set that was read on an assumption.
  private func assumption(_ offset: UInt64?, _ sets: ParameterSets) -> SyntaxError? {
    guard case .picParameterSet(let set) = payload, set.extension?.transform8x8ModeFlag == true, set.extension?.picScalingMatrix != nil,
      sets.chromaFormatIdc(set.seqParameterSetId) == nil
    else { return nil }
    let why = "sequence parameter set \(set.seqParameterSetId) is missing: assuming chroma_format_idc 1"
    return SyntaxError(.unsupported(why), element: "seq_parameter_set_id", byteOffset: offset, path: ["nal_unit"])
  }
}

extension NALUnitPayload {
  /// What `violations` asks of a slice, so that the slice is not copied.
  fileprivate struct JudgedSlice {
    var isUnresolved: Bool
    /// slice_type; nil in partitions.
    var type: UInt8?
    /// The bits of the slice header before pic_parameter_set_id; nil in partitions without a header, and if the slice is resolved.
    var bitsBeforeID: Int?
  }

  fileprivate borrowing func judgedSlice() -> JudgedSlice? {
    switch self {
    case .slice(let slice):
      JudgedSlice(
        isUnresolved: slice.unresolved != nil, type: slice.sliceHeader.sliceType,
        bitsBeforeID: slice.unresolved == nil ? nil : slice.sliceHeader.bitsBeforePicParameterSetId)
    case .partitionA(let slice):
      JudgedSlice(
        isUnresolved: slice.unresolved != nil,
        bitsBeforeID: slice.unresolved == nil ? nil : slice.sliceHeader.bitsBeforePicParameterSetId)
    case .partitionBC(let slice): JudgedSlice(isUnresolved: slice.unresolved != nil)
    default: nil
    }
  }
}
