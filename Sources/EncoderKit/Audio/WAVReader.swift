import BitstreamKit

/// An incremental WAVE reader for chunks of any size. Reads RIFF, and RF64 and BW64 of EBU Tech 3306, whose sizes are in `ds64`.
///
///     while let range = try reader.next(in: chunk, from: &cursor, to: chunk.count) { ... }  // samples
///     // at the end of the stream
///     try reader.finish()
public struct WAVReader: Sendable {
  /// The maximum number of bytes buffered of a chunk that is parsed.
  private static let maxHeld = 4096

  private enum State: Sendable {
    case riff, chunkHeader
    case chunk(FourCC)
    case skip, data, trailer
  }

  /// The sample format; nil until read.
  public private(set) var format: PCMFormat?
  /// The number of audio frames from the file's header; nil if absent or not read yet.
  public private(set) var frameCount: UInt64?
  /// The number of sample bytes read so far.
  public private(set) var sampleBytes: UInt64 = 0
  /// The stream offset of the next byte to read.
  public private(set) var position: UInt64 = 0
  private var state = State.riff
  private var held: [UInt8] = []
  private var left: UInt64 = 0
  private var isLarge = false
  private var largeDataSize: UInt64?
  /// Whether the data size is unknown, so that the samples end at the end of the stream.
  private var isEndless = false

  /// Creates a reader at the start of a file.
  public init() {}

