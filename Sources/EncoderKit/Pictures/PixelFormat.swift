import BitstreamKit

/// How the samples of a picture lie in memory: Y' first, then Cb and Cr, each row behind the one before without gaps.
public struct PixelFormat: Sendable, Hashable {
  /// How many chroma samples there are for those of luma.
  public enum Chroma: UInt8, Sendable, Hashable, CaseIterable {
    /// None at all.
    case monochrome
    /// A quarter of them: half as many in each row, and half as many rows.
    case yuv420
    /// A quarter of them: a quarter in each row.
    case yuv411
    /// Half as many in each row.
    case yuv422
    /// As many.
    case yuv444

    /// Luma samples in a row for one of chroma.
    public var horizontal: Int {
      switch self {
      case .yuv411: 4
      case .yuv420, .yuv422: 2
      case .monochrome, .yuv444: 1
      }
    }

    /// Luma rows for one of chroma.
    public var vertical: Int { self == .yuv420 ? 2 : 1 }
  }

  /// How chroma is subsampled.
  public var chroma: Chroma
  /// Bits of a sample, 8 to 16. More than 8 lie in the low bits of two bytes, the low one first.
  public var bitDepth: Int
  /// Whether Cb and Cr lie in one plane, taking turns.
  public var isSemiPlanar: Bool

  /// A format of planes.
  public init(_ chroma: Chroma, bitDepth: Int = 8, isSemiPlanar: Bool = false) {
    self.chroma = chroma
    self.bitDepth = min(16, max(8, bitDepth))
    self.isSemiPlanar = isSemiPlanar && chroma != .monochrome
  }

  /// 4:2:0 in three planes.
  public static let i420 = PixelFormat(.yuv420)
  /// 4:2:0 in two planes.
  public static let nv12 = PixelFormat(.yuv420, isSemiPlanar: true)
  /// 4:2:0 of 10 bits in three planes.
  public static let i420TenBit = PixelFormat(.yuv420, bitDepth: 10)

  /// 1 or 2.
  public var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }

  /// What FFmpeg calls it: `yuv420p10le`.
  public var name: String {
    if isSemiPlanar, self == .nv12 { return "nv12" }
    let planes =
      switch chroma {
      case .monochrome: "gray"
      case .yuv420: "yuv420p"
      case .yuv411: "yuv411p"
      case .yuv422: "yuv422p"
      case .yuv444: "yuv444p"
      }
    return planes + (bitDepth > 8 ? "\(bitDepth)le" : "") + (isSemiPlanar ? " (two planes)" : "")
  }
}

/// A plane of a picture: where it lies, and how its rows are made.
public struct PicturePlane: Sendable, Hashable {
  /// The first byte of it in the picture.
  public var offset: Int
  /// Bytes of a row.
  public var rowBytes: Int
  /// How many rows there are.
  public var rows: Int
  /// Luma samples in a row for one place of this plane.
  public var horizontal: Int
  /// Luma rows for one of this plane.
  public var vertical: Int
  /// Bytes of one place: of a sample, or of a pair where Cb and Cr take turns.
  public var bytesPerPlace: Int

  /// Bytes of it.
  public var byteCount: Int { rowBytes * rows }
}

/// What all pictures of a source have in common.
public struct PictureFormat: Sendable, Hashable {
  /// Which rows of a picture belong to one moment.
  public enum Scan: Sendable, Hashable {
    /// All of them.
    case progressive
    /// Every second one, those with the first row earlier.
    case topFieldFirst
    /// Every second one, those with the first row later.
    case bottomFieldFirst
    /// Each picture says it.
    case mixed
  }

  /// Where the chroma samples of 4:2:0 lie among those of luma, by the words of YUV4MPEG2.
  public enum ChromaSiting: String, Sendable, Hashable, CaseIterable {
    /// In the middle of four.
    case jpeg
    /// Between two rows, at the left one of two columns.
    case mpeg2
    /// At a corner, Cb and Cr in rows of their own.
    case paldv
  }

