import BitstreamKit

/// Adjusts colours sample by sample, with a lookup table for each component.
public struct ColourFilter: PictureFilter, Sendable {
  /// The factor applied to the distance of chroma from grey; 0 removes all colour.
  public var saturation: Double
  /// From −1 (cold) to 1 (warm): subtracted from Cb and added to Cr.
  public var warmth: Double
  /// The factor applied to the distance of luma from mid-range.
  public var contrast: Double
  /// From −1 to 1: added to luma, as a fraction of its range.
  public var brightness: Double

  /// Tables for luma, Cb and Cr: `narrow` for 8-bit samples, `wide` for deeper ones.
  private var narrow: [[UInt8]] = []
  private var wide: [[UInt16]] = []
  private var format: PictureFormat?

  /// Creates a filter; the defaults change nothing.
  public init(saturation: Double = 1, warmth: Double = 0, contrast: Double = 1, brightness: Double = 0) {
    self.saturation = saturation
    self.warmth = warmth
    self.contrast = contrast
    self.brightness = brightness
  }

  /// Removes all colour.
  public static let grey = ColourFilter(saturation: 0)
  /// Shifts colours towards orange.
  public static let warm = ColourFilter(warmth: 0.4)
  /// Shifts colours towards blue.
  public static let cool = ColourFilter(warmth: -0.4)

  public mutating func prepare(for format: PictureFormat, aspectRatio: ExactRatio?) throws(EncoderError) -> PictureFormat {
    let depth = format.pixelFormat.bitDepth
    let scale = Double(1 << (depth - 8))
    let limit = Double(1 << depth) - 1
    let (low, high) = format.isFullRange == true ? (0, limit) : (16 * scale, 235 * scale)
    let (middle, grey) = ((low + high) / 2, 128 * scale)
    // Values outside the video range are not clamped to it, so that the default filter is the identity.
    func luma(_ value: Double) -> Double { middle + (value - middle) * contrast + brightness * (high - low) }
    func chroma(_ value: Double, _ shift: Double) -> Double { grey + (value - grey) * saturation + shift * scale }
    func clamped(_ value: Double) -> UInt16 { UInt16(saturating: min(limit, value.rounded())) }
    var tables: [[UInt16]] = [[], [], []]
    for value in 0..<(1 << depth) {
      tables[0].append(clamped(luma(Double(value))))
      tables[1].append(clamped(chroma(Double(value), -32 * warmth)))
      tables[2].append(clamped(chroma(Double(value), 32 * warmth)))
    }
    wide = depth > 8 ? tables : []
    narrow = depth > 8 ? [] : tables.map { $0.map { UInt8(truncatingIfNeeded: $0) } }
    self.format = format
    return format
  }

  public mutating func apply(to picture: consuming VideoPicture) throws(EncoderError) -> VideoPicture {
    guard let format, picture.format == format else { throw .unsupported("the picture does not have the announced format") }
    var picture = picture
    let planes = format.planes
    let isSemiPlanar = format.pixelFormat.isSemiPlanar
    let changesLuma = contrast != 1 || brightness != 0
    picture.withSamples { bytes in
      for (index, plane) in planes.enumerated() where index > 0 || changesLuma {
        let range = plane.offset..<plane.offset + plane.byteCount
        let pair = index > 0 && isSemiPlanar ? (1, 2) : (index, index)
        if wide.isEmpty {
          Self.map(&bytes, range, narrow[pair.0], narrow[pair.1])
        } else {
          Self.map(&bytes, range, wide[pair.0], wide[pair.1])
        }
      }
    }
    return picture
  }

  /// Maps bytes through tables of 256 entries: `even` for bytes at even positions, `odd` for the others.
  private static func map(_ bytes: inout [UInt8], _ range: Range<Int>, _ even: [UInt8], _ odd: [UInt8]) {
    guard even.count == 256, odd.count == 256, range.upperBound <= bytes.count else { return }
    var index = range.lowerBound
    while index + 1 < range.upperBound {
      bytes[index] = even[Int(bytes[index])]
      bytes[index + 1] = odd[Int(bytes[index + 1])]
      index += 2
    }
    if index < range.upperBound { bytes[index] = even[Int(bytes[index])] }
  }

  /// The same for 16-bit samples; bits above the table's depth are masked off.
  private static func map(_ bytes: inout [UInt8], _ range: Range<Int>, _ even: [UInt16], _ odd: [UInt16]) {
    guard !even.isEmpty, even.count == odd.count, range.upperBound <= bytes.count else { return }
    let mask = even.count - 1
    var index = range.lowerBound
    var isOdd = false
    while index + 1 < range.upperBound {
      let sample = (Int(bytes[index]) | Int(bytes[index + 1]) << 8) & mask
      let made = isOdd ? odd[sample] : even[sample]
      bytes[index] = UInt8(truncatingIfNeeded: made)
      bytes[index + 1] = UInt8(truncatingIfNeeded: made >> 8)
      index += 2
      isOdd.toggle()
    }
  }
}
