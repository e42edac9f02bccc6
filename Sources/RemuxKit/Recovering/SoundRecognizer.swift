import AACKit
import BitstreamKit

/// Tests whether an offset in a file can be the start of an audio frame, and determines its size.
final class SoundRecognizer {
  private let form: SoundModel.Form
  private var walker: RawDataBlockWalker?
  private let model: SoundModel
  private var window: ByteWindow<AnyByteSource>

  init(_ source: AnyByteSource, _ model: SoundModel) {
    self.model = model
    form = model.form
    if case .aac(let walker) = model.form { self.walker = walker }
    window = ByteWindow(source)
  }

  /// Sample size in bytes if it is constant; nil if frames contain their length.
  var constantSize: Int? {
    if case .constant(let size) = form { return size }
    return nil
  }

  /// Size in bytes of the frame at an offset, which must end at or before `end`; nil if there is none.
  func frame(at place: UInt64, to end: UInt64) throws(ByteError) -> Int? {
    if place >= end { return nil }
    let left = Int(clamping: end - place)
    // The first bytes decide in nearly all cases.
    let (first, there) = try window.load(place, min(left, 8))
    if there < min(max(model.mask.count, 2), left) || !isLike(first, there) { return nil }
    if let canBegin = walker?.canBegin(with: window.bytes[first]) {
      if !canBegin { return nil }
      let (first, there) = try window.load(place, min(left, model.maxLength))
      guard let block = try? walker?.walk(window.bytes, first..<first + there), isLike(block) else { return nil }
      return block.byteCount
    }
    return try sample(place, end)
  }

  /// The first offset from `place` and before `end` whose byte may be the first of a frame.
  func candidate(from place: UInt64, to end: UInt64) throws(ByteError) -> UInt64? {
    let (head, mask) = (model.head.first ?? 0, model.head.isEmpty ? 0 : model.mask.first ?? 0)
    let sync: UInt8? =
      switch form {
      case .ac3, .eac3: 0x0B
      case .mp3: 0xFF
      case .aac, .constant: nil
      }
    var next = place
    while next < end {
      let (first, there) = try window.load(next, Int(clamping: min(4096, end - next)))
      if there == 0 { return nil }
      for index in first..<first + there {
        let byte = window.bytes[index]
        if (byte ^ head) & mask != 0 || byte != sync ?? byte { continue }
        if walker?.canBegin(with: byte) ?? true { return next + UInt64(index - first) }
      }
      next += UInt64(there)
    }
    return nil
  }

  /// Whether the bytes match those common to all frames of the good file.
  private func isLike(_ first: Int, _ there: Int) -> Bool {
    for index in 0..<min(model.mask.count, there) where (window.bytes[first + index] ^ model.head[index]) & model.mask[index] != 0 {
      return false
    }
    return true
  }

  /// Whether a block is padded with zeros, and has the channel elements of the good file, and no others by a configuration of its own.
  private func isLike(_ block: RawDataBlockWalker.Block) -> Bool {
    if !block.isPaddedWithZeros { return false }
    if !model.hasLayouts, walker?.elements.contains(where: { $0.kind == .programConfig }) == true { return false }
    guard !model.channels.isEmpty, let walker else { return true }
    var next = 0
    for element in walker.elements where element.kind.isChannel {
      guard next < model.channels.count, model.channels[next].kind == element.kind, model.channels[next].tag == element.tag else {
        return false
      }
      next += 1
    }
    return next == model.channels.count
  }

  /// The size of a sample: one frame, or for E-AC-3 the frames of all substreams for six blocks.
  private func sample(_ place: UInt64, _ end: UInt64) throws(ByteError) -> Int? {
    var (size, samples) = (0, 0)
    while true {
      let next = place + UInt64(size)
      guard next < end, let header = try header(at: next), size + header.size <= model.maxLength, UInt64(header.size) <= end - next else {
        return samples == Self.whole(form) && size > 0 ? size : nil
      }
      if size == 0, !header.isFirst { return nil }
      if header.isFirst, samples == Self.whole(form) { return size }
      if header.isFirst { samples += header.samples }
      size += header.size
      guard case .eac3 = form else { return size }
      if samples > Self.whole(form) { return nil }
    }
  }

  private static func whole(_ form: SoundModel.Form) -> Int {
    if case .eac3 = form { return 1536 }
    return -1
  }

  private func header(at place: UInt64) throws(ByteError) -> SoundFrameHeader? {
    let (first, there) = try window.load(place, SoundFrameHeader.length)
    if there < SoundFrameHeader.length { return nil }
    let found: SoundFrameHeader? =
      switch form {
      case .ac3: .ac3(window.bytes, first)
      case .eac3: .eac3(window.bytes, first)
      case .mp3: .mp3(window.bytes, first)
      case .aac, .constant: nil
      }
    guard let found, found.size >= SoundFrameHeader.length, found.sampleRate == model.track.sampleRate || model.track.sampleRate == 0 else {
      return nil
    }
    return found
  }
}
