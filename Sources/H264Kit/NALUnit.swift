import BitstreamKit

/// A whole NAL unit: its header, and what it holds.
///
/// ITU-T H.264 (08/2021) 7.3.1 `nal_unit( )`. Whatever the unit holds, its bytes come back as they were.
public struct NALUnit: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "nal_unit"

  /// The header.
  public var header = NALUnitHeader()
  /// What the unit holds.
  public var content: NALUnitContent = .other(.empty)
  /// Bytes behind the trailing bits: what should not be there. Those behind slices are part of their data.
  public var trailing: [UInt8] = []
  /// The unit as it was coded, where its emulation prevention bytes are not those that the specification asks for.
  public var irregularBytes: [UInt8]?

  /// An empty unit of an unspecified type.
  public init() {}

  /// The header and the RBSP, with the parameter sets that came before. A unit that contradicts its structure is kept as bytes.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    try c.nested(&header)
    guard NALUnitContent.isTyped(header) else { return try content.other(&c) }
    try c.attempt(!content.isOther, &self) { (c, unit) throws(SyntaxError) in
      try unit.content.syntax(&c, header: unit.header, sets: sets, trailing: &unit.trailing)
    } otherwise: { (c, unit) throws(SyntaxError) in
      unit.trailing = []
      try unit.content.other(&c)
    }
  }
}

extension NALUnit {
  /// What came of reading a unit.
  public struct Outcome: Sendable {
    /// The unit.
    public var unit: NALUnit
    /// What is wrong with it, where it could be read all the same; a message or unit kept as bytes has its reason here.
    public var findings: [SyntaxError]

    init(unit: NALUnit, findings: [SyntaxError]) {
      self.unit = unit
      self.findings = findings
    }
  }

  /// Reads a whole unit: its header, then its content without emulation prevention.
  /// - Parameters:
  ///   - unit: the unit's bytes without start code or length.
  ///   - offset: where they stand in the file, for errors.
  ///   - sets: the parameter sets that came before; take note of this unit by `ParameterSets.update(with:)`.
  ///   - policy: where the specification does not allow a value, a lenient reader keeps it, which a writer then refuses; a strict
  ///     one keeps the unit or message as bytes.
  /// - Throws: where the header cannot be read. All else is a finding.
  public static func read(
    _ unit: [UInt8], at offset: UInt64? = nil, sets: ParameterSets, policy: BitReader.Policy = .strict
  ) throws(SyntaxError) -> Outcome {
    var rbsp: [UInt8] = []
    let map = EmulationPrevention.removing(from: unit, 0..<unit.count, into: &rbsp, fileOffset: offset)
    var reader = SyntaxCoder(reading: BitReader(rbsp, 0..<rbsp.count, policy: policy, map: map))
    var value = NALUnit()
    try reader.structure(structureName, &value) { (c, v) throws(SyntaxError) in try v.syntax(&c, sets: sets) }
    value.keep(unit, rbsp)
    return Outcome(unit: value, findings: reader.findings + value.violations(offset, sets))
  }

  /// The unit's bytes with emulation prevention.
  /// - Parameter sets: those that it was read with.
  /// - Throws: where the unit contradicts itself, the sets or the specification.
  public func encoded(sets: ParameterSets) throws(SyntaxError) -> [UInt8] {
    var writer = SyntaxCoder(writing: BitWriter())
    var copy = self
    try writer.structure(Self.structureName, &copy) { (c, v) throws(SyntaxError) in try v.syntax(&c, sets: sets) }
    return withPrevention(writer.finish())
  }

  /// Passes every element of a unit to a sink, with its bit offset in the unit without emulation prevention.
  /// - Returns: the unit where it could be read to its end (without `irregularBytes`: `read` gives those), and what is wrong with it.
  public static func trace(
    _ unit: [UInt8], at offset: UInt64? = nil, sets: ParameterSets, policy: BitReader.Policy = .lenient, into sink: TraceSink
  ) -> (unit: NALUnit?, findings: [SyntaxError], error: SyntaxError?) {
    var rbsp: [UInt8] = []
    let map = EmulationPrevention.removing(from: unit, 0..<unit.count, into: &rbsp, fileOffset: offset)
    var tracer = SyntaxCoder(tracing: BitReader(rbsp, 0..<rbsp.count, policy: policy, map: map), to: sink)
    var value = NALUnit()
    do throws(SyntaxError) {
      // Without a second try: the elements before an error are worth seeing.
      try tracer.structure(structureName, &value) { (c, v) throws(SyntaxError) in
        try c.nested(&v.header)
        guard NALUnitContent.isTyped(v.header) else { return try v.content.other(&c) }
        try v.content.syntax(&c, header: v.header, sets: sets, trailing: &v.trailing)
      }
    } catch {
      return (nil, tracer.findings, error)
    }
    return (value, tracer.findings + value.violations(offset, sets), nil)
  }

  /// Keeps the unit as it was coded where nothing else could give it back.
  mutating func keep(_ unit: [UInt8], _ rbsp: [UInt8]) {
    if EmulationPrevention.adding(to: rbsp) != unit { irregularBytes = unit }
  }

  /// The bytes that were kept, as long as they still say the same; else new ones.
  func withPrevention(_ rbsp: [UInt8]) -> [UInt8] {
    if let irregularBytes, EmulationPrevention.removing(from: irregularBytes) == rbsp { return irregularBytes }
    return EmulationPrevention.adding(to: rbsp)
  }

  /// What contradicts the specification though every element is legal, and what could not be resolved.
  func violations(_ offset: UInt64?, _ sets: ParameterSets) -> [SyntaxError] {
    var found = unresolved(offset, sets)
    if header.nalUnitType == 5, case .slice(let slice) = content {
      let type = PictureType(sliceType: slice.sliceHeader.sliceType)
      let finding = SliceHeader.interSliceInIDR(type)
      if type != .i { found.append(offset.map { finding.inFile(at: $0) } ?? finding) }
    }
    return found
  }

  /// A finding for a slice whose sets did not come, and for a set that was read on an assumption.
  func unresolved(_ offset: UInt64?, _ sets: ParameterSets) -> [SyntaxError] {
    let isUnresolved: Bool
    switch content {
    case .slice(let slice): isUnresolved = slice.unresolved != nil
    case .partitionA(let slice): isUnresolved = slice.unresolved != nil
    case .partitionBC(let slice): isUnresolved = slice.unresolved != nil
    case .picParameterSet(let set):
      guard set.extension?.transform8x8ModeFlag == true, set.extension?.picScalingMatrix != nil,
        sets.chromaFormatIdc(set.seqParameterSetId) == nil
      else { return [] }
      let why = "sequence parameter set \(set.seqParameterSetId) did not come: its chroma_format_idc is taken for 1"
      return [SyntaxError(.unsupported(why), element: "seq_parameter_set_id", byteOffset: offset, path: ["nal_unit"])]
    default: return []
    }
    if !isUnresolved { return [] }
    let why = "the parameter sets that the slice names did not come"
    return [SyntaxError(.unsupported(why), element: "pic_parameter_set_id", byteOffset: offset, path: ["nal_unit"])]
  }
}
