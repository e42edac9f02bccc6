import BitstreamKit

extension AudioSpecificConfig {
  /// The object type of the core codec: `audioObjectType`, or the type that SBR or PS extends.
  @inlinable public var coreAudioObjectType: AudioObjectType { hierarchical?.audioObjectType ?? audioObjectType }

  /// sbrPresentFlag: whether the stream contains SBR; nil if not signalled, so that only the frames show it.
  @inlinable public var sbrPresentFlag: Bool? {
    if hierarchical != nil { return true }
    guard let type = syncExtension?.extensionAudioObjectType, type == .sbr || type == .erBSAC else { return nil }
    return syncExtension?.sbr != nil
  }

  /// psPresentFlag: whether the stream contains parametric stereo; nil if not signalled.
  @inlinable public var psPresentFlag: Bool? {
    if hierarchical != nil { return audioObjectType == .ps ? true : nil }
    return syncExtension?.sbr?.psPresentFlag
  }

  /// The sampling frequency of the core in hertz; nil for a reserved index.
  @inlinable public var coreSampleRate: UInt32? { samplingFrequency ?? SamplingFrequency.hertz(ofIndex: samplingFrequencyIndex) }

  /// The sampling frequency of the output in hertz, including signalled SBR; nil for a reserved index.
  @inlinable public var sampleRate: UInt32? {
    if let hierarchical { return hierarchical.sampleRate }
    if let sbr = syncExtension?.sbr { return sbr.sampleRate }
    return coreSampleRate
  }

  /// The number of coded channels; nil if not defined.
  @inlinable public var coreChannelCount: Int? {
    gaSpecificConfig?.programConfigElement?.channelCount ?? ChannelConfiguration.channelCount(of: channelConfiguration)
  }

  /// The number of output channels: the coded ones, or two if PS expands one.
  @inlinable public var channelCount: Int? {
    let extended = hierarchical?.extensionChannelConfiguration ?? syncExtension?.extensionChannelConfiguration
    if let extended, let count = ChannelConfiguration.channelCount(of: extended) { return count }
    return psPresentFlag == true && coreChannelCount == 1 ? 2 : coreChannelCount
  }

  /// Samples per channel in a frame of the core; nil for object types whose configuration is not parsed.
  @inlinable public var coreSamplesPerFrame: Int? {
    if let general = gaSpecificConfig {
      let short = general.frameLengthFlag
      return coreAudioObjectType == .erAACLD ? (short ? 480 : 512) : (short ? 960 : 1024)
    }
    // ELDSpecificConfig( ) starts with its own frameLengthFlag (4.6.20).
    return coreAudioObjectType == .erAACELD && !rest.isEmpty ? (rest[0] == 1 ? 480 : 512) : nil
  }

  /// Samples per channel in a decoded frame at `sampleRate`: twice those of the core with SBR, unless SBR keeps the sampling frequency.
  @inlinable public var samplesPerFrame: Int? {
    guard let core = coreSamplesPerFrame else { return nil }
    return sbrPresentFlag == true && sampleRate != coreSampleRate ? 2 * core : core
  }

  /// The object type of the stream as a whole: 29 with PS, 5 with SBR, regardless of the signalling; otherwise that of the core.
  @inlinable public var overallAudioObjectType: AudioObjectType {
    if hierarchical != nil { return audioObjectType }
    if psPresentFlag == true { return .ps }
    return syncExtension?.extensionAudioObjectType == .sbr && sbrPresentFlag == true ? .sbr : audioObjectType
  }

  /// The codec parameter for manifests and MIME types: `mp4a.40.2` (RFC 6381 3.3).
  public var codecString: String { "mp4a.40.\(overallAudioObjectType.rawValue)" }

  /// The codec's name: that of the object type, or the customary name of SBR and PS over AAC LC.
  public var objectTypeName: StaticString {
    switch overallAudioObjectType {
    case .sbr: "HE-AAC"
    case .ps: "HE-AAC v2"
    default: coreAudioObjectType.name
    }
  }
}
