/// One sample of a track: where it lies and when it is decoded and shown.
public struct Sample: Equatable, Sendable {
  /// Its number in the track, counted from 0.
  public var index: Int
  /// When it is decoded, in units of the track's time scale, edit list left aside.
  public var decodeTime: Int64
  /// Composition time minus decoding time, in units of the track's time scale.
  public var compositionOffset: Int64
  /// In units of the track's time scale.
  public var duration: UInt32
  /// Where it starts in the file.
  public var offset: UInt64
  /// In bytes.
  public var size: UInt32
  /// Whether decoding can start here.
  public var isSync: Bool
  /// The entry of `stsd` that describes it, counted from 1.
  public var descriptionIndex: UInt32
  /// What it depends on, as `sdtp` or the fragment says: is_leading, sample_depends_on, sample_is_depended_on and
  /// sample_has_redundancy of two bits each, the first in the highest; 0 where nothing is said.
  public var dependency: UInt8

  /// When it is shown, in units of the track's time scale, edit list left aside.
  public var compositionTime: Int64 { decodeTime &+ compositionOffset }
}
