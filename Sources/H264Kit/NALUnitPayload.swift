import BitstreamKit

/// The payload of a NAL unit after its header.
///
/// ITU-T H.264 (08/2021) Table 7-1.
public enum NALUnitPayload: Equatable, Sendable {
  /// A slice: types 1, 5 and 19, and types 20 and 21 of multiview video.
  case slice(SliceLayerWithoutPartitioning)
  /// Type 2.
  case partitionA(SliceDataPartitionA)
  /// Types 3 and 4.
  case partitionBC(SliceDataPartitionBC)
  /// Type 6.
  case sei(SupplementalEnhancementInformation)
  /// Type 7.
  case seqParameterSet(SeqParameterSet)
  /// Type 8.
  case picParameterSet(PicParameterSet)
  /// Type 9.
  case accessUnitDelimiter(AccessUnitDelimiter)
  /// Type 10.
  case endOfSequence
  /// Type 11.
  case endOfStream
  /// Type 12.
  case fillerData(FillerData)
  /// Type 13.
  case seqParameterSetExtension(SeqParameterSetExtension)
  /// Type 14.
  case prefix(PrefixNALUnit)
  /// Type 15.
  case subsetSeqParameterSet(SubsetSeqParameterSet)
  /// The raw RBSP of a type without a parser, or of a unit that violates its structure.
  case other(BitString)

  /// Whether the content is raw bytes.
  public var isOther: Bool {
    if case .other = self { return true }
    return false
  }

  /// Whether units with this header have a parser. Slices of scalable video and of 3D-AVC depth do not.
  public static func isTyped(_ header: NALUnitHeader) -> Bool {
    switch header.nalUnitType {
    case 1...15, 19: true
    case 20, 21: header.mvcExtension != nil
    default: false
    }
  }

  /// Codes a unit that has a parser, up to the end of the unit.
  mutating func syntax(
    _ c: inout SyntaxCoder, header: NALUnitHeader, sets: ParameterSets, trailing: inout [UInt8]
  ) throws(SyntaxError) {
    switch header.nalUnitType {
    case 1, 5, 19, 20, 21: try slice(&c, header, sets)
    case 2, 3, 4: try partition(&c, header, sets)
    case 10, 11: try end(&c, header, &trailing)
    case 14: try prefix(&c, header, &trailing)
    default:
      try parameters(&c, header, sets)
      try c.rbspTrailingBits(&trailing)
    }
    try c.regionEnd("nal_unit")
  }
}

// Each function passes the stored content to its structure; if the coder is parsing, it passes a new one. Content of a different
// kind is passed as nil, which a writer rejects.

extension NALUnitPayload {
  mutating func slice(_ c: inout SyntaxCoder, _ header: NALUnitHeader, _ sets: ParameterSets) throws(SyntaxError) {
    // Slices are many: a reader has none to keep, and a writer leaves it as it is.
    if c._fills {
      var slice = SliceLayerWithoutPartitioning()
      try slice.syntax(&c, header: header, sets: sets)
      self = .slice(slice)
      return
    }
    var held: SliceLayerWithoutPartitioning?
    if case .slice(let value) = self { held = value }
    try c.when(true, &held, .init()) { (c, v) throws(SyntaxError) in try v.syntax(&c, header: header, sets: sets) }
    if let held, c._edits { self = .slice(held) }
  }

  mutating func partition(_ c: inout SyntaxCoder, _ header: NALUnitHeader, _ sets: ParameterSets) throws(SyntaxError) {
    if header.nalUnitType == 2 {
      var held: SliceDataPartitionA?
      if case .partitionA(let value) = self { held = value }
      try c.when(true, &held, .init()) { (c, v) throws(SyntaxError) in try v.syntax(&c, header: header, sets: sets) }
      if let held { self = .partitionA(held) }
    } else {
      var held: SliceDataPartitionBC?
      if case .partitionBC(let value) = self { held = value }
      try c.when(true, &held, .init()) { (c, v) throws(SyntaxError) in try v.syntax(&c, header: header, sets: sets) }
      if let held { self = .partitionBC(held) }
    }
  }

