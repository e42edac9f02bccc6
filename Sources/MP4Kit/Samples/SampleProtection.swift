import BitstreamKit

/// Reads which bytes of the samples of one `stbl` or `traf` are encrypted: the entries of `senc`, or those that `saio` and `saiz` locate
/// (ISO/IEC 23001-7:2023, 7.1 to 7.3).
///
/// Entries are read through a window, one after the other.
struct SampleProtection {
  private let count: UInt32
  private let perSampleIVSize: Int
  /// Whether every entry has subsamples; nil if its size tells.
  private let hasSubsamples: Bool?
  private let sizes: SampleAuxiliaryInformationSizesBox?
  private let start: UInt64
  private var window: ByteWindow<AnyByteSource>
  /// The next entry, and where it begins.
  private var next: (index: Int, offset: UInt64)

  /// - Parameters:
  ///   - parent: the `stbl` or `traf` in `tree`.
  ///   - base: what offsets in `saio` count from.
  /// - Returns: nil if the boxes are missing, or state several places.
  init?(_ tree: inout BoxTree<AnyByteSource>, in parent: Int, base: UInt64, _ defaults: TrackEncryptionBox) throws(ByteError) {
    var (encryption, offsets): (BoxPlace?, SampleAuxiliaryInformationOffsetsBox?)
    var sizes: SampleAuxiliaryInformationSizesBox?
    window = ByteWindow(tree.source, minBytes: 512)
    for child in tree.children(of: parent) {
      switch tree.nodes[child].place.header.type {
      case "senc": encryption = encryption ?? tree.nodes[child].place
      case "saiz": sizes = sizes ?? (try? tree.read(SampleAuxiliaryInformationSizesBox.self, at: child))
      case "saio": offsets = offsets ?? (try? tree.read(SampleAuxiliaryInformationOffsetsBox.self, at: child))
      default: break
      }
    }
    perSampleIVSize = Int(defaults.defaultPerSampleIVSize)
    if let encryption {
      let (first, found) = try window.load(encryption.payloadOffset, 8)
      if found < 8 { return nil }
      hasSubsamples = window.bytes[first + 3] & 2 != 0
      count = UInt32(truncatingIfNeeded: window.bytes.bigEndian(at: first + 4, size: 4))
      start = encryption.payloadOffset + 8
    } else if let sizes, let offsets, offsets.offsets.count == 1 {
      (hasSubsamples, count) = (nil, sizes.sampleCount)
      start = base &+ offsets.offsets[0].offset
    } else {
      return nil
    }
    self.sizes = sizes
    next = (0, start)
  }

  /// What is encrypted of a sample, numbered from 0; nil if there is no entry for it.
  mutating func bytes(ofSample index: Int) throws(ByteError) -> EncryptedBytes? {
    if index < next.index { next = (0, start) }
    if index < 0 || index >= Int(clamping: count) { return nil }
    while next.index < index { if try read() == nil { return nil } }
    return try read()
  }

  /// Reads the next entry; nil if the file does not have all of it.
  private mutating func read() throws(ByteError) -> EncryptedBytes? {
    let size = sizes.flatMap { statedSize(of: next.index, $0) }
    next.index += 1
    // Clear samples of a sample group have no entry in a track whose encrypted samples have one.
    if size == 0, perSampleIVSize > 0 || hasSubsamples == true { return EncryptedBytes.none }
    guard hasSubsamples ?? size.map({ $0 > perSampleIVSize }) ?? false else {
      next.offset &+= UInt64(size ?? perSampleIVSize)
      return .all
    }
    // A sample group may state another size of the vectors.
    var vector = perSampleIVSize
    var number = try subsampleCount(after: vector)
    for other in [0, 8, 16] {
      guard let size, let count = number, vector + 2 + 6 * count != size else { break }
      (vector, number) = (other, try subsampleCount(after: other))
    }
    guard let number else { return nil }
    if let size, size != vector + 2 + 6 * number {
      next.offset &+= UInt64(size)
      return .all
    }
    let length = vector + 2 + 6 * number
    let (first, found) = try window.load(next.offset, length)
    if found < length { return nil }
    next.offset &+= UInt64(length)
    if number == 0 { return .all }
    var (entry, coder) = (SampleEncryption(), SyntaxCoder(reading: Array(window.bytes[first..<first + length])))
    do { try entry.syntax(&coder, perSampleIVSize: vector, hasSubsamples: true) } catch { return .all }
    return .subsamples(entry.subsamples)
  }

  /// subsample_count of the next entry; nil if the file ends before it.
  private mutating func subsampleCount(after vector: Int) throws(ByteError) -> Int? {
    let (first, found) = try window.load(next.offset &+ UInt64(vector), 2)
    return found < 2 ? nil : Int(window.bytes.bigEndian(at: first, size: 2))
  }

  private func statedSize(of index: Int, _ box: SampleAuxiliaryInformationSizesBox) -> Int? {
    if box.defaultSampleInfoSize > 0 { return Int(box.defaultSampleInfoSize) }
    return index < box.sampleInfoSizes.count ? Int(box.sampleInfoSizes[index]) : nil
  }
}
