import BitstreamKit

/// Start time and duration of a Smooth Streaming fragment. `uuid` 6d1d9b05-42d5-44e6-80e2-141daff757b2, `tfxd`.
///
/// Microsoft, [MS-SSTR] 2.2.4.4 `TfxdBox`.
public struct SmoothFragmentBox: Box {
  public static let structureName: StaticString = "TfxdBox"

  /// FullBox version: 1 for 64-bit times.
  public var version: UInt8 = 1
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Start time in units of the track time scale, usually 10,000,000 per second.
  public var fragmentAbsoluteTime: UInt64 = 0
  /// Duration in the same units.
  public var fragmentDuration: UInt64 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.sizedByVersion("FragmentAbsoluteTime", &fragmentAbsoluteTime, version)
    try c.sizedByVersion("FragmentDuration", &fragmentDuration, version)
  }
}

/// Start times of the next fragments of a live presentation. `uuid` d4807ef2-ca39-4695-8e54-26cb9e46a79f, `tfrf`.
///
/// Microsoft, [MS-SSTR] 2.2.4.5 `TfrfBox`.
public struct SmoothNextFragmentsBox: Box {
  public static let structureName: StaticString = "TfrfBox"

  /// One upcoming fragment.
  public struct Fragment: Equatable, Sendable {
    /// Start time in units of the track time scale.
    public var fragmentAbsoluteTime: UInt64 = 0
    /// Duration in units of the track time scale.
    public var fragmentDuration: UInt64 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// FullBox version: 1 for 64-bit times.
  public var version: UInt8 = 1
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Upcoming fragments, at most 255.
  public var fragments: [Fragment] = []

  /// Creates a box with no fragments.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    let bits = version == 0 ? 32 : 64
    let count = try c.count("FragmentCount", fragments.count, bits: 8)
    try c.list("fragment", &fragments, count: count, atLeast: 2 * bits, Fragment()) { (c, v, i) throws(SyntaxError) in
      try c.u("FragmentAbsoluteTime", &v.fragmentAbsoluteTime, bits: bits, at: i)
      try c.u("FragmentDuration", &v.fragmentDuration, bits: bits, at: i)
    }
  }
}
