import BitstreamKit
import NALKit
import H264Kit
import HEVCKit

/// Finds the NAL unit type of the first slice in H.264 and H.265 samples.
struct SliceTypeFinder {
  private var window: ByteWindow<AnyByteSource>
  private let framing: MediaFraming
  private let isHEVC: Bool

  init(_ source: AnyByteSource, _ track: MediaTrack) {
    window = ByteWindow(source)
    framing = track.framing
    isHEVC = track.codec == .hevc
  }

  /// nal_unit_type of the first slice; nil if there is none.
  mutating func firstSliceType(of sample: MediaSample) throws(MediaError) -> UInt8? {
    let isHEVC = isHEVC
    var found: UInt8?
    try visit(sample) { (_, first) in
      found = Self.sliceType(first, isHEVC)
      return found != nil
    }
    return found
  }

  /// The offsets of the NAL units of a type, with the first byte of each.
  mutating func units(of type: UInt8, in sample: MediaSample) throws(MediaError) -> [(offset: UInt64, first: UInt8)] {
    let isHEVC = isHEVC
    var found: [(offset: UInt64, first: UInt8)] = []
    try visit(sample) { (offset, first) in
      if Self.sliceType(first, isHEVC) == type { found.append((offset, first)) }
      return false
    }
    return found
  }

  /// The NAL unit type in a unit's first byte; nil if it is not a slice.
  private static func sliceType(_ first: UInt8, _ isHEVC: Bool) -> UInt8? {
    let type = isHEVC ? HEVCKit.NALUnitType(firstByte: first).rawValue : H264Kit.NALUnitType(firstByte: first).rawValue
    return (isHEVC ? type < 32 : (1...5).contains(type)) ? type : nil
  }

  /// Calls a function with the offset and the first byte of each NAL unit, until it returns true.
  private mutating func visit(_ sample: MediaSample, _ body: (UInt64, UInt8) -> Bool) throws(MediaError) {
    do {
      switch framing {
      case .opaque: return
      case .lengthPrefixed(let size): try visitLengths(sample, size.rawValue, body)
      case .annexB: try visitStream(sample, body)
      }
    } catch { throw .bytes(error) }
  }

  private mutating func visitLengths(_ sample: MediaSample, _ size: Int, _ body: (UInt64, UInt8) -> Bool) throws(ByteError) {
    var (place, end) = (sample.offset, sample.offset &+ sample.size)
    while place < end, end - place > UInt64(size) {
      let (first, count) = try window.load(place, size + 1)
      if count < size + 1 { return }
      let length = window.bytes.bigEndian(at: first, size: size)
      place += UInt64(size)
      if body(place, window.bytes[first + size]) { return }
      if length > end - place { end = place } else { place += length }
    }
  }

  private mutating func visitStream(_ sample: MediaSample, _ body: (UInt64, UInt8) -> Bool) throws(ByteError) {
    var parser = AnnexBParser()
    var bytes: [UInt8] = []
    var place = sample.offset
    let end = sample.offset &+ sample.size
    while place < end {
      try window.source.read(at: place, count: Int(clamping: min(65536, end - place)), into: &bytes)
      if bytes.isEmpty { break }
      place += UInt64(bytes.count)
      var cursor = 0
      while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) {
        if let first = unit.headByte(0), body(sample.offset + unit.offset, first) { return }
      }
    }
    if let unit = parser.finish(), let first = unit.headByte(0) { _ = body(sample.offset + unit.offset, first) }
  }
}