  /// No picture is larger in either direction.
  public static let mostSamples = 1 << 15

  /// Luma samples in a row.
  public var width: Int
  /// Luma rows.
  public var height: Int
  /// How samples lie in memory.
  public var pixelFormat: PixelFormat
  /// Pictures in a second; where their distances vary, what they are about.
  public var frameRate: ExactRatio
  /// The width of a sample to its height; nil where nobody knows.
  public var pixelAspectRatio: ExactRatio?
  /// Which rows belong to one moment.
  public var scan = Scan.progressive
  /// Whether samples use all values, and not those of video (16 to 235); nil where nobody says.
  public var isFullRange: Bool?
  /// Where chroma samples lie; nil where nobody says.
  public var chromaSiting: ChromaSiting?

  /// A format; a frame rate of 25 where the one given is 0.
  public init(width: Int, height: Int, pixelFormat: PixelFormat = .i420, frameRate: ExactRatio? = nil, pixelAspectRatio: ExactRatio? = nil)
  {
    self.width = max(1, min(Self.mostSamples, width))
    self.height = max(1, min(Self.mostSamples, height))
    self.pixelFormat = pixelFormat
    self.frameRate = frameRate.flatMap { $0.numerator > 0 ? $0 : nil } ?? PictureTiming.defaultRate
    self.pixelAspectRatio = pixelAspectRatio
  }

  /// The planes in their order.
  public var planes: [PicturePlane] {
    let bytes = pixelFormat.bytesPerSample
    let luma = PicturePlane(offset: 0, rowBytes: width * bytes, rows: height, horizontal: 1, vertical: 1, bytesPerPlace: bytes)
    if pixelFormat.chroma == .monochrome { return [luma] }
    let (across, down) = (pixelFormat.chroma.horizontal, pixelFormat.chroma.vertical)
    let (places, rows) = ((width + across - 1) / across, (height + down - 1) / down)
    let size = pixelFormat.isSemiPlanar ? 2 * bytes : bytes
    let first = PicturePlane(
      offset: luma.byteCount, rowBytes: places * size, rows: rows, horizontal: across, vertical: down, bytesPerPlace: size)
    if pixelFormat.isSemiPlanar { return [luma, first] }
    var second = first
    second.offset += first.byteCount
    return [luma, first, second]
  }

  /// Bytes of a picture.
  public var byteCount: Int { planes.reduce(0) { $0 + $1.byteCount } }

  /// When picture `number` of even distances is shown.
  /// - Returns: nil where the number does not fit.
  public func time(of number: UInt64) -> MediaTime? { PictureTiming.time(of: number, frameRate) }
}

/// Times of pictures of even distances.
enum PictureTiming {
  static let defaultRate = ratio(25, 1)

  /// `number` pictures at `rate` a second, exactly where the rate's terms fit 32 bits.
  static func time(of number: UInt64, _ rate: ExactRatio) -> MediaTime? {
    let rate = fitting(rate)
    let (product, overflow) = number.multipliedReportingOverflow(by: rate.denominator)
    guard !overflow, let value = Int64(exactly: product), let scale = UInt32(exactly: rate.numerator) else { return nil }
    return MediaTime(value: value, timescale: scale)
  }

  /// The rate with terms of at most 32 bits.
  private static func fitting(_ rate: ExactRatio) -> ExactRatio {
    var rate = rate.reduced
    while rate.numerator >> 32 != 0 { rate = ratio(rate.numerator >> 1, max(1, rate.denominator >> 1)) }
    return rate
  }

  /// A ratio of numbers that are not 0.
  static func ratio(_ above: UInt64, _ below: UInt64) -> ExactRatio {
    guard let made = ExactRatio(above, max(1, below)) else { return ratio(above, 1) }
    return made
  }
}
