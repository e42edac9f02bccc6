import BitstreamKit

/// A picture in memory and its presentation time.
public struct VideoPicture: Sendable {
  /// The size and memory layout.
  public let format: PictureFormat
  /// The samples, `format.byteCount` bytes.
  public private(set) var bytes: [UInt8]
  /// The presentation time; strictly increasing within a source.
  public var presentationTimeStamp: MediaTime
  /// The duration; nil if the picture lasts until the next one.
  public var duration: MediaTime?

  /// Creates a picture from samples; nil if `bytes.count` differs from `format.byteCount`.
  public init?(_ format: PictureFormat, _ bytes: [UInt8], at time: MediaTime, duration: MediaTime? = nil) {
    if bytes.count != format.byteCount { return nil }
    self.format = format
    self.bytes = bytes
    presentationTimeStamp = time
    self.duration = duration
  }

  /// Creates a black picture.
  public init(_ format: PictureFormat, at time: MediaTime = .zero, duration: MediaTime? = nil) {
    self.format = format
    presentationTimeStamp = time
    self.duration = duration
    bytes = [UInt8](repeating: 0, count: format.byteCount)
    fill(y: format.isFullRange == true ? 0 : 16, u: 128, v: 128)
  }

  /// Calls `body` with the samples; their number does not change.
  public mutating func withSamples(_ body: (inout [UInt8]) -> Void) {
    let count = bytes.count
    body(&bytes)
    if bytes.count > count { bytes.removeLast(bytes.count - count) }
    if bytes.count < count { bytes += [UInt8](repeating: 0, count: count - bytes.count) }
  }

  /// Fills a rectangle, or the whole picture, with a colour given as 8 bits per component; scaled for deeper formats.
  /// `columns` and `rows` are in luma samples, and are clamped to the picture.
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

  /// Returns the same picture with Cb and Cr in separate planes.
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
