import BitstreamKit

extension AudioSpecificConfig {
  /// The object type of the coded core: that of `audioObjectType`, or what its SBR or PS extends.
  @inlinable public var coreAudioObjectType: AudioObjectType { hierarchical?.audioObjectType ?? audioObjectType }

  /// sbrPresentFlag: whether the stream holds SBR; nil where the configuration does not say and only the frames can tell.
  @inlinable public var sbrPresentFlag: Bool? {
    if hierarchical != nil { return true }
    guard let type = syncExtension?.extensionAudioObjectType, type == .sbr || type == .erBSAC else { return nil }
    return syncExtension?.sbr != nil
  }

  /// psPresentFlag: whether the stream holds parametric stereo; nil where the configuration does not say.
  @inlinable public var psPresentFlag: Bool? {
    if hierarchical != nil { return audioObjectType == .ps ? true : nil }
    return syncExtension?.sbr?.psPresentFlag
  }

  /// Samples a second of the coded core; nil for an index that is reserved.
  @inlinable public var coreSampleRate: UInt32? { samplingFrequency ?? SamplingFrequency.hertz(ofIndex: samplingFrequencyIndex) }

  /// Samples a second of the output, SBR included where the configuration announces it; nil for an index that is reserved.
  @inlinable public var sampleRate: UInt32? {
    if let hierarchical { return hierarchical.sampleRate }
    if let sbr = syncExtension?.sbr { return sbr.sampleRate }
    return coreSampleRate
  }

  /// Channels that are coded; nil where nothing says so.
  @inlinable public var coreChannelCount: Int? {
    gaSpecificConfig?.programConfigElement?.channelCount ?? ChannelConfiguration.channelCount(of: channelConfiguration)
  }

  /// Channels of the output: those that are coded, two where PS makes them of one.
  @inlinable public var channelCount: Int? {
    let extended = hierarchical?.extensionChannelConfiguration ?? syncExtension?.extensionChannelConfiguration
    if let extended, let count = ChannelConfiguration.channelCount(of: extended) { return count }
    return psPresentFlag == true && coreChannelCount == 1 ? 2 : coreChannelCount
  }

  /// Samples of each channel in a frame of the coded core; nil for object types whose configuration is kept as bits.
  @inlinable public var coreSamplesPerFrame: Int? {
    if let general = gaSpecificConfig {
      let short = general.frameLengthFlag
      return coreAudioObjectType == .erAACLD ? (short ? 480 : 512) : (short ? 960 : 1024)
    }
    // ELDSpecificConfig( ) begins with its own frameLengthFlag (4.6.20).
    return coreAudioObjectType == .erAACELD && !rest.isEmpty ? (rest[0] == 1 ? 480 : 512) : nil
  }

  /// Samples of each channel that a frame gives at `sampleRate`: twice those of the core with SBR, unless SBR keeps its frequency.
  @inlinable public var samplesPerFrame: Int? {
    guard let core = coreSamplesPerFrame else { return nil }
    return sbrPresentFlag == true && sampleRate != coreSampleRate ? 2 * core : core
  }

  /// The object type that names the stream as a whole: 29 with PS, 5 with SBR, however they are announced; else the core's.
  @inlinable public var overallAudioObjectType: AudioObjectType {
    if hierarchical != nil { return audioObjectType }
    if psPresentFlag == true { return .ps }
    return syncExtension?.extensionAudioObjectType == .sbr && sbrPresentFlag == true ? .sbr : audioObjectType
  }

  /// The codec for manifests and MIME types: `mp4a.40.2` (RFC 6381 3.3).
  public var codecString: String { "mp4a.40.\(overallAudioObjectType.rawValue)" }

  /// What the stream is called: the object type's name, and the customary one for SBR and PS over AAC LC.
  public var objectTypeName: StaticString {
    switch overallAudioObjectType {
    case .sbr: "HE-AAC"
    case .ps: "HE-AAC v2"
    default: coreAudioObjectType.name
    }
  }
}
