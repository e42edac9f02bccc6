import BitstreamKit

/// What a hint track will send, in `hinf`: a number of 64 bits.
///
/// ISO/IEC 14496-12:2022, 9.1.5 `hintstatisticsbox`: `trpy` bytes with headers, `nump` packets, `tpyl` bytes without headers, `dmed` from
/// media tracks, `dimm` of immediate data, `drep` repeated.
public struct HintStatistics64Box: Box {
  public static let structureName: StaticString = "hintstatisticsbox"

  /// The number.
  public var value: UInt64 = 0

  /// Nothing.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.u("value", &value, bits: 64) }
}

/// What a hint track will send, in `hinf`: a number of 32 bits.
///
/// ISO/IEC 14496-12:2022, 9.1.5 `hintstatisticsbox`: `totl`, `npck`, `tpay` as `trpy`, `nump`, `tpyl`; `pmax` the bytes of the largest
/// packet and `dmax` the longest packet, in milliseconds.
public struct HintStatistics32Box: Box {
  public static let structureName: StaticString = "hintstatisticsbox"

  /// The number.
  public var value: UInt32 = 0

  /// Nothing.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.u("value", &value, bits: 32) }
}

/// How much earlier or later than its time a hint track sends a packet, in `hinf`.
///
/// ISO/IEC 14496-12:2022, 9.1.5 `hintstatisticsbox`: `tmin` and `tmax`, in milliseconds.
public struct HintRelativeTimeBox: Box {
  public static let structureName: StaticString = "hintstatisticsbox"

  /// The time: negative for earlier.
  public var time: Int32 = 0

  /// On time.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.i("time", &time, bits: 32) }
}

/// The highest rate of a hint track, in `hinf`.
///
/// ISO/IEC 14496-12:2022, 9.1.5 `hintstatisticsbox`.
public struct HintMaximumRateBox: TypedBox {
  public static let structureName: StaticString = "hintstatisticsbox"
  public static var boxType: FourCC { "maxr" }

  /// In milliseconds.
  public var period: UInt32 = 0
  /// The most that is sent in any period of that length.
  public var bytes: UInt32 = 0

  /// Nothing.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("period", &period, bits: 32)
    try c.u("bytes", &bytes, bits: 32)
  }
}

/// A payload type of RTP and its name, in `hinf`.
///
/// ISO/IEC 14496-12:2022, 9.1.5 `hintstatisticsbox`.
public struct HintPayloadBox: TypedBox {
  public static let structureName: StaticString = "hintstatisticsbox"
  public static var boxType: FourCC { "payt" }

  /// The payload type.
  public var payloadID: UInt32 = 0
  /// The name of its mapping, as `rtpmap` has it.
  public var rtpmapString: [UInt8] = []

  /// Type 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("payloadID", &payloadID, bits: 32)
    let count = try c.count("count", rtpmapString.count, bits: 8)
    try c.characters("rtpmap_string", &rtpmapString, count: count)
  }
}

/// How a movie is described to those who receive it, in `hnti` of the movie.
///
/// ISO/IEC 14496-12:2022, 9.1.4 `moviehintinformation`.
public struct RTPMovieHintInformationBox: TypedBox {
  public static let structureName: StaticString = "rtpmoviehintinformation"
  public static var boxType: FourCC { "rtp " }

  /// `sdp `.
  public var descriptionformat: FourCC = "sdp "
  /// The description.
  public var sdptext = TerminatedString()

  /// No description.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("descriptionformat", &descriptionformat)
    try c.text("sdptext", &sdptext)
  }
}

/// How a track is described to those who receive it, in `hnti` of the track.
///
/// ISO/IEC 14496-12:2022, 9.1.4 `rtptracksdphintinformation`.
public struct RTPTrackHintInformationBox: TypedBox {
  public static let structureName: StaticString = "rtptracksdphintinformation"
  public static var boxType: FourCC { "sdp " }

  /// The description.
  public var sdptext = TerminatedString()

  /// No description.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.text("sdptext", &sdptext) }
}
