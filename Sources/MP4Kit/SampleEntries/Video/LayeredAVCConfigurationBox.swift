import BitstreamKit

/// Configuration of the views (`mvcC`) or layers (`svcC`) that extend an AVC base.
///
/// ISO/IEC 14496-15:2022, 6.5.2 `SVCDecoderConfigurationRecord`, 7.5.3 `MVCDecoderConfigurationRecord`.
public struct LayeredAVCConfigurationBox: Box {
  public static let structureName: StaticString = "LayeredAVCConfigurationBox"

  /// Configuration version: 1.
  public var configurationVersion: UInt8 = 1
  /// profile_idc of the subset sequence parameter sets: 83 and 86 SVC, 118 and 128 MVC.
  public var avcProfileIndication: UInt8 = 0
  /// Constraint flags.
  public var profileCompatibility: UInt8 = 0
  /// level_idc of the subset sequence parameter sets.
  public var avcLevelIndication: UInt8 = 0
  /// Whether this track and the tracks it refers to contain the complete stream.
  public var completeRepresentation = true
  /// For views, whether access units can be assembled from tracks alone; for layers, a reserved 1 bit.
  public var explicitAuTrack = true
  /// Reserved: 15.
  public var reserved1: UInt8 = 15
  /// Size of NAL unit length fields in bytes, minus 1: 0, 1 or 3.
  public var lengthSizeMinusOne: UInt8 = 3
  /// Reserved: 0.
  public var reserved2: UInt8 = 0
  /// Sequence and subset sequence parameter sets as NAL units, at most 127.
  public var sequenceParameterSets: [[UInt8]] = []
  /// Picture parameter sets as NAL units, at most 255.
  public var pictureParameterSets: [[UInt8]] = []

  /// Creates a box with default values (no parameter sets, 4-byte lengths).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("configurationVersion", &configurationVersion, bits: 8)
    try c.u("AVCProfileIndication", &avcProfileIndication, bits: 8)
    try c.u("profile_compatibility", &profileCompatibility, bits: 8)
    try c.u("AVCLevelIndication", &avcLevelIndication, bits: 8)
    try c.flag("complete_representation", &completeRepresentation)
    try c.flag("explicit_au_track", &explicitAuTrack)
    try c.u("reserved", &reserved1, bits: 4)
    try c.u("lengthSizeMinusOne", &lengthSizeMinusOne, bits: 2)
    try c.u("reserved", &reserved2, bits: 1)
    let sets = try c.count("numOfSequenceParameterSets", sequenceParameterSets.count, bits: 7)
    try c.list("sequenceParameterSets", &sequenceParameterSets, count: sets, atLeast: 16, []) { (c, v, _) throws(SyntaxError) in
      let length = try c.count("sequenceParameterSetLength", v.count, bits: 16)
      try c.bytes("sequenceParameterSetNALUnit", &v, count: length)
    }
    let pictureSets = try c.count("numOfPictureParameterSets", pictureParameterSets.count, bits: 8)
    try c.list("pictureParameterSets", &pictureParameterSets, count: pictureSets, atLeast: 16, []) { (c, v, _) throws(SyntaxError) in
      let length = try c.count("pictureParameterSetLength", v.count, bits: 16)
      try c.bytes("pictureParameterSetNALUnit", &v, count: length)
    }
  }
}
