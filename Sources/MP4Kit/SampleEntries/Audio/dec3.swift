import BitstreamKit

/// E-AC-3 decoder configuration.
///
/// ETSI TS 102 366, F.6 `EC3SpecificBox`; TS 103 420, C.3.1 for the extension after the substreams.
public struct EC3SpecificBox: TypedBox {
  public static let structureName: StaticString = "EC3SpecificBox"
  public static var boxType: FourCC { "dec3" }

  /// An independent substream and its dependent substreams.
  public struct Substream: Equatable, Sendable {
    /// Sample rate code: 0 48 kHz, 1 44.1 kHz, 2 32 kHz.
    public var fscod: UInt8 = 0
    /// Bit stream identification: 16.
    public var bsid: UInt8 = 16
    /// Reserved: 0.
    public var reserved1: UInt8 = 0
    /// Whether this is an associated service to be mixed with another.
    public var asvc = false
    /// Bit stream mode, e.g. 0 complete main, 2 visually impaired.
    public var bsmod: UInt8 = 0
    /// Audio coding mode, e.g. 1 mono, 2 stereo, 7 3/2.
    public var acmod: UInt8 = 7
    /// Whether there is an LFE channel.
    public var lfeon = false
    /// Reserved: 0.
    public var reserved2: UInt8 = 0
    /// Number of dependent substreams, 0 to 15.
    public var numDepSub: UInt8 = 0
    /// One bit for each channel location of the dependent substreams; nil if there are none.
    public var chanLoc: UInt16?
    /// Reserved: 0; nil if `chanLoc` is present.
    public var reserved3: UInt8? = 0

    /// Creates an instance with default values (3/2 channels).
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

  /// Dolby Atmos extension.
  public struct Extension: Equatable, Sendable {
    /// Reserved: 0.
    public var reserved: UInt8 = 0
    /// Whether the stream contains objects.
    public var flagEc3ExtensionTypeA = false
    /// Complexity index: the number of objects to decode, 1 to 16; nil if the box ends before it.
    public var complexityIndexTypeA: UInt8?

    /// Creates an instance with no objects.
    public init() {}
  }

  /// Data rate in kbit/s.
  public var dataRate: UInt16 = 0
  /// Independent substreams, 1 to 8.
  public var substreams = [Substream()]
  /// Atmos extension; nil if the box ends before it.
  public var `extension`: Extension?

  /// Creates a box with default values (one stream).
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
