import BitstreamKit

extension ADTSHeader {
  /// protection_absent: true if there is no error check.
  @inlinable public var protectionAbsent: Bool { errorCheck == nil }
  /// True for MPEG-2 AAC (ISO/IEC 13818-7), false for MPEG-4.
  @inlinable public var isMPEG2: Bool { id != 0 }
  /// The size in bytes of the header with its error check: 7, 9, or 11 to 15 in a protected frame of several blocks.
  @inlinable public var headerSize: Int { errorCheck.map { 9 + 2 * $0.rawDataBlockPosition.count } ?? 7 }
  /// The size in bytes of the frame after the header; 0 if aac_frame_length is smaller than the header.
  @inlinable public var payloadSize: Int { max(0, Int(aacFrameLength) - headerSize) }
  /// The number of raw data blocks in the frame, 1 to 4.
  @inlinable public var rawDataBlockCount: Int { Int(numberOfRawDataBlocksInFrame) + 1 }
  /// Samples per channel in the frame: 1024 per block, at `samplingFrequency`. SBR in the payload doubles both.
  @inlinable public var samplesPerFrame: Int { 1024 * rawDataBlockCount }
  /// The sampling frequency in hertz; nil for an index that is reserved or forbidden.
  @inlinable public var samplingFrequency: UInt32? { SamplingFrequency.hertz(ofIndex: samplingFrequencyIndex) }
  /// The number of channels; nil for configuration 0.
  @inlinable public var channelCount: Int? { ChannelConfiguration.channelCount(of: channelConfiguration) }
  /// The audio object type, which is the profile plus 1; nil for the reserved MPEG-2 profile.
  @inlinable public var audioObjectType: AudioObjectType? {
    isMPEG2 && profileObjectType == 3 ? nil : AudioObjectType(rawValue: (profileObjectType & 3) + 1)
  }

  /// The profile's name; MPEG-2 and MPEG-4 name the same values differently.
  public var profileName: StaticString {
    switch (isMPEG2, profileObjectType & 3) {
    case (false, 0): "AAC Main"
    case (false, 1): "AAC LC"
    case (false, 2): "AAC SSR"
    case (false, _): "AAC LTP"
    case (true, 0): "MPEG-2 Main"
    case (true, 1): "MPEG-2 LC"
    case (true, 2): "MPEG-2 SSR"
    case (true, _): "Reserved"
    }
  }
}
