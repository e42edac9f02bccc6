import BitstreamKit

/// The configuration of an E-AC-3 decoder.
///
/// ETSI TS 102 366, F.6 `EC3SpecificBox`; TS 103 420, C.3.1 for what stands behind the substreams.
public struct EC3SpecificBox: TypedBox {
  public static let structureName: StaticString = "EC3SpecificBox"
  public static var boxType: FourCC { "dec3" }

  /// A stream that can be played by itself, and those that add channels to it.
  public struct Substream: Equatable, Sendable {
    /// 0 48 kHz, 1 44.1 kHz, 2 32 kHz.
    public var fscod: UInt8 = 0
    /// 16.
    public var bsid: UInt8 = 16
    /// 0.
    public var reserved1: UInt8 = 0
    /// Whether it is an associated service to be mixed with another.
    public var asvc = false
    /// What it is for: 0 complete main, 2 for the visually impaired.
    public var bsmod: UInt8 = 0
    /// 1 mono, 2 stereo, 7 three at the front and two behind.
    public var acmod: UInt8 = 7
    /// Whether there is a channel of low frequencies.
    public var lfeon = false
    /// 0.
    public var reserved2: UInt8 = 0
    /// How many dependent streams add channels, 0 to 15.
    public var numDepSub: UInt8 = 0
    /// A bit for each place that dependent streams add; nil without such.
    public var chanLoc: UInt16?
    /// 0; nil where `chanLoc` stands.
    public var reserved3: UInt8? = 0

    /// Three channels at the front and two behind.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.u("fscod", &fscod, bits: 2)
      try c.u("bsid", &bsid, bits: 5)
      try c.u("reserved", &reserved1, bits: 1)
      try c.flag("asvc", &asvc)
      try c.u("bsmod", &bsmod, bits: 3)
      try c.u("acmod", &acmod, bits: 3)
      try c.flag("lfeon", &lfeon)
      try c.u("reserved", &reserved2, bits: 3)
      try c.u("num_dep_sub", &numDepSub, bits: 4)
      try c.u("chan_loc", &chanLoc, bits: 9, when: numDepSub > 0)
      try c.u("reserved", &reserved3, bits: 1, when: numDepSub == 0)
    }
  }

  /// What Dolby Atmos adds.
  public struct Extension: Equatable, Sendable {
    /// 0.
    public var reserved: UInt8 = 0
    /// Whether the stream holds objects.
    public var flagEc3ExtensionTypeA = false
    /// How many objects a decoder must handle, 1 to 16; nil where the box ends in front of it.
    public var complexityIndexTypeA: UInt8?

    /// No objects.
    public init() {}
  }

  /// Kilobits in a second.
  public var dataRate: UInt16 = 0
  /// One to eight.
  public var substreams = [Substream()]
  /// nil where the box ends in front of it.
  public var `extension`: Extension?

  /// One stream.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("data_rate", &dataRate, bits: 13)
    let count = try c.count("num_ind_sub", substreams.count, minus: 1, bits: 3)
    try c.list("num_ind_sub", &substreams, count: count, atLeast: 24, Substream()) { (c, v, _) throws(SyntaxError) in
      try c.structure("independent_substream", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
    let goesOn = c.moreBytes(`extension` != nil)
    try c.when(goesOn, &`extension`, Extension()) { (c, v) throws(SyntaxError) in
      try c.u("reserved", &v.reserved, bits: 7)
      try c.flag("flag_ec3_extension_type_a", &v.flagEc3ExtensionTypeA)
      let isComplex = c.moreBytes(v.complexityIndexTypeA != nil)
      try c.u("complexity_index_type_a", &v.complexityIndexTypeA, bits: 8, when: isComplex)
    }
  }
}
