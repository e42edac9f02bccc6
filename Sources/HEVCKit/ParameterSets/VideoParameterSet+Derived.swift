import BitstreamKit

extension VideoParameterSet {
  /// Pictures a second, vps_time_scale over vps_num_units_in_tick; fields where the SPS says that pictures are fields. Nil without
  /// timing.
  public var pictureRate: ExactRatio? {
    timingInfo.flatMap { ExactRatio(UInt64($0.vpsTimeScale), UInt64($0.vpsNumUnitsInTick)) }
  }
  /// vps_max_dec_pic_buffering_minus1 + 1 of the highest sub-layer.
  public var maxDecPicBuffering: Int? { subLayerOrderingInfo.last.map { Int($0.maxDecPicBufferingMinus1) + 1 } }
  /// vps_max_num_reorder_pics of the highest sub-layer.
  public var maxNumReorderPics: Int? { subLayerOrderingInfo.last.map { Int($0.maxNumReorderPics) } }
}
