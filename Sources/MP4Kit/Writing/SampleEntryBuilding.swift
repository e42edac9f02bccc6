import AACKit
import BitstreamKit
import H264Kit
import HEVCKit

/// Builds sample entries from decoder configurations.
public enum SampleEntryBuilding {
  /// Builds an `avc1` entry, or `avc3` if samples can contain parameter sets.
  /// - Throws: `SyntaxError` if the record cannot be encoded.
  public static func avc(
    _ record: AVCDecoderConfigurationRecord, type: FourCC = "avc1", pixelAspectRatio: PixelAspectRatioBox? = nil,
    colour: ColourInformationBox? = nil, bitRate: BitRateBox? = nil
  ) throws(SyntaxError) -> [UInt8] {
    let size = record.parameterSets().sets.firstSeqParameterSet?.croppedSize
    return try visual(type, size, pixelAspectRatio, colour, bitRate) { (builder) throws(SyntaxError) in
      var box = AVCConfigurationBox()
      box.config = record
      try builder.box(box)
    }
  }

  /// Builds an `hvc1` entry, or `hev1` if samples can contain parameter sets.
  /// - Throws: `SyntaxError` if the record cannot be encoded.
  public static func hevc(
    _ record: HEVCDecoderConfigurationRecord, type: FourCC = "hvc1", pixelAspectRatio: PixelAspectRatioBox? = nil,
    colour: ColourInformationBox? = nil, bitRate: BitRateBox? = nil
  ) throws(SyntaxError) -> [UInt8] {
    let size = record.parameterSets().sets.firstSeqParameterSet?.croppedSize
    return try visual(type, size, pixelAspectRatio, colour, bitRate) { (builder) throws(SyntaxError) in
      var box = HEVCConfigurationBox()
      box.config = record
      try builder.box(box)
    }
  }

  private static func visual(
    _ type: FourCC, _ size: PictureSize?, _ pasp: PixelAspectRatioBox?, _ colr: ColourInformationBox?, _ btrt: BitRateBox?,
    _ configuration: (inout BoxBuilder) throws(SyntaxError) -> Void
  ) throws(SyntaxError) -> [UInt8] {
    var entry = VisualSampleEntry()
    entry.width = UInt16(clamping: size?.width ?? 0)
    entry.height = UInt16(clamping: size?.height ?? 0)
    var builder = BoxBuilder()
    try builder.box(type, entry) { (builder) throws(SyntaxError) in
      try configuration(&builder)
      if let colr { try builder.box(colr) }
      if let pasp { try builder.box(pasp) }
      if let btrt { try builder.box(btrt) }
    }
    return builder.bytes
  }

  /// Builds a video sample entry of any type, with a configuration box of type `configuration` that holds `payload`.
  public static func video(
    _ type: FourCC, configuration: FourCC, _ payload: [UInt8], width: UInt32, height: UInt32
  ) throws(SyntaxError) -> [UInt8] {
    try visual(type, PictureSize(width: Int(width), height: Int(height)), nil, nil, nil) { (builder) throws(SyntaxError) in
      try builder.box(configuration) { (builder) throws(SyntaxError) in builder.raw(payload) }
    }
  }

  /// Builds an audio sample entry of any type, with a configuration box of type `configuration` that holds `payload`.
  public static func audio(
    _ type: FourCC, configuration: FourCC, _ payload: [UInt8], sampleRate: UInt32, channels: UInt32
  ) throws(SyntaxError) -> [UInt8] {
    var entry = AudioSampleEntry()
    entry.channelcount = UInt16(clamping: channels)
    entry.samplerate = sampleRate > 0xFFFF ? 0 : sampleRate << 16
    var builder = BoxBuilder()
    try builder.box(type, entry) { (builder) throws(SyntaxError) in
      try builder.box(configuration) { (builder) throws(SyntaxError) in builder.raw(payload) }
    }
    return builder.bytes
  }

  /// Builds an `mp4a` entry for AAC.
  /// - Throws: `SyntaxError` if the configuration cannot be encoded.
  public static func aac(
    _ config: AudioSpecificConfig, bufferSize: UInt32 = 0, maxBitrate: UInt32 = 0, avgBitrate: UInt32 = 0
  ) throws(SyntaxError) -> [UInt8] {
    var info = Descriptor()
    info.tag = Descriptor.Tag.decoderSpecificInfo
    info.body = try config.encoded()
    return try mp4a(
      objectType: 0x40, descriptors: [info], rate: config.sampleRate ?? config.coreSampleRate ?? 0,
      channels: config.channelCount ?? config.coreChannelCount ?? 2, bufferSize, maxBitrate, avgBitrate)
  }

  /// Builds an `mp4a` entry for MPEG-1 or MPEG-2 audio.
  public static func mp3(sampleRate: UInt32, channels: UInt32) throws(SyntaxError) -> [UInt8] {
    try mp4a(objectType: sampleRate < 32000 ? 0x69 : 0x6B, descriptors: [], rate: sampleRate, channels: Int(channels), 0, 0, 0)
  }

  private static func mp4a(
    objectType: UInt8, descriptors: [Descriptor], rate: UInt32, channels: Int, _ bufferSize: UInt32, _ maxBitrate: UInt32,
    _ avgBitrate: UInt32
  ) throws(SyntaxError) -> [UInt8] {
    var entry = AudioSampleEntry()
    entry.channelcount = UInt16(clamping: channels)
    // A rate above 65,535 Hz does not fit; the decoder configuration has it.
    entry.samplerate = rate > 0xFFFF ? 0 : rate << 16
    var config = DecoderConfigDescriptor()
    config.objectTypeIndication = objectType
    config.bufferSizeDB = min(bufferSize, 0xFF_FFFF)
    config.maxBitrate = maxBitrate
    config.avgBitrate = avgBitrate
    config.descriptors = descriptors
    var synchronization = Descriptor()
    synchronization.tag = Descriptor.Tag.slConfig
    synchronization.body = [2]
    var esds = ESDBox()
    esds.es.decoderConfig = config
    esds.es.descriptors = [synchronization]
    var builder = BoxBuilder()
    try builder.box("mp4a", entry) { (builder) throws(SyntaxError) in try builder.box(esds) }
    return builder.bytes
  }
}
