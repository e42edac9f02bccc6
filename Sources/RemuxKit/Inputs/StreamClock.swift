/// The times of the pictures of a byte stream: each lasts as long as its field periods.
package struct StreamClock {
  /// The duration of a frame, which is two field periods, in units of the track's time scale.
  package var frame: UInt32 = 1
  /// Whether all pictures last a frame: at a rate that was asked for, and without one.
  package var isEven = true
  /// The field periods of the pictures before the next one, or twice their number.
  private var elapsed: Int64 = 0

  /// A clock that counts pictures.
  package init() {}

  /// A number of field periods in the time scale of the track.
  func time(_ periods: Int64) -> Int64 { periods &* Int64(frame) / 2 }

  /// The times of the next picture in decoding order, in units of the track's time scale.
  /// - Parameters:
  ///   - fieldPeriods: how long it is shown, in field periods.
  ///   - displayIndex: its index in output order, or in presentation order; nil if it is not known.
  ///   - displayTime: the field periods of the pictures before it in that order.
  package mutating func times(
    fieldPeriods: UInt8, displayIndex: UInt64?, displayTime: UInt64
  ) -> (decode: Int64, presentation: Int64, duration: UInt32) {
    let decode = time(elapsed)
    elapsed &+= isEven ? 2 : Int64(fieldPeriods)
    let shown = displayIndex.map { time(isEven ? 2 &* Int64(clamping: $0) : Int64(clamping: displayTime)) } ?? decode
    return (decode, shown, UInt32(clamping: time(elapsed) &- decode))
  }
}
