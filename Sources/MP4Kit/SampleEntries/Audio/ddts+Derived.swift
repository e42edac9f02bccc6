extension DTSSpecificBox {
  /// Number of channels of the speakers in `ChannelLayout` (ETSI TS 102 114, Table E-4); 0 if none is set.
  public var channelCount: UInt32 {
    let counts: [UInt32] = [1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2, 2, 1, 2, 1, 2]
    var sum: UInt32 = 0
    for (bit, count) in counts.enumerated() where channelLayout >> UInt16(bit) & 1 != 0 { sum += count }
    return sum
  }
}
