import BitstreamKit

extension HRDParameters.Buffering {
  /// BitRate[ i ] of a schedule in bits per second (E.3.3).
  public func bitRate(_ schedule: SubLayerHRDParameters.Schedule) -> UInt64 {
    (UInt64(schedule.bitRateValueMinus1) + 1) << (6 + UInt64(bitRateScale & 15))
  }

  /// CpbSize[ i ] of a schedule in bits (E.3.3).
  public func cpbSize(_ schedule: SubLayerHRDParameters.Schedule) -> UInt64 {
    (UInt64(schedule.cpbSizeValueMinus1) + 1) << (4 + UInt64(cpbSizeScale & 15))
  }
}
