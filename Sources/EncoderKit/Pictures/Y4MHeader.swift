import BitstreamKit

/// The header line of a YUV4MPEG2 stream.
///
/// The format is described by the manual page yuv4mpeg(5) of mjpegtools; FFmpeg and x264 add further chroma tags.
public struct Y4MHeader: Sendable, Equatable {
  /// The signature at the start of every stream.
  public static let signature = "YUV4MPEG2"

  /// The picture format.
  public var format: PictureFormat
  /// The values of the X tags, in order.
  public var extensions: [String] = []

  /// Creates a header for a picture format.
  public init(_ format: PictureFormat) {
    self.format = format
    if let full = format.isFullRange { extensions.append("COLORRANGE=" + (full ? "FULL" : "LIMITED")) }
  }

  /// Parses the header line, without its line feed.
  /// - Throws: an error that names the tag.
  public init(parsing line: [UInt8]) throws(SyntaxError) {
    var words = line.split(separator: 0x20, omittingEmptySubsequences: true).makeIterator()
    guard let first = words.next(), Array(first) == Array(Self.signature.utf8) else {
      throw Self.error("", "it does not begin with \(Self.signature)", 0)
    }
    var (width, height): (Int?, Int?) = (nil, nil)
    format = PictureFormat(width: 1, height: 1)
    while let word = words.next() {
      guard let tag = word.first else { continue }
      let (value, place) = (String(decoding: word.dropFirst(), as: UTF8.self), word.startIndex)
      switch tag {
      case UInt8(ascii: "W"): width = try Self.size("W", value, place)
      case UInt8(ascii: "H"): height = try Self.size("H", value, place)
      case UInt8(ascii: "F"):
        let rate = try Self.ratio("F", value, place)
        if let rate, rate.numerator > 0 { format.frameRate = rate }
      case UInt8(ascii: "A"): format.pixelAspectRatio = try Self.ratio("A", value, place).flatMap { $0.numerator > 0 ? $0 : nil }
      case UInt8(ascii: "I"): format.scan = try Self.scan(value, place)
      case UInt8(ascii: "C"): (format.pixelFormat, format.chromaSiting) = try Self.chroma(value, place)
      case UInt8(ascii: "X"): takeExtension(value)
      default: break
      }
    }
    guard let width else { throw Self.error("W", "there is no width", nil) }
    guard let height else { throw Self.error("H", "there is no height", nil) }
    (format.width, format.height) = (width, height)
  }

  private mutating func takeExtension(_ value: String) {
    if extensions.count < 64 { extensions.append(value) }
    if value == "COLORRANGE=FULL" { format.isFullRange = true }
    if value == "COLORRANGE=LIMITED" { format.isFullRange = false }
  }

  /// Returns the line including its line feed.
  public func encoded() -> [UInt8] {
    let rate = format.frameRate.reduced
    var text = "\(Self.signature) W\(format.width) H\(format.height) F\(rate.numerator):\(rate.denominator)"
    switch format.scan {
    case .progressive: text += " Ip"
    case .topFieldFirst: text += " It"
    case .bottomFieldFirst: text += " Ib"
    case .mixed: text += " Im"
    }
    if let aspect = format.pixelAspectRatio { text += " A\(aspect.numerator):\(aspect.denominator)" } else { text += " A0:0" }
    text += " C" + chromaTag
    for word in extensions { text += " X" + word }
    return Array((text + "\n").utf8)
  }

  /// The value of the C tag.
  public var chromaTag: String {
    let deep = format.pixelFormat.bitDepth > 8
    switch format.pixelFormat.chroma {
    case .monochrome: return "mono" + (deep ? "\(format.pixelFormat.bitDepth)" : "")
    case .yuv420: return "420" + (deep ? "p\(format.pixelFormat.bitDepth)" : format.chromaSiting?.rawValue ?? "")
    case .yuv411: return "411" + (deep ? "p\(format.pixelFormat.bitDepth)" : "")
    case .yuv422: return "422" + (deep ? "p\(format.pixelFormat.bitDepth)" : "")
    case .yuv444: return "444" + (deep ? "p\(format.pixelFormat.bitDepth)" : "")
    }
  }
}

// MARK: - Tags

extension Y4MHeader {
  static func error(_ tag: String, _ why: String, _ place: Int?) -> SyntaxError {
    SyntaxError(.malformed(why), element: tag, byteOffset: place.map { UInt64($0) }, path: [signature])
  }

  private static func size(_ tag: String, _ value: String, _ place: Int) throws(SyntaxError) -> Int {
    guard let number = Int(value), number > 0 else { throw error(tag, "'\(value)' is not a number of samples", place) }
    if number > PictureFormat.maxSamples {
      throw SyntaxError(
        .overLimit("\(number) samples, the maximum is \(PictureFormat.maxSamples)"), element: tag, byteOffset: UInt64(place),
        path: [signature])
    }
    return number
  }

  /// Parses a ratio; nil if the denominator is 0, which means unknown.
  private static func ratio(_ tag: String, _ value: String, _ place: Int) throws(SyntaxError) -> ExactRatio? {
    let parts = value.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let above = UInt32(parts[0]), let below = UInt32(parts[1]) else {
      throw error(tag, "'\(value)' is not a ratio", place)
    }
    return ExactRatio(UInt64(above), UInt64(below))
  }

  private static func scan(_ value: String, _ place: Int) throws(SyntaxError) -> PictureFormat.Scan {
    switch value {
    case "p", "?": return .progressive
    case "t": return .topFieldFirst
    case "b": return .bottomFieldFirst
    case "m": return .mixed
    default: throw error("I", "'\(value)' is not a scan type", place)
    }
  }

  private static func chroma(_ value: String, _ place: Int) throws(SyntaxError) -> (PixelFormat, PictureFormat.ChromaSiting?) {
    switch value {
    case "420jpeg", "420mpeg2", "420paldv": return (.i420, PictureFormat.ChromaSiting(rawValue: String(value.dropFirst(3))))
    default: break
    }
    var rest = value[...]
    let kinds: [(String, PixelFormat.Chroma)] = [
      ("mono", .monochrome), ("420", .yuv420), ("411", .yuv411), ("422", .yuv422), ("444", .yuv444),
    ]
    guard let kind = kinds.first(where: { value.hasPrefix($0.0) }) else { throw error("C", "'\(value)' is unknown", place) }
    rest = rest.dropFirst(kind.0.count)
    if rest.isEmpty { return (PixelFormat(kind.1), nil) }
    if kind.1 != .monochrome {
      if rest.first != "p" { throw unsupported(value, place) }
      rest = rest.dropFirst()
    }
    guard let depth = Int(rest), (9...16).contains(depth) else { throw unsupported(value, place) }
    return (PixelFormat(kind.1, bitDepth: depth), nil)
  }

  private static func unsupported(_ value: String, _ place: Int) -> SyntaxError {
    SyntaxError(.unsupported("'\(value)' is not supported"), element: "C", byteOffset: UInt64(place), path: [signature])
  }
}
