/// The state of a plain movie.
struct PlainState {
  /// The file range reserved for the `moov`.
  var room = 0..<0 as Range<UInt64>
  /// The file offset of the media data header.
  var headerAt: UInt64 = 0
}

/// The state of a fragmented movie.
struct FragmentState {
  /// The end time of the current fragment, in the time scale of the lead track, or of another track if the byte limit is exceeded.
  var cut: (time: Int64, timescale: UInt32)?
  /// The number of rows of the lead track that `findCut` has examined.
  var looked = 0
  /// The file range of the `moov` and the reserved space after it; empty before it is written.
  var header = 0..<0 as Range<UInt64>
  /// The file offset of the space for `mehd`; nil if none is reserved.
  var durationAt: UInt64?
  /// In the hybrid layout, the file offset of the header that becomes the `mdat` header.
  var mediaHeaderAt: UInt64 = 0
  var number: UInt32 = 0
}