  /// Returns the range of the next samples in `chunk[cursor..<end]`; nil when all of it is consumed.
  /// - Throws: if it is not a WAVE file, or the sample format is not supported.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int) throws(SyntaxError) -> Range<Int>? {
    while cursor < end {
      switch state {
      case .riff: if hold(12, chunk, &cursor, end) { try readRIFF() }
      case .chunkHeader: if hold(8, chunk, &cursor, end) { try readChunkHeader() }
      case .chunk(let name):
        if hold(Int(clamping: min(left, UInt64(Self.maxHeld))), chunk, &cursor, end) {
          try readChunk(name)
          left -= UInt64(held.count)
          held.removeAll(keepingCapacity: true)
          state = left > 0 ? .skip : .chunkHeader
        }
      case .skip:
        pass(min(left, UInt64(end - cursor)), &cursor)
        if left == 0 { state = .chunkHeader }
      case .data:
        let from = cursor
        pass(isEndless ? UInt64(end - cursor) : min(left, UInt64(end - cursor)), &cursor)
        if !isEndless, left == 0 { state = .trailer }
        sampleBytes += UInt64(cursor - from)
        if cursor > from { return from..<cursor }
      case .trailer: pass(UInt64(end - cursor), &cursor)
      }
    }
    return nil
  }

  /// Throws if the stream is truncated.
  public func finish() throws(SyntaxError) {
    switch state {
    case .trailer: return
    case .data:
      if isEndless { return }
      let (whole, overflow) = sampleBytes.addingReportingOverflow(left)
      throw error("data", .truncated(needed: Self.bits(overflow ? .max : whole), left: Self.bits(sampleBytes)))
    default: throw error("", .malformed(position == 0 ? "it is empty" : "it ends before the samples"))
    }
  }

  private static func bits(_ bytes: UInt64) -> Int { Int(clamping: bytes.multipliedReportingOverflow(by: 8).overflow ? .max : bytes * 8) }

  private mutating func hold(_ count: Int, _ chunk: [UInt8], _ cursor: inout Int, _ end: Int) -> Bool {
    let taken = min(count - held.count, end - cursor)
    if taken > 0 {
      held.append(contentsOf: chunk[cursor..<cursor + taken])
      cursor += taken
      position += UInt64(taken)
    }
    return held.count >= count
  }

  private mutating func pass(_ count: UInt64, _ cursor: inout Int) {
    cursor += Int(clamping: count)
    position += count
    if !isEndless, case .data = state { left -= count } else if case .skip = state { left -= count }
  }

  private func error(_ element: String, _ reason: SyntaxError.Reason) -> SyntaxError {
    SyntaxError(reason, element: element, byteOffset: position, path: ["WAVE"])
  }

  // MARK: - Chunks

  private func name(at place: Int) -> FourCC { FourCC(rawValue: number(at: place, 4).byteSwapped) }

  private func number(at place: Int, _ bytes: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<bytes where place + index < held.count { value |= UInt32(held[place + index]) << UInt32(8 * index) }
    return value
  }

  private mutating func readRIFF() throws(SyntaxError) {
    let form = name(at: 0)
    isLarge = form == "RF64" || form == "BW64"
    guard isLarge || form == "RIFF", name(at: 8) == "WAVE" else { throw error("RIFF", .malformed("not a WAVE file")) }
    held.removeAll(keepingCapacity: true)
    state = .chunkHeader
  }

  private mutating func readChunkHeader() throws(SyntaxError) {
    let (name, size) = (name(at: 0), number(at: 4, 4))
    held.removeAll(keepingCapacity: true)
    // A chunk of odd size is followed by a padding byte.
    left = UInt64(size) + UInt64(size & 1)
    switch name {
    case "fmt ", "ds64":
      if name == "fmt ", size < 16 { throw error("fmt ", .malformed("\(size) bytes, the minimum is 16")) }
      if name == "ds64", size < 24 { throw error("ds64", .malformed("\(size) bytes, the minimum is 24")) }
      state = .chunk(name)
    case "data": try beginData(size)
    default: state = left > 0 ? .skip : .chunkHeader
    }
  }

  private mutating func beginData(_ size: UInt32) throws(SyntaxError) {
    guard let format else { throw error("data", .malformed("no 'fmt ' chunk before it")) }
    left = UInt64(size)
    if isLarge, size == .max, let large = largeDataSize { left = large } else if size == .max || size == 0 && !isLarge { isEndless = true }
    if !isEndless { frameCount = left / UInt64(format.bytesPerFrame) }
    state = left == 0 && !isEndless ? .trailer : .data
  }

  private mutating func readChunk(_ chunk: FourCC) throws(SyntaxError) {
    if chunk == "ds64" {
      largeDataSize = UInt64(number(at: 8, 4)) | UInt64(number(at: 12, 4)) << 32
      return
    }
    var tag = number(at: 0, 2)
    let (channels, rate, bits) = (Int(number(at: 2, 2)), number(at: 4, 4), Int(number(at: 14, 2)))
    var mask: UInt32 = 0
    if tag == 0xFFFE {
      guard held.count >= 40, Array(held[26..<40]) == PCMFormat.extensibleSuffix else {
        throw error("SubFormat", .unsupported("a GUID that is not a format tag"))
      }
      (tag, mask) = (number(at: 24, 2), number(at: 20, 4))
    }
    let kinds: [UInt32: (PCMFormat.Sample, [Int])] = [
      1: (.integer, [8, 16, 24, 32]), 3: (.float, [32, 64]), 6: (.aLaw, [8]), 7: (.muLaw, [8]),
    ]
    guard let kind = kinds[tag] else { throw error("wFormatTag", .unsupported("format \(tag) is not supported, only PCM")) }
    guard kind.1.contains(bits) else { throw error("wBitsPerSample", .unsupported("\(bits) bits in a sample of format \(tag)")) }
    guard channels > 0, channels <= 255 else { throw error("nChannels", .malformed("\(channels) channels")) }
    guard rate > 0, rate <= 1_000_000 else { throw error("nSamplesPerSec", .malformed("\(rate) samples a second")) }
    let found = PCMFormat(sampleRate: rate, channelCount: channels, sample: kind.0, bitsPerSample: bits, channelMask: mask)
    guard Int(number(at: 12, 2)) == found.bytesPerFrame else {
      throw error("nBlockAlign", .malformed("\(number(at: 12, 2)) bytes for \(channels) samples of \(bits) bits"))
    }
    format = found
  }
}
