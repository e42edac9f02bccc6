import BitstreamKit

extension AudioSpecificConfig {
  /// Creates the configuration for MP4 and FLV from an ADTS header.
  /// - Parameter programConfigElement: the channel layout of a stream with channel_configuration 0, from its first frame
  ///   (`ProgramConfigElement(leading:)`). Ignored otherwise.
  /// - Throws: if the header's profile or sampling frequency is reserved, or the program_config_element is required but missing.
  public init(_ header: ADTSHeader, programConfigElement: ProgramConfigElement? = nil) throws(SyntaxError) {
    guard let type = header.audioObjectType else {
      throw SyntaxError(.unsupported("profile 3 of MPEG-2 is reserved"), element: "profile_ObjectType")
    }
    guard header.samplingFrequency != nil else {
      throw SyntaxError(.unsupported("index \(header.samplingFrequencyIndex) is not allowed"), element: "sampling_frequency_index")
    }
    self.init()
    audioObjectType = type
    samplingFrequencyIndex = header.samplingFrequencyIndex
    channelConfiguration = header.channelConfiguration
    guard channelConfiguration == 0 else { return }
    guard var element = programConfigElement else {
      throw SyntaxError(.unsupported("the channels are in a program_config_element in the frames"), element: "channel_configuration")
    }
    element.byteAlignment = 0
    gaSpecificConfig?.programConfigElement = element
  }
}

extension ADTSHeader {
  /// Creates the header of an unprotected frame of one raw data block. SBR and PS are not signalled: ADTS has only implicit signalling.
  /// - Parameters:
  ///   - config: the configuration of the frame.
  ///   - payloadSize: the size of the raw data block in bytes, 0 to 8184.
  ///   - isMPEG2: whether to signal MPEG-2, which has no LTP.
  /// - Throws: `unsupported` if ADTS cannot carry it: object types other than 1 to 4, frames of 960 samples, a core coder, a sampling
  ///   frequency that is not in the table, a channel layout in a program_config_element, or too many bytes.
  public init(_ config: AudioSpecificConfig, payloadSize: Int, isMPEG2: Bool = false) throws(SyntaxError) {
    let type = config.coreAudioObjectType
    guard (1...(isMPEG2 ? 3 : 4)).contains(type.rawValue) else { throw Self.cannotCarry("audioObjectType", "object type \(type.rawValue)") }
    guard let rate = config.coreSampleRate, let index = SamplingFrequency.index(ofHertz: rate) else {
      throw Self.cannotCarry("samplingFrequencyIndex", "this sampling frequency")
    }
    guard (1...7).contains(config.channelConfiguration) else {
      throw Self.cannotCarry("channelConfiguration", "channel configuration \(config.channelConfiguration) in a header")
    }
    guard config.gaSpecificConfig?.frameLengthFlag != true else { throw Self.cannotCarry("frameLengthFlag", "frames of 960 samples") }
    guard config.gaSpecificConfig?.coreCoderDelay == nil else { throw Self.cannotCarry("dependsOnCoreCoder", "a core coder") }
    guard payloadSize >= 0, payloadSize <= 8191 - 7 else { throw Self.cannotCarry("aac_frame_length", "\(payloadSize) bytes in a frame") }
    self.init()
    id = isMPEG2 ? 1 : 0
    profileObjectType = type.rawValue - 1
    samplingFrequencyIndex = index
    channelConfiguration = config.channelConfiguration
    aacFrameLength = UInt16(payloadSize + 7)
  }

  private static func cannotCarry(_ element: String, _ what: String) -> SyntaxError {
    SyntaxError(.unsupported("ADTS cannot carry \(what)"), element: element)
  }
}
