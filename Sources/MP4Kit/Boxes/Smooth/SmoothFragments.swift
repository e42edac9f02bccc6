import BitstreamKit

/// When a fragment of Smooth Streaming starts, and how long it is. `uuid` 6d1d9b05-42d5-44e6-80e2-141daff757b2, `tfxd`.
///
/// Microsoft, [MS-SSTR] 2.2.4.4 `TfxdBox`.
public struct SmoothFragmentBox: Box {
  public static let structureName: StaticString = "TfxdBox"

  /// 1 for times of 64 bits.
  public var version: UInt8 = 1
  /// 0.
  public var flags: UInt32 = 0
  /// In units of the track's time scale, as a rule ten millions in a second.
  public var fragmentAbsoluteTime: UInt64 = 0
  /// In the same units.
  public var fragmentDuration: UInt64 = 0

  /// At the start.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.sizedByVersion("FragmentAbsoluteTime", &fragmentAbsoluteTime, version)
    try c.sizedByVersion("FragmentDuration", &fragmentDuration, version)
  }
}

/// When the next fragments of a live presentation start. `uuid` d4807ef2-ca39-4695-8e54-26cb9e46a79f, `tfrf`.
///
/// Microsoft, [MS-SSTR] 2.2.4.5 `TfrfBox`.
public struct SmoothNextFragmentsBox: Box {
  public static let structureName: StaticString = "TfrfBox"

  /// A fragment.
  public struct Fragment: Equatable, Sendable {
    /// In units of the track's time scale.
    public var fragmentAbsoluteTime: UInt64 = 0
    /// In the same units.
    public var fragmentDuration: UInt64 = 0

    /// At the start.
    public init() {}
  }

  /// 1 for times of 64 bits.
  public var version: UInt8 = 1
  /// 0.
  public var flags: UInt32 = 0
  /// At most 255.
  public var fragments: [Fragment] = []

  /// No fragments.
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
