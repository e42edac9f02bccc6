import BitstreamKit

/// A picture in memory and the time at which it is shown.
public struct VideoPicture: Sendable {
  /// Its size and how its samples lie in memory.
  public let format: PictureFormat
  /// Its samples, `format.byteCount` of them.
  public private(set) var bytes: [UInt8]
  /// When it is shown. Times of a source grow from picture to picture.
  public var presentationTimeStamp: MediaTime
  /// How long it is shown; nil where the next picture ends it.
  public var duration: MediaTime?

  /// A picture of given samples; nil where there are not as many as the format says.
  public init?(_ format: PictureFormat, _ bytes: [UInt8], at time: MediaTime, duration: MediaTime? = nil) {
    if bytes.count != format.byteCount { return nil }
    self.format = format
    self.bytes = bytes
    presentationTimeStamp = time
    self.duration = duration
  }

  /// A black picture.
  public init(_ format: PictureFormat, at time: MediaTime = .zero, duration: MediaTime? = nil) {
    self.format = format
    presentationTimeStamp = time
    self.duration = duration
    bytes = [UInt8](repeating: 0, count: format.byteCount)
    fill(y: format.isFullRange == true ? 0 : 16, u: 128, v: 128)
  }

  /// Works on the samples; their number stays what it is.
  public mutating func withSamples(_ body: (inout [UInt8]) -> Void) {
    let count = bytes.count
    body(&bytes)
    if bytes.count > count { bytes.removeLast(bytes.count - count) }
    if bytes.count < count { bytes.append(contentsOf: repeatElement(0, count: count - bytes.count)) }
  }

  /// Paints a rectangle, or all of it, in one colour of 8 bits a component; at more bits it is the same colour.
  /// - Parameter area: luma columns and rows; what is outside of the picture is left out.
  public mutating func fill(y: UInt8, u: UInt8, v: UInt8, columns: Range<Int>? = nil, rows: Range<Int>? = nil) {
    let columns = (columns ?? 0..<format.width).clamped(to: 0..<format.width)
    let rows = (rows ?? 0..<format.height).clamped(to: 0..<format.height)
    if columns.isEmpty || rows.isEmpty { return }
    let shift = format.pixelFormat.bitDepth - 8
    let isWide = format.pixelFormat.bytesPerSample == 2
    for (index, plane) in format.planes.enumerated() {
      let values = index == 0 ? [y] : format.pixelFormat.isSemiPlanar ? [u, v] : index == 1 ? [u] : [v]
      var place: [UInt8] = []
      for value in values {
        let sample = UInt16(value) << UInt16(shift)
        place.append(UInt8(truncatingIfNeeded: sample))
        if isWide { place.append(UInt8(truncatingIfNeeded: sample >> 8)) }
      }
      let (left, right) = (columns.lowerBound / plane.horizontal, (columns.upperBound + plane.horizontal - 1) / plane.horizontal)
      let line = Array(repeatElement(place, count: right - left).joined())
      for row in rows.lowerBound / plane.vertical..<(rows.upperBound + plane.vertical - 1) / plane.vertical {
        let start = plane.offset + row * plane.rowBytes + left * plane.bytesPerPlace
        bytes.replaceSubrange(start..<start + line.count, with: line)
      }
    }
  }

  /// The same picture with Cb and Cr in planes of their own.
  public func planar() -> VideoPicture {
    if !format.pixelFormat.isSemiPlanar { return self }
    var target = format
    target.pixelFormat.isSemiPlanar = false
    let planes = format.planes
    guard planes.count == 2 else { return self }
    var made: [UInt8] = []
    made.reserveCapacity(bytes.count)
    made.append(contentsOf: bytes[..<planes[1].offset])
    let size = format.pixelFormat.bytesPerSample
    for component in 0..<2 {
      var index = planes[1].offset + component * size
      while index < bytes.count {
        made.append(bytes[index])
        if size == 2 { made.append(bytes[index + 1]) }
        index += 2 * size
      }
    }
    return VideoPicture(target, made, at: presentationTimeStamp, duration: duration) ?? self
  }
}
