import BitstreamKit

extension ADTSHeader {
  /// protection_absent: true where no error check follows.
  @inlinable public var protectionAbsent: Bool { errorCheck == nil }
  /// True for MPEG-2 AAC (ISO/IEC 13818-7), false for MPEG-4.
  @inlinable public var isMPEG2: Bool { id != 0 }
  /// Bytes of the header with its error check: 7, 9, or 11 to 15 in a protected frame of several blocks.
  @inlinable public var headerSize: Int { errorCheck.map { 9 + 2 * $0.rawDataBlockPosition.count } ?? 7 }
  /// Bytes of the frame behind the header; 0 where the length is too small to hold the header.
  @inlinable public var payloadSize: Int { max(0, Int(aacFrameLength) - headerSize) }
  /// Raw data blocks in the frame, 1 to 4.
  @inlinable public var rawDataBlockCount: Int { Int(numberOfRawDataBlocksInFrame) + 1 }
  /// Samples of each channel in the frame: 1024 in each block, at `samplingFrequency`. SBR in the payload doubles both.
  @inlinable public var samplesPerFrame: Int { 1024 * rawDataBlockCount }
  /// Samples a second, nil for an index that is reserved or forbidden.
  @inlinable public var samplingFrequency: UInt32? { SamplingFrequency.hertz(ofIndex: samplingFrequencyIndex) }
  /// Channels, nil for configuration 0.
  @inlinable public var channelCount: Int? { ChannelConfiguration.channelCount(of: channelConfiguration) }
  /// The audio object type, which is the profile plus 1; nil for the profile that MPEG-2 reserves.
  @inlinable public var audioObjectType: AudioObjectType? {
    isMPEG2 && profileObjectType == 3 ? nil : AudioObjectType(rawValue: (profileObjectType & 3) + 1)
  }

  /// What the profile is called; the two generations of AAC give different names to the same number.
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
