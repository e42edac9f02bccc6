import BitstreamKit

/// The header of an ADTS frame: seven bytes, followed by the error check if the frame is protected.
///
/// ISO/IEC 14496-3:2019 1.A.3.2 `adts_fixed_header( )`, `adts_variable_header( )`, `adts_error_check( )`, semantics 1.A.3.3.
public struct ADTSHeader: FastSyntax {
  public static let structureName: StaticString = "adts_header"

  /// 0 for MPEG-4, 1 for MPEG-2; determines the meaning of `profileObjectType`.
  public var id: UInt8 = 0
  /// 0.
  public var layer: UInt8 = 0
  /// Audio object type minus 1 (MPEG-4), or the MPEG-2 profile, in which 3 is reserved.
  public var profileObjectType: UInt8 = 1
  /// 0 to 12 (Table 1.18); 13 and 14 are reserved, 15 is not allowed here.
  public var samplingFrequencyIndex: UInt8 = 4
  /// Free for private use.
  public var privateBit: UInt8 = 0
  /// 1 to 7 (Table 1.19), or 0 if a program_config_element in the payload defines the channels.
  public var channelConfiguration: UInt8 = 2
  /// 0 for a copy, 1 for the original.
  public var originalCopy: UInt8 = 0
  /// 0 for the original, 1 for a copy.
  public var home: UInt8 = 0
  /// One of the 72 bits of the copyright identification.
  public var copyrightIdentificationBit: UInt8 = 0
  /// 1 if the copyright identification starts in this frame.
  public var copyrightIdentificationStart: UInt8 = 0
  /// The size of the frame in bytes including header and error check, 7 to 8191.
  public var aacFrameLength: UInt16 = 7
  /// The state of the bit reservoir in units of 32 bits per channel; 0x7FF for variable bit rate.
  public var adtsBufferFullness: UInt16 = 0x7FF
  /// The number of raw data blocks in the frame minus 1, 0 to 3.
  public var numberOfRawDataBlocksInFrame: UInt8 = 0
  /// The error check; nil if protection_absent is 1.
  public var errorCheck: ADTSErrorCheck?

  /// An empty, unprotected frame of AAC LC, 44.1 kHz, stereo.
  public init() {}

  @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
    var protectionAbsent = errorCheck == nil
    try c.structure("adts_fixed_header", &self) { (c, s) throws(SyntaxError) in
      try c.fixed("syncword", 0xFFF, bits: 12)
      try c.u("ID", &s.id, bits: 1)
      try c.u("layer", &s.layer, bits: 2, in: 0...0)
      try c.flag("protection_absent", &protectionAbsent)
      try c.u("profile_ObjectType", &s.profileObjectType, bits: 2)
      try c.u("sampling_frequency_index", &s.samplingFrequencyIndex, bits: 4, in: 0...12)
      try c.u("private_bit", &s.privateBit, bits: 1)
      try c.u("channel_configuration", &s.channelConfiguration, bits: 3)
      try c.u("original_copy", &s.originalCopy, bits: 1)
      try c.u("home", &s.home, bits: 1)
    }
    try c.structure("adts_variable_header", &self) { (c, s) throws(SyntaxError) in
      try c.u("copyright_identification_bit", &s.copyrightIdentificationBit, bits: 1)
      try c.u("copyright_identification_start", &s.copyrightIdentificationStart, bits: 1)
      try c.u("aac_frame_length", &s.aacFrameLength, bits: 13, in: 7...8191)
      try c.u("adts_buffer_fullness", &s.adtsBufferFullness, bits: 11)
      try c.u("number_of_raw_data_blocks_in_frame", &s.numberOfRawDataBlocksInFrame, bits: 2)
    }
    let blocks = numberOfRawDataBlocksInFrame
    try c.when(!protectionAbsent, &errorCheck, ADTSErrorCheck()) { (c, v) throws(SyntaxError) in
      try c.structure(blocks == 0 ? "adts_error_check" : "adts_header_error_check", &v) { (c, v) throws(SyntaxError) in
        try v.syntax(&c, blocks: blocks)
      }
    }
  }
}
