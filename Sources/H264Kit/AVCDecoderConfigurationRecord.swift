import BitstreamKit
import NALKit

/// Decoder configuration record: the payload of an `avcC` box or an FLV AVC sequence header.
///
/// ISO/IEC 14496-15:2022 5.3.3.1.2.
public struct AVCDecoderConfigurationRecord: Syntax {
  public static let structureName: StaticString = "AVCDecoderConfigurationRecord"

  /// 1; readers must reject other versions.
  public var configurationVersion: UInt8 = 1
  /// profile_idc of the parameter sets.
  public var avcProfileIndication: UInt8 = 0
  /// The constraint flags: the byte between profile_idc and level_idc of the parameter sets.
  public var profileCompatibility: UInt8 = 0
  /// level_idc of the parameter sets.
  public var avcLevelIndication: UInt8 = 0
  /// 63.
  public var reserved6: UInt8 = 63
  /// The size in bytes of NAL unit length fields, minus 1: 0, 1 or 3.
  public var lengthSizeMinusOne: UInt8 = 3
  /// 7.
  public var reserved3: UInt8 = 7
  /// Sequence and subset sequence parameter sets: whole NAL units, at most 31.
  public var sequenceParameterSets: [[UInt8]] = []
  /// Picture parameter sets: whole NAL units, at most 255.
  public var pictureParameterSets: [[UInt8]] = []
  /// The extension for profiles other than 66, 77 and 88; also nil if the writer omitted it for such a profile.
  public var highProfileExtension: HighProfileExtension?
  /// Unknown bytes after the record.
  public var trailing: BitString = .empty

  /// Creates a record without parameter sets and with 4-byte NAL unit lengths.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("configurationVersion", &configurationVersion, bits: 8, in: 1...1)
    try c.u("AVCProfileIndication", &avcProfileIndication, bits: 8)
    try c.u("profile_compatibility", &profileCompatibility, bits: 8)
    try c.u("AVCLevelIndication", &avcLevelIndication, bits: 8)
    try c.u("reserved", &reserved6, bits: 6)
    try c.u("lengthSizeMinusOne", &lengthSizeMinusOne, bits: 2)
    try c.u("reserved", &reserved3, bits: 3)
    let sets = try c.count("numOfSequenceParameterSets", sequenceParameterSets.count, bits: 5)
    try c.parameterSets("sequenceParameterSetLength", "sequenceParameterSetNALUnit", &sequenceParameterSets, count: sets)
    let pictureSets = try c.count("numOfPictureParameterSets", pictureParameterSets.count, bits: 8)
    try c.parameterSets("pictureParameterSetLength", "pictureParameterSetNALUnit", &pictureParameterSets, count: pictureSets)
    if !Self.hasExtension(profile: avcProfileIndication) {
      try c.rest("trailing", &trailing)
    } else if c.moreBytes(highProfileExtension != nil || !trailing.isEmpty) {
      try c.attempt(highProfileExtension != nil, &self) { (c, v) throws(SyntaxError) in
        try c.when(true, &v.highProfileExtension, HighProfileExtension()) { (c, e) throws(SyntaxError) in try c.nested(&e) }
        try c.rest("trailing", &v.trailing)
      } otherwise: { (c, v) throws(SyntaxError) in
        try c.rest("trailing", &v.trailing)
      }
    }
  }

  /// Whether records of this profile have the extension.
  public static func hasExtension(profile: UInt8) -> Bool { profile != 66 && profile != 77 && profile != 88 }
}

extension AVCDecoderConfigurationRecord {
  /// The last part of the record, for profiles other than 66, 77 and 88.
  public struct HighProfileExtension: Syntax {
    public static let structureName: StaticString = "AVCDecoderConfigurationRecord extension"

    /// 63.
    public var reserved6: UInt8 = 63
    /// chroma_format_idc of the parameter sets.
    public var chromaFormat: UInt8 = 1
    /// 31.
    public var reservedLuma: UInt8 = 31
    /// bit_depth_luma_minus8 of the parameter sets.
    public var bitDepthLumaMinus8: UInt8 = 0
    /// 31.
    public var reservedChroma: UInt8 = 31
    /// bit_depth_chroma_minus8 of the parameter sets.
    public var bitDepthChromaMinus8: UInt8 = 0
    /// Sequence parameter set extensions: whole NAL units, at most 255.
    public var sequenceParameterSetExts: [[UInt8]] = []

    /// Creates an extension for 8-bit 4:2:0 without extension NAL units.
    public init() {}

