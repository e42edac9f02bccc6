import BitstreamKit

/// Crops pictures to an aspect ratio, centred.
public struct CropFilter: PictureFilter, Sendable {
  private struct Cut {
    var plane: PicturePlane
    var firstRow: Int
    var rows: Int
    var firstByte: Int
    var bytes: Int
  }

  private let shape: ExactRatio?
  private var target: PictureFormat?
  private var cuts: [Cut] = []

  /// - Parameter shape: the display aspect ratio, such as 1:1, 3:4, 9:16; nil for the aspect ratio of the filter chain.
  public init(_ shape: ExactRatio? = nil) { self.shape = shape }

  public mutating func prepare(for format: PictureFormat, aspectRatio: ExactRatio?) throws(EncoderError) -> PictureFormat {
    var made = format
    var (left, top) = (0, 0)
    if let wanted = shape ?? aspectRatio {
      // The aspect ratio in samples: the display aspect ratio divided by the sample aspect ratio.
      let sample = format.pixelAspectRatio?.value ?? 1
      let ratio = wanted.value / sample
      guard ratio > 0, ratio.isFinite else { throw .unsupported("pictures cannot be cut to \(wanted.numerator):\(wanted.denominator)") }
      let (across, down) = (max(2, format.pixelFormat.chroma.horizontal), Self.rowStep(format))
      if Double(format.width) > Double(format.height) * ratio {
        made.width = Self.nearest(Double(format.height) * ratio, step: across, limit: format.width)
        left = (format.width - made.width) / 2 / across * across
      } else {
        made.height = Self.nearest(Double(format.width) / ratio, step: down, limit: format.height)
        top = (format.height - made.height) / 2 / down * down
      }
    }
    cuts = zip(format.planes, made.planes).map { from, to in
      Cut(
        plane: from, firstRow: top / from.vertical, rows: to.rows, firstByte: left / from.horizontal * from.bytesPerPlace,
        bytes: to.rowBytes)
    }
    target = made
    return made
  }

  /// The row granularity: 2 for chroma, doubled for interlaced pictures so that fields stay paired.
  private static func rowStep(_ format: PictureFormat) -> Int { (format.scan == .progressive ? 1 : 2) * 2 }

  private static func nearest(_ value: Double, step: Int, limit: Int) -> Int {
    let steps = Int(saturating: (max(0, min(Double(limit), value)) / Double(step)).rounded())
    return min(limit, max(1, steps) * step)
  }

  public mutating func apply(to picture: consuming VideoPicture) throws(EncoderError) -> VideoPicture {
    guard let target, target != picture.format else { return picture }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(target.byteCount)
    for cut in cuts {
      for row in cut.firstRow..<cut.firstRow + cut.rows {
        let start = cut.plane.offset + row * cut.plane.rowBytes + cut.firstByte
        guard start + cut.bytes <= picture.bytes.count else { throw .unsupported("the picture does not have the announced format") }
        bytes.append(contentsOf: picture.bytes[start..<start + cut.bytes])
      }
    }
    guard let made = VideoPicture(target, bytes, at: picture.presentationTimeStamp, duration: picture.duration) else {
      throw .unsupported("the picture does not have the announced format")
    }
    return made
  }
}
