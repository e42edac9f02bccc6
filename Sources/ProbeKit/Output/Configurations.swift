import AACKit
import BitstreamKit
import H264Kit
import HEVCKit

/// Decoder configurations as JSON objects: the elements of the records, and the codec string of RFC 6381.
extension OutputBuffer {
  mutating func configuration(_ record: AVCDecoderConfigurationRecord) {
    byte(0x7B)
    field("record", "AVCDecoderConfigurationRecord", first: true)
    field("codec", string: record.codecString)
    field("configurationVersion", record.configurationVersion)
    field("AVCProfileIndication", record.avcProfileIndication)
    field("profile_compatibility", record.profileCompatibility)
    field("AVCLevelIndication", record.avcLevelIndication)
    field("lengthSizeMinusOne", record.lengthSizeMinusOne)
    array("sequenceParameterSets", record.sequenceParameterSets) { $0.quotedHex($1) }
    array("pictureParameterSets", record.pictureParameterSets) { $0.quotedHex($1) }
    if let high = record.highProfileExtension {
      field("chroma_format", high.chromaFormat)
      field("bit_depth_luma_minus8", high.bitDepthLumaMinus8)
      field("bit_depth_chroma_minus8", high.bitDepthChromaMinus8)
      array("sequenceParameterSetExts", high.sequenceParameterSetExts) { $0.quotedHex($1) }
    }
    byte(0x7D)
  }

  mutating func configuration(_ record: HEVCDecoderConfigurationRecord) {
    byte(0x7B)
    field("record", "HEVCDecoderConfigurationRecord", first: true)
    field("configurationVersion", record.configurationVersion)
    field("general_profile_space", record.generalProfileSpace)
    field("general_tier_flag", record.generalTierFlag ? 1 as UInt8 : 0)
    field("general_profile_idc", record.generalProfileIdc)
    field("general_profile_compatibility_flags", record.generalProfileCompatibilityFlags)
    field("general_constraint_indicator_flags", record.generalConstraintIndicatorFlags)
    field("general_level_idc", record.generalLevelIdc)
    field("min_spatial_segmentation_idc", record.minSpatialSegmentationIdc)
    field("parallelismType", record.parallelismType)
    field("chroma_format_idc", record.chromaFormatIdc)
    field("bit_depth_luma_minus8", record.bitDepthLumaMinus8)
    field("bit_depth_chroma_minus8", record.bitDepthChromaMinus8)
    field("avgFrameRate", record.avgFrameRate)
    field("constantFrameRate", record.constantFrameRate)
    field("numTemporalLayers", record.numTemporalLayers)
    field("temporalIdNested", record.temporalIdNested ? 1 as UInt8 : 0)
    field("lengthSizeMinusOne", record.lengthSizeMinusOne)
    array("arrays", record.arrays) { output, units in
      output.byte(0x7B)
      output.field("array_completeness", units.arrayCompleteness ? 1 as UInt8 : 0, first: true)
      output.field("NAL_unit_type", units.nalUnitType)
      output.field("name", HEVCKit.NALUnitType(rawValue: units.nalUnitType).name)
      output.array("nalUnits", units.nalUnits) { $0.quotedHex($1) }
      output.byte(0x7D)
    }
    byte(0x7D)
  }

  mutating func configuration(_ config: AudioSpecificConfig) {
    byte(0x7B)
    field("record", "AudioSpecificConfig", first: true)
    field("codec", string: config.codecString)
    field("name", config.objectTypeName)
    field("audioObjectType", config.audioObjectType.rawValue)
    field("samplingFrequencyIndex", config.samplingFrequencyIndex)
    field("channelConfiguration", config.channelConfiguration)
    if let rate = config.sampleRate { field("sample_rate", rate) } else { fieldNull("sample_rate") }
    if let channels = config.channelCount { field("channels", channels) } else { fieldNull("channels") }
    if let samples = config.samplesPerFrame { field("samples_per_frame", samples) } else { fieldNull("samples_per_frame") }
    byte(0x7D)
  }
}
