import NALKit

extension UnitFilter {
  /// MP4 or FLV to Annex B: inserts the record's parameter sets before random access pictures, and delimiters.
  public static func intoStream(_ record: HEVCDecoderConfigurationRecord) -> UnitFilter {
    let sets = [NALUnitType.vps, .sps, .pps].flatMap { record.nalUnits(of: $0) }
    return .intoStream(.hevc, parameterSets: sets)
  }
}