    public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.u("reserved", &reserved6, bits: 6)
      try c.u("chroma_format", &chromaFormat, bits: 2)
      try c.u("reserved", &reservedLuma, bits: 5)
      try c.u("bit_depth_luma_minus8", &bitDepthLumaMinus8, bits: 3)
      try c.u("reserved", &reservedChroma, bits: 5)
      try c.u("bit_depth_chroma_minus8", &bitDepthChromaMinus8, bits: 3)
      let count = try c.count("numOfSequenceParameterSetExt", sequenceParameterSetExts.count, bits: 8)
      try c.parameterSets("sequenceParameterSetExtLength", "sequenceParameterSetExtNALUnit", &sequenceParameterSetExts, count: count)
    }
  }

  /// The size of NAL unit length fields.
  public var lengthSize: NALLengthSize { NALLengthSize(rawValue: Int(lengthSizeMinusOne & 3) + 1) ?? .four }
}

// MARK: - From and to parameter sets

extension AVCDecoderConfigurationRecord {
  /// Creates a record from parameter sets given as whole NAL units; profile, level and format fields are derived from them.
  /// - Throws: if there is no sequence parameter set, or one of them cannot be parsed.
  public init(
    sequenceParameterSets: [[UInt8]], pictureParameterSets: [[UInt8]], sequenceParameterSetExts: [[UInt8]] = [],
    lengthSize: NALLengthSize = .four
  ) throws(SyntaxError) {
    self.init()
    lengthSizeMinusOne = UInt8(truncatingIfNeeded: lengthSize.rawValue - 1)
    self.sequenceParameterSets = sequenceParameterSets
    self.pictureParameterSets = pictureParameterSets
    var first: SeqParameterSet?
    for unit in sequenceParameterSets {
      guard let set = try Self.sequenceParameterSet(unit) else { continue }
      // The record must cover all sets: it has the constraint flags common to all of them and the highest level.
      profileCompatibility = first == nil ? set.constraintFlags : profileCompatibility & set.constraintFlags
      avcLevelIndication = max(avcLevelIndication, set.levelIdc)
      if first == nil { first = set }
    }
    guard let first else {
      throw SyntaxError(.inconsistent("there is no sequence parameter set"), element: "sequenceParameterSetNALUnit")
    }
    avcProfileIndication = first.profileIdc
    if Self.hasExtension(profile: first.profileIdc) {
      var part = HighProfileExtension()
      part.chromaFormat = first.chromaFormatIdc
      part.bitDepthLumaMinus8 = first.sampleFormat?.bitDepthLumaMinus8 ?? 0
      part.bitDepthChromaMinus8 = first.sampleFormat?.bitDepthChromaMinus8 ?? 0
      part.sequenceParameterSetExts = sequenceParameterSetExts
      highProfileExtension = part
    }
  }

  /// Parses a NAL unit of type 7; returns nil for a subset sequence parameter set.
  private static func sequenceParameterSet(_ unit: [UInt8]) throws(SyntaxError) -> SeqParameterSet? {
    var findings: [SyntaxError] = []
    let read = try NALUnit(parsing: unit, sets: ParameterSets(), findings: &findings)
    switch read.payload {
    case .seqParameterSet(let set): return set
    case .subsetSeqParameterSet: return nil
    default:
      if let finding = findings.first { throw finding }
      throw SyntaxError(.malformed("nal_unit_type is \(read.header.nalUnitType)"), element: "sequenceParameterSetNALUnit")
    }
  }

  /// Parses the record's parameter sets. Sets that cannot be parsed are omitted; `findings` has the reasons.
  public func parameterSets() -> (sets: ParameterSets, findings: [SyntaxError]) {
    var sets = ParameterSets()
    var findings: [SyntaxError] = []
    for unit in sequenceParameterSets + pictureParameterSets {
      do {
        sets.update(with: try NALUnit(parsing: unit, sets: sets, findings: &findings))
      } catch {
        findings.append(error)
      }
    }
    return (sets, findings)
  }
}

extension SyntaxCoder {
  /// NAL units, each preceded by a 16-bit length.
  mutating func parameterSets(
    _ lengthName: StaticString, _ name: StaticString, _ units: inout [[UInt8]], count: Int
  ) throws(SyntaxError) {
    try list(name, &units, count: count, atLeast: 16, []) { (c, unit, _) throws(SyntaxError) in
      let length = try c.count(lengthName, unit.count, bits: 16)
      try c.bytes(name, &unit, count: length)
    }
  }
}
