import NALKit

extension UnitFilter {
  /// MP4 or FLV to Annex B: inserts the record's parameter sets before random access pictures, and delimiters.
  public static func intoStream(_ record: AVCDecoderConfigurationRecord) -> UnitFilter {
    let sets = record.sequenceParameterSets + (record.highProfileExtension?.sequenceParameterSetExts ?? []) + record.pictureParameterSets
    return .intoStream(.h264, parameterSets: sets)
  }
}
