import BitstreamKit

/// The memory layout of a picture's samples: Y' first, then Cb and Cr, rows contiguous without padding.
public struct PixelFormat: Sendable, Hashable {
  /// The chroma subsampling.
  public enum Chroma: UInt8, Sendable, Hashable, CaseIterable {
    /// No chroma.
    case monochrome
    /// 4:2:0: chroma has half the horizontal and half the vertical resolution.
    case yuv420
    /// 4:1:1: chroma has a quarter of the horizontal resolution.
    case yuv411
    /// 4:2:2: chroma has half the horizontal resolution.
    case yuv422
    /// 4:4:4: chroma has full resolution.
    case yuv444

    /// Luma samples per chroma sample, horizontally.
    public var horizontal: Int {
      switch self {
      case .yuv411: 4
      case .yuv420, .yuv422: 2
      case .monochrome, .yuv444: 1
      }
    }

    /// Luma rows per chroma row.
    public var vertical: Int { self == .yuv420 ? 2 : 1 }
  }

  /// The chroma subsampling.
  public var chroma: Chroma
  /// Bits per sample, 8 to 16. Samples of more than 8 bits are in the low bits of two bytes, little-endian.
  public var bitDepth: Int
  /// Whether Cb and Cr are interleaved in one plane.
  public var isSemiPlanar: Bool

  /// Creates a format; planar by default.
  public init(_ chroma: Chroma, bitDepth: Int = 8, isSemiPlanar: Bool = false) {
    self.chroma = chroma
    self.bitDepth = min(16, max(8, bitDepth))
    self.isSemiPlanar = isSemiPlanar && chroma != .monochrome
  }

  /// 8-bit 4:2:0 in three planes.
  public static let i420 = PixelFormat(.yuv420)
  /// 8-bit 4:2:0 in two planes.
  public static let nv12 = PixelFormat(.yuv420, isSemiPlanar: true)
  /// 10-bit 4:2:0 in three planes.
  public static let i420TenBit = PixelFormat(.yuv420, bitDepth: 10)

  /// 1 or 2.
  public var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }

  /// FFmpeg's name of the format, such as `yuv420p10le`.
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

/// The position and layout of a picture's plane.
public struct PicturePlane: Sendable, Hashable {
  /// The offset of its first byte in the picture.
  public var offset: Int
  /// Bytes per row.
  public var rowBytes: Int
  /// The number of rows.
  public var rows: Int
  /// Luma samples per position of this plane, horizontally.
  public var horizontal: Int
  /// Luma rows per row of this plane.
  public var vertical: Int
  /// Bytes per position: one sample, or an interleaved Cb/Cr pair.
  public var bytesPerPlace: Int

  /// The size in bytes.
  public var byteCount: Int { rowBytes * rows }
}

/// The format shared by all pictures of a source.
public struct PictureFormat: Sendable, Hashable {
  /// The scan type.
  public enum Scan: Sendable, Hashable {
    /// Progressive.
    case progressive
    /// Interlaced, top field first.
    case topFieldFirst
    /// Interlaced, bottom field first.
    case bottomFieldFirst
    /// Signalled per picture.
    case mixed
  }

  /// The chroma sample location of 4:2:0, named as in YUV4MPEG2.
  public enum ChromaSiting: String, Sendable, Hashable, CaseIterable {
    /// Centred between four luma samples.
    case jpeg
    /// Vertically between two rows, horizontally at the left of two columns.
    case mpeg2
    /// At a luma sample, with Cb and Cr in alternate rows.
    case paldv
  }

  /// The maximum width and height.
  public static let maxSamples = 1 << 15

  /// The width in luma samples.
  public var width: Int
  /// The height in luma rows.
  public var height: Int
  /// The memory layout of the samples.
  public var pixelFormat: PixelFormat
  /// Pictures per second; the approximate rate if it varies.
  public var frameRate: ExactRatio
  /// The sample aspect ratio; nil if unknown.
  public var pixelAspectRatio: ExactRatio?
  /// The scan type.
  public var scan = Scan.progressive
  /// Whether samples use the full range instead of the video range (16 to 235); nil if unspecified.
  public var isFullRange: Bool?
  /// The chroma sample location; nil if unspecified.
  public var chromaSiting: ChromaSiting?

  /// Creates a format; the frame rate defaults to 25, also if the given one is 0.
  public init(width: Int, height: Int, pixelFormat: PixelFormat = .i420, frameRate: ExactRatio? = nil, pixelAspectRatio: ExactRatio? = nil)
  {
    self.width = max(1, min(Self.maxSamples, width))
    self.height = max(1, min(Self.maxSamples, height))
    self.pixelFormat = pixelFormat
    self.frameRate = frameRate.flatMap { $0.numerator > 0 ? $0 : nil } ?? PictureTiming.defaultRate
    self.pixelAspectRatio = pixelAspectRatio
  }

  /// The planes in memory order.
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

  /// The size of a picture in bytes.
  public var byteCount: Int { planes.reduce(0) { $0 + $1.byteCount } }

  /// Returns the presentation time of picture `number` at a constant frame rate.
  /// - Returns: nil if the time is not representable.
  public func time(of number: UInt64) -> MediaTime? { PictureTiming.time(of: number, frameRate) }
}

/// Times at a constant frame rate.
enum PictureTiming {
  static let defaultRate = ratio(25, 1)

  /// Returns the time of `number` pictures at `rate` per second, exact if the terms of the rate fit 32 bits.
  static func time(of number: UInt64, _ rate: ExactRatio) -> MediaTime? {
    let rate = fitting(rate)
    let (product, overflow) = number.multipliedReportingOverflow(by: rate.denominator)
    guard !overflow, let value = Int64(exactly: product), let scale = UInt32(exactly: rate.numerator) else { return nil }
    return MediaTime(value: value, timescale: scale)
  }

  /// Returns the rate with terms of at most 32 bits.
  private static func fitting(_ rate: ExactRatio) -> ExactRatio {
    var rate = rate.reduced
    while rate.numerator >> 32 != 0 { rate = ratio(rate.numerator >> 1, max(1, rate.denominator >> 1)) }
    return rate
  }

  /// Returns a ratio, with a denominator of at least 1.
  static func ratio(_ above: UInt64, _ below: UInt64) -> ExactRatio {
    guard let made = ExactRatio(above, max(1, below)) else { return ratio(above, 1) }
    return made
  }
}
