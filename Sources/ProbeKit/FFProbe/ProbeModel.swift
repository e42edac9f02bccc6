import BitstreamKit
import NALKit
import RemuxKit

/// The contents of ffprobe's output, independent of the output format.
struct ProbeModel {
  var streams: [ProbeStream] = []
  var chapters: [ProbeChapter] = []
  var format = ProbeFormat()
  /// Whether tables list all samples, by which FFmpeg seeks.
  var hasSampleTables = false
}

/// The `format` section.
struct ProbeFormat {
  var filename = ""
  var name = ""
  var longName = ""
  /// Microseconds.
  var startTime: Int64?
  /// Microseconds.
  var duration: Int64?
  var size: UInt64 = 0
  var probeScore = 100
  var tags: [ProbeTag] = []

  /// Average bit rate of the whole file, in bits per second.
  var bitRate: Int64? {
    guard let duration, duration > 0, size > 0 else { return nil }
    let rate = Double(size) * 8 * 1_000_000 / Double(duration)
    return Int64(checked: rate)
  }
}

/// A metadata key and its value.
typealias ProbeTag = (key: String, value: String)

/// A codec with ffprobe's short and long name.
struct ProbeCodec: Equatable {
  var name: StaticString
  var longName: StaticString

  init(_ name: StaticString, _ longName: StaticString) {
    self.name = name
    self.longName = longName
  }

  static func == (a: Self, b: Self) -> Bool { a.name.description == b.name.description }
}

/// A chapter. Times are in units of `timescale`.
struct ProbeChapter {
  var id: Int
  var timescale: Int64
  var start: Int64
  var end: Int64
  var title: String
}

/// A `stream` section. Times are in units of `timescale`.
struct ProbeStream {
  enum Kind {
    case video, audio, subtitle, data

    var name: StaticString {
      switch self {
      case .video: "video"
      case .audio: "audio"
      case .subtitle: "subtitle"
      case .data: "data"
      }
    }
  }

  /// An entry of the side data list.
  enum SideData {
    case displayMatrix([Int32])
    case encryption
    case dolbyVision([(StaticString, Int64)])
    case iccProfile
    case codedPictureBuffer(size: Int64)
    case audioService(UInt8)
    case stereo(StaticString, isInverted: Bool)
    case spherical([(StaticString, Int64)], projection: StaticString)
    case mastering(NALKit.MasteringDisplayColourVolume)
    case lightLevel(most: Int64, average: Int64)
  }

  var index: Int
  var kind: Kind
  var codec: ProbeCodec?
  var profile: String?
  var tag = FourCC(rawValue: 0)
  var video: ProbeVideo?
  var audio: ProbeAudio?
  /// Size of the NAL unit length field in bytes, 0 for Annex B; set for H.264 only.
  var nalLengthSize: Int?
  var id: UInt32?
  var realFrameRate = ProbeRatio.unknown
  var averageFrameRate = ProbeRatio.unknown
  var timescale: Int64 = 1
  var startPts: Int64?
  var duration: Int64?
  var bitRate: Int64?
  var bitsPerRawSample: Int?
  var frameCount: Int64?
  var readPackets: Int64?
  var readFrames: Int64?
  /// Whether FFmpeg discards its packets: it reads chapters from the track instead.
  var isDiscarded = false
  var extradataSize = 0
  var isDefault = false
  var isAttachedPicture = false
  var isThumbnail = false
  /// The keys of other dispositions.
  var dispositions: [StaticString] = []
  /// The picture of a stream that is no track.
  var picture: MediaSample?
  var tags: [ProbeTag] = []
  var sideData: [SideData] = []
  /// Whether packet times are known.
  var hasTimes = true
  /// Offset added to decoding times so that no sample is presented before it is decoded.
  var decodeShift: Int64 = 0
  /// Where FFmpeg starts to read the only edit; nil without one.
  var leadIn: ProbeLeadIn?

  init(index: Int, kind: Kind) {
    self.index = index
    self.kind = kind
  }
}

