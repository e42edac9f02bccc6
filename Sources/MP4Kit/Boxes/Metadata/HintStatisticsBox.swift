import BitstreamKit

/// Statistics of a hint track, in `hinf`: a 64-bit value.
///
/// ISO/IEC 14496-12:2022, 9.1.5 `hintstatisticsbox`: `trpy` bytes with headers, `nump` packets, `tpyl` bytes without headers, `dmed`
/// bytes from media tracks, `dimm` bytes of immediate data, `drep` repeated bytes.
public struct HintStatistics64Box: Box {
  public static let structureName: StaticString = "hintstatisticsbox"

  /// The value.
  public var value: UInt64 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.u("value", &value, bits: 64) }
}

/// Statistics of a hint track, in `hinf`: a 32-bit value.
///
/// ISO/IEC 14496-12:2022, 9.1.5 `hintstatisticsbox`: `totl`, `npck`, `tpay` as `trpy`, `nump`, `tpyl`; `pmax` largest packet in bytes,
/// `dmax` longest packet in milliseconds.
public struct HintStatistics32Box: Box {
  public static let structureName: StaticString = "hintstatisticsbox"

  /// The value.
  public var value: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.u("value", &value, bits: 32) }
}

/// Extreme relative transmission time of a hint track, in `hinf`.
///
/// ISO/IEC 14496-12:2022, 9.1.5 `hintstatisticsbox`: `tmin` and `tmax`, in milliseconds.
public struct HintRelativeTimeBox: Box {
  public static let structureName: StaticString = "hintstatisticsbox"

  /// Relative time; negative for early packets.
  public var time: Int32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.i("time", &time, bits: 32) }
}

/// Maximum data rate of a hint track, in `hinf`.
///
/// ISO/IEC 14496-12:2022, 9.1.5 `hintstatisticsbox`.
public struct HintMaximumRateBox: TypedBox {
  public static let structureName: StaticString = "hintstatisticsbox"
  public static var boxType: FourCC { "maxr" }

  /// Period in milliseconds.
  public var period: UInt32 = 0
  /// Maximum number of bytes sent in any such period.
  public var bytes: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("period", &period, bits: 32)
    try c.u("bytes", &bytes, bits: 32)
  }
}

/// RTP payload type and its name, in `hinf`.
///
/// ISO/IEC 14496-12:2022, 9.1.5 `hintstatisticsbox`.
public struct HintPayloadBox: TypedBox {
  public static let structureName: StaticString = "hintstatisticsbox"
  public static var boxType: FourCC { "payt" }

  /// Payload type.
  public var payloadID: UInt32 = 0
  /// Encoding name as in SDP `rtpmap`.
  public var rtpmapString: [UInt8] = []

  /// Creates a box with default values (type 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("payloadID", &payloadID, bits: 32)
    let count = try c.count("count", rtpmapString.count, bits: 8)
    try c.characters("rtpmap_string", &rtpmapString, count: count)
  }
}

/// Session description of a movie, in the `hnti` of the movie.
///
/// ISO/IEC 14496-12:2022, 9.1.4 `moviehintinformation`.
public struct RTPMovieHintInformationBox: TypedBox {
  public static let structureName: StaticString = "rtpmoviehintinformation"
  public static var boxType: FourCC { "rtp " }

  /// Always `sdp `.
  public var descriptionformat: FourCC = "sdp "
  /// SDP text.
  public var sdptext = TerminatedString()

  /// Creates a box with no description.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("descriptionformat", &descriptionformat)
    try c.text("sdptext", &sdptext)
  }
}

/// Session description of a track, in the `hnti` of the track.
///
/// ISO/IEC 14496-12:2022, 9.1.4 `rtptracksdphintinformation`.
public struct RTPTrackHintInformationBox: TypedBox {
  public static let structureName: StaticString = "rtptracksdphintinformation"
  public static var boxType: FourCC { "sdp " }

  /// SDP text.
  public var sdptext = TerminatedString()

  /// Creates a box with no description.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.text("sdptext", &sdptext) }
}