  mutating func prefix(_ c: inout SyntaxCoder, _ header: NALUnitHeader, _ trailing: inout [UInt8]) throws(SyntaxError) {
    var held: PrefixNALUnit?
    if case .prefix(let value) = self { held = value }
    var bytes = trailing
    try c.when(true, &held, .init()) { (c, v) throws(SyntaxError) in try v.syntax(&c, header: header, trailing: &bytes) }
    trailing = bytes
    if let held { self = .prefix(held) }
  }

  /// Codes an end-of-sequence or end-of-stream unit, which has no elements; surplus bytes are stored.
  mutating func end(_ c: inout SyntaxCoder, _ header: NALUnitHeader, _ trailing: inout [UInt8]) throws(SyntaxError) {
    var bits = BitString(bytes: trailing)
    try c.rest("trailing_bytes", &bits)
    trailing = bits.bytes
    self = header.nalUnitType == 10 ? .endOfSequence : .endOfStream
  }

  /// Codes all content that ends with trailing bits.
  mutating func parameters(_ c: inout SyntaxCoder, _ header: NALUnitHeader, _ sets: ParameterSets) throws(SyntaxError) {
    switch header.nalUnitType {
    case 6:
      var held: SupplementalEnhancementInformation?
      if case .sei(let value) = self { held = value }
      try c.when(true, &held, .init()) { (c, v) throws(SyntaxError) in try v.syntax(&c, sets: sets) }
      if let held { self = .sei(held) }
    case 8:
      var held: PicParameterSet?
      if case .picParameterSet(let value) = self { held = value }
      try c.when(true, &held, .init()) { (c, v) throws(SyntaxError) in
        try c.structure(PicParameterSet.structureName, &v) { (c, v) throws(SyntaxError) in
          try v.syntax(&c) { id in sets.chromaFormatIdc(id) }
        }
      }
      if let held { self = .picParameterSet(held) }
    case 12:
      var held: FillerData?
      if case .fillerData(let value) = self { held = value }
      try c.when(true, &held, .init()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
      if let held { self = .fillerData(held) }
    default: try independent(&c, header)
    }
  }

  /// Codes content that does not depend on other parameter sets.
  mutating func independent(_ c: inout SyntaxCoder, _ header: NALUnitHeader) throws(SyntaxError) {
    switch header.nalUnitType {
    case 7:
      var held: SeqParameterSet?
      if case .seqParameterSet(let value) = self { held = value }
      try c.when(true, &held, .init()) { (c, v) throws(SyntaxError) in try c.nested(&v) }
      if let held { self = .seqParameterSet(held) }
    case 9:
      var held: AccessUnitDelimiter?
      if case .accessUnitDelimiter(let value) = self { held = value }
      try c.when(true, &held, .init()) { (c, v) throws(SyntaxError) in try c.nested(&v) }
      if let held { self = .accessUnitDelimiter(held) }
    case 13:
      var held: SeqParameterSetExtension?
      if case .seqParameterSetExtension(let value) = self { held = value }
      try c.when(true, &held, .init()) { (c, v) throws(SyntaxError) in try c.nested(&v) }
      if let held { self = .seqParameterSetExtension(held) }
    default:
      var held: SubsetSeqParameterSet?
      if case .subsetSeqParameterSet(let value) = self { held = value }
      try c.when(true, &held, .init()) { (c, v) throws(SyntaxError) in try c.nested(&v) }
      if let held { self = .subsetSeqParameterSet(held) }
    }
  }

  /// Codes raw bytes.
  mutating func other(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var held: BitString?
    if case .other(let bits) = self { held = bits }
    try c.when(true, &held, .empty) { (c, bits) throws(SyntaxError) in try c.rest("rbsp_byte", &bits) }
    if let held { self = .other(held) }
  }
}
