/// A sample of a track: position, times and properties.
public struct Sample: Equatable, Sendable {
  /// The index in the track, counted from 0.
  public var index: Int
  /// The decoding time in units of the track's time scale, without the edit list.
  public var decodeTime: Int64
  /// Composition time minus decoding time, in units of the track's time scale.
  public var compositionOffset: Int64
  /// The duration in units of the track's time scale.
  public var duration: UInt32
  /// The offset in the file.
  public var offset: UInt64
  /// The size in bytes.
  public var size: UInt32
  /// Whether this is a sync sample.
  public var isSync: Bool
  /// The index of the sample description in `stsd`, counted from 1.
  public var descriptionIndex: UInt32
  /// The dependency flags from `sdtp` or the fragment: is_leading, sample_depends_on, sample_is_depended_on and sample_has_redundancy, two
  /// bits each from the highest down; 0 if absent.
  public var dependency: UInt8

  /// The composition time in units of the track's time scale, without the edit list.
  public var compositionTime: Int64 { decodeTime &+ compositionOffset }

  /// An empty sample at time 0 and offset 0.
  @inlinable public init() {
    self.init(
      index: 0, decodeTime: 0, compositionOffset: 0, duration: 0, offset: 0, size: 0, isSync: false, descriptionIndex: 1, dependency: 0)
  }

  /// Creates a sample from all its fields.
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
