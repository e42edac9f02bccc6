import BitstreamKit

extension VideoParameterSet {
  /// The picture rate: vps_time_scale / vps_num_units_in_tick; a field rate if the SPS declares pictures as fields. Nil without
  /// timing info.
  public var pictureRate: ExactRatio? {
    timingInfo.flatMap { ExactRatio(UInt64($0.vpsTimeScale), UInt64($0.vpsNumUnitsInTick)) }
  }
  /// vps_max_dec_pic_buffering_minus1 + 1 of the highest sub-layer.
  public var maxDecPicBuffering: Int? { subLayerOrderingInfo.last.map { Int($0.maxDecPicBufferingMinus1) + 1 } }
  /// vps_max_num_reorder_pics of the highest sub-layer.
  public var maxNumReorderPics: Int? { subLayerOrderingInfo.last.map { Int($0.maxNumReorderPics) } }
}
