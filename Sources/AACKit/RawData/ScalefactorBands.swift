/// The scale factor bands of the 1024 lines of a long window and the 128 lines of a short window.
///
/// ISO/IEC 14496-3:2019 4.5.4, Tables 4.129 to 4.147; measured and verified as described at `SpectralCodebooks`.
enum ScalefactorBands {
  /// The bands of long windows, run-length coded: width in lines * number of bands.
  private static let long: [String] = [
    "4*14 8*5 12*5 16*2 24*1 28*1 36*1 44*1 64*11",
    "4*14 8*4 12*3 16*3 20*1 24*2 28*1 36*1 40*18",
    "4*10 8*7 12*4 16*2 20*2 24*2 28*2 32*19 96*1",
    "4*10 8*7 12*4 16*2 20*2 24*2 28*2 32*22",
    "4*11 8*10 12*4 16*3 20*2 24*2 28*2 32*1 36*2 40*1 44*1 48*1 52*2 64*5",
    "8*11 12*9 16*4 20*3 24*2 28*2 32*1 36*1 40*2 44*1 48*1 52*1 56*1 60*1 64*3",
    "12*13 16*7 20*4 24*3 28*2 32*1 36*2 40*1 44*1 48*1 52*1 56*1 60*1 64*1 80*1",
  ]

  /// The bands of short windows, in the same form.
  private static let short: [String] = [
    "4*6 8*3 16*1 28*1 36*1", "4*5 8*3 12*3 16*3", "4*7 8*3 12*2 16*2 20*1", "4*8 8*2 12*2 16*1 20*2", "4*7 8*4 12*1 16*1 20*2",
  ]

  /// The table for each sampling frequency index; 12 is 7350 Hz.
  private static let longOfIndex = [0, 0, 1, 2, 2, 3, 4, 4, 5, 5, 5, 6, 6]
  private static let shortOfIndex = [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4]

  /// Returns the start of each band and the end of the last one; empty for a reserved index.
  static func offsets(samplingFrequencyIndex index: Int, isShort: Bool) -> [Int] {
    guard longOfIndex.indices.contains(index) else { return [] }
    let text = isShort ? short[shortOfIndex[index]] : long[longOfIndex[index]]
    var offsets = [0]
    for run in text.utf8.split(separator: 0x20) {
      let numbers = run.split(separator: 0x2A).map { $0.reduce(0) { $0 * 10 + Int($1) - 0x30 } }
      for _ in 0..<(numbers.last ?? 0) { offsets.append((offsets.last ?? 0) + (numbers.first ?? 0)) }
    }
    return offsets
  }

  /// Returns the index whose tables apply to a sampling frequency without its own index (Table 4.82).
  static func index(nearestTo hertz: UInt32) -> Int {
    let least: [UInt32] = [92017, 75132, 55426, 46009, 37566, 27713, 23004, 18783, 13856, 11502, 9391]
    return least.firstIndex { hertz >= $0 } ?? 11
  }
}
