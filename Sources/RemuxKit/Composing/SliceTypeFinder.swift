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
    do {
      switch framing {
      case .opaque: return nil
      case .lengthPrefixed(let size): return try inLengths(sample, size.rawValue)
      case .annexB: return try inStream(sample)
      }
    } catch { throw .bytes(error) }
  }

  /// The NAL unit type in a unit's first byte; nil if it is not a slice.
  private func sliceType(_ first: UInt8) -> UInt8? {
    let type = isHEVC ? HEVCKit.NALUnitType(firstByte: first).rawValue : H264Kit.NALUnitType(firstByte: first).rawValue
    return (isHEVC ? type < 32 : (1...5).contains(type)) ? type : nil
  }

  private mutating func inLengths(_ sample: MediaSample, _ size: Int) throws(ByteError) -> UInt8? {
    var (place, end) = (sample.offset, sample.offset &+ sample.size)
    while place < end, end - place > UInt64(size) {
      let (first, count) = try window.load(place, size + 1)
      if count < size + 1 { return nil }
      let length = window.bytes.bigEndian(at: first, size: size)
      if let type = sliceType(window.bytes[first + size]) { return type }
      place += UInt64(size)
      if length > end - place { end = place } else { place += length }
    }
    return nil
  }

  private mutating func inStream(_ sample: MediaSample) throws(ByteError) -> UInt8? {
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
        if let type = unit.headByte(0).flatMap(sliceType) { return type }
      }
    }
    return parser.finish()?.headByte(0).flatMap(sliceType)
  }
}