extension ProbeStream {
  /// Raises the reorder depth to at least `depth`.
  mutating func raiseReordering(to depth: Int) {
    guard var video else { return }
    video.hasBFrames = max(video.hasBFrames, depth)
    self.video = video
  }
}

/// Properties of a video stream.
struct ProbeVideo {
  var width = 0
  var height = 0
  var codedWidth = 0
  var codedHeight = 0
  var hasBFrames = 0
  /// The number of reference frames, which FFmpeg knows after it decodes.
  var references = 1
  /// Whether captions are in the pictures decoded.
  var hasCaptions = false
  /// Sample aspect ratio; nil if unspecified.
  var sampleAspectRatio: ProbeRatio?
  var pixelFormat: String?
  var level = -99
  var range: StaticString?
  var space: StaticString?
  var transfer: StaticString?
  var primaries: StaticString?
  var chromaLocation: StaticString?
  var fieldOrder: StaticString?
  /// Whether `fieldOrder` is a guess, which the first picture settles.
  var needsFieldOrder = false

  /// Display aspect ratio; nil if the sample aspect ratio is unspecified.
  var displayAspectRatio: ProbeRatio? {
    guard let sar = sampleAspectRatio, sar.numerator > 0, sar.denominator > 0, width > 0, height > 0 else { return nil }
    return ProbeRatio.nearest(Int64(width) * sar.numerator, Int64(height) * sar.denominator, limit: 1024 * 1024)
  }
}

/// Properties of an audio stream.
struct ProbeAudio {
  var sampleFormat: StaticString?
  var sampleRate = 0
  var channels = 0
  var bitsPerSample = 0
  /// The number of samples that the decoder makes of each packet, if packet durations do not state it.
  var frameLength: Int64?
  /// How many samples the decoder drops at the start if no packet says so.
  var decoderDelay: Int64 = 0
  /// Channel layout; nil if unknown.
  var layout: StaticString?
}

extension ProbeRatio {
  /// The nearest fraction whose numerator and denominator are at most `limit`, found by continued fractions.
  static func nearest(_ numerator: Int64, _ denominator: Int64, limit: Int64) -> ProbeRatio {
    guard numerator > 0, denominator > 0, let reduced = ExactRatio(UInt64(numerator), UInt64(denominator))?.reduced else { return .unknown }
    var (n, d) = (Int64(clamping: reduced.numerator), Int64(clamping: reduced.denominator))
    if n <= limit, d <= limit { return ProbeRatio(n, d) }
    var (a0, a1) = ((0 as Int64, 1 as Int64), (1 as Int64, 0 as Int64))
    while d > 0 {
      let x = n / d
      let rest = n - x * d
      let (first, far) = x.multipliedReportingOverflow(by: a1.0)
      let (second, wide) = x.multipliedReportingOverflow(by: a1.1)
      let next = (first &+ a0.0, second &+ a0.1)
      if far || wide || next.0 > limit || next.1 > limit {
        var step = x
        if a1.0 > 0 { step = (limit - a0.0) / a1.0 }
        if a1.1 > 0 { step = min(step, (limit - a0.1) / a1.1) }
        if d * (2 * step * a1.1 + a0.1) > n * a1.1 { a1 = (step * a1.0 + a0.0, step * a1.1 + a0.1) }
        break
      }
      (a0, a1) = (a1, next)
      (n, d) = (d, rest)
    }
    return ProbeRatio(a1.0, a1.1)
  }
}

extension FourCC {
  /// The code in ffprobe's form: bytes other than ASCII letters, digits, `.`, `-`, `_` and space are shown as decimal numbers in brackets.
  var probeText: String {
    var text = ""
    for shift in [24, 16, 8, 0] as [UInt32] {
      let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x20, 0x2D, 0x5F: text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "[\(byte)]"
      }
    }
    return text
  }

  /// The code in ffprobe's hexadecimal form, with the first character in the lowest byte.
  var probeNumber: String {
    let digits = String(rawValue.byteSwapped, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
