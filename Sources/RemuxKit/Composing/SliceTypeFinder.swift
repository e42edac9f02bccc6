import BitstreamKit
import NALKit
import H264Kit
import HEVCKit

/// Finds what H.264 and H.265 samples begin with: the NAL unit type of the first slice, and whether a gradual refresh starts there.
struct SliceTypeFinder {
  private var window: ByteWindow<AnyByteSource>
  private let framing: MediaFraming
  private let isHEVC: Bool

  /// The units of messages before a slice that are read, and the largest size of one.
  private static let (maxMessages, maxMessageBytes) = (16, 4096)

  init(_ source: AnyByteSource, _ track: MediaTrack) {
    window = ByteWindow(source)
    framing = track.framing
    isHEVC = track.codec == .hevc
  }

  /// nal_unit_type of the first slice; nil if there is none.
  mutating func firstSliceType(of sample: MediaSample) throws(MediaError) -> UInt8? {
    let isHEVC = isHEVC
    var found: UInt8?
    try visit(sample) { (_, first, _) in
      found = Self.sliceType(first, isHEVC)
      return found != nil
    }
    return found
  }

  /// The offsets of the NAL units of a type, with the first byte of each.
  mutating func units(of type: UInt8, in sample: MediaSample) throws(MediaError) -> [(offset: UInt64, first: UInt8)] {
    let isHEVC = isHEVC
    var found: [(offset: UInt64, first: UInt8)] = []
    try visit(sample) { (offset, first, _) in
      if Self.sliceType(first, isHEVC) == type { found.append((offset, first)) }
      return false
    }
    return found
  }

  /// Whether an H.264 sample starts a gradual refresh: its recovery point message says that pictures are right only from a later one on
  /// (ITU-T H.264 D.2.8, recovery_frame_cnt).
  mutating func startsRefresh(_ sample: MediaSample) throws(MediaError) -> Bool {
    if isHEVC { return false }
    var messages: [(offset: UInt64, size: UInt64)] = []
    try visit(sample) { (offset, first, size) in
      if H264Kit.NALUnitType(firstByte: first) == .sei { messages.append((offset, size)) }
      return Self.sliceType(first, false) != nil || messages.count == Self.maxMessages
    }
    for unit in messages where unit.size <= UInt64(Self.maxMessageBytes) {
      let range: (first: Int, count: Int)
      do { range = try window.load(unit.offset, Int(unit.size)) } catch { throw .bytes(error) }
      let bytes = Array(window.bytes[range.first..<range.first + range.count])
      guard let read = try? H264NALUnit(parsing: bytes, sets: ParameterSets(), policy: .lenient), case .sei(let sei) = read.payload else {
        continue
      }
      for message in sei.messages {
        if case .recoveryPoint(let point) = message.payload { return point.recoveryFrameCnt > 0 }
      }
    }
    return false
  }

  /// The NAL unit type in a unit's first byte; nil if it is not a slice.
  private static func sliceType(_ first: UInt8, _ isHEVC: Bool) -> UInt8? {
    let type = isHEVC ? HEVCKit.NALUnitType(firstByte: first).rawValue : H264Kit.NALUnitType(firstByte: first).rawValue
    return (isHEVC ? type < 32 : (1...5).contains(type)) ? type : nil
  }

  /// Calls a function with the offset, the first byte and the size of each NAL unit, until it returns true.
  private mutating func visit(_ sample: MediaSample, _ body: (UInt64, UInt8, UInt64) -> Bool) throws(MediaError) {
    do {
      switch framing {
      case .opaque: return
      case .lengthPrefixed(let size): try visitLengths(sample, size.rawValue, body)
      case .annexB: try visitStream(sample, body)
      }
    } catch { throw .bytes(error) }
  }

  private mutating func visitLengths(_ sample: MediaSample, _ size: Int, _ body: (UInt64, UInt8, UInt64) -> Bool) throws(ByteError) {
    var (place, end) = (sample.offset, sample.offset &+ sample.size)
    while place < end, end - place > UInt64(size) {
      let (first, count) = try window.load(place, size + 1)
      if count < size + 1 { return }
      let length = window.bytes.bigEndian(at: first, size: size)
      place += UInt64(size)
      if body(place, window.bytes[first + size], min(length, end - place)) { return }
      if length > end - place { end = place } else { place += length }
    }
  }

  private mutating func visitStream(_ sample: MediaSample, _ body: (UInt64, UInt8, UInt64) -> Bool) throws(ByteError) {
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
        if let first = unit.headByte(0), body(sample.offset + unit.offset, first, unit.length) { return }
      }
    }
    if let unit = parser.finish(), let first = unit.headByte(0) { _ = body(sample.offset + unit.offset, first, unit.length) }
  }
}
