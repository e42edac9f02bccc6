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

  /// A sample of nothing at the start of everything.
  @inlinable public init() {
    self.init(
      index: 0, decodeTime: 0, compositionOffset: 0, duration: 0, offset: 0, size: 0, isSync: false, descriptionIndex: 1, dependency: 0)
  }

  /// A sample by all that is known of it.
  @inlinable public init(
    index: Int, decodeTime: Int64, compositionOffset: Int64, duration: UInt32, offset: UInt64, size: UInt32, isSync: Bool,
    descriptionIndex: UInt32, dependency: UInt8
  ) {
    self.index = index
    self.decodeTime = decodeTime
    self.compositionOffset = compositionOffset
    self.duration = duration
    self.offset = offset
    self.size = size
    self.isSync = isSync
    self.descriptionIndex = descriptionIndex
    self.dependency = dependency
  }
}
