import BitstreamKit

/// What happens to the NAL units of a sample on its way from one container to another. The units themselves are never touched.
struct SampleTransform {
  /// How the target wants the units.
  enum Target {
    case lengths
    case startCodes
  }

  /// A sample is held whole while it changes its form.
  static var largest: UInt64 { 16 << 20 }

  let codec: VideoCodec
  private(set) var source: MediaFraming
  /// The description that holds, counted from 1.
  private(set) var description: UInt32 = 1
  let target: Target
  /// Parameter sets that the target holds elsewhere: they are left out of samples. Where the units stood behind lengths, those that come
  /// before each key picture and where another description begins to hold.
  private var known: [[UInt8]]
  /// Descriptions with samples in which a parameter set stays that their configuration does not hold.
  private(set) var looseDescriptions: Set<UInt32> = []
  private var keepsSets = false
  /// Whether the sets of the description have to come with the next sample, key picture or not: the first sample, and the first that
  /// goes by another description.
  private var isTurn = true
  private var input: [UInt8] = []
  private(set) var output: [UInt8] = []

  private let repeatsSets: Bool
  /// How lengths are written.
  private let lengthSize: Int

  /// nil where samples go as they are.
  /// - Parameter repeatsSets: whether the sets of a description stand before each key picture although the target is one of lengths.
  init?(_ track: MediaTrack, to target: Target, repeatsSets: Bool = false) {
    switch track.codec {
    case .h264: codec = .h264
    case .hevc: codec = .hevc
    default: return nil
    }
    switch (track.framing, target) {
    case (.annexB, .lengths), (.lengthPrefixed, .startCodes): lengthSize = 4
    case (.lengthPrefixed(let size), .lengths) where repeatsSets: lengthSize = size.rawValue
    default: return nil
    }
    source = track.framing
    self.target = target
    self.repeatsSets = repeatsSets
    known = track.configuration.parameterSetUnits
  }

  /// The first sample comes once more, and is to become what it became before.
  mutating func restart() { (keepsSets, isTurn) = (false, true) }

  /// Goes by the description of a sample that came from a queue: its parameter sets, and how its units stand.
  mutating func follow(_ sample: MediaSample, _ samples: SampleQueue) {
    if sample.descriptionIndex == description { return }
    description = sample.descriptionIndex
    guard let found = samples.description(of: sample) else { return }
    known = found.configuration.parameterSetUnits
    (keepsSets, isTurn) = (false, true)
    if found.framing != .opaque { source = found.framing }
  }

  /// Brings a sample into the form of the target: `output`.
  mutating func convert(_ sample: MediaSample, _ bytes: inout AnyByteSource) throws(MediaError) {
    if sample.size > Self.largest {
      let most = Self.largest >> 20
      throw .unsupported("a sample of \(sample.size) bytes at \(sample.offset), which is to change its form: more than \(most) MiB")
    }
    do { try bytes.read(at: sample.offset, count: Int(sample.size), into: &input) } catch { throw .bytes(error) }
    if UInt64(input.count) < sample.size { throw .malformed("the file ends inside of the sample at \(sample.offset)") }
    output.removeAll(keepingCapacity: true)
    // Lengths can take more than start codes: enough for units of one byte.
    output.reserveCapacity(input.count + input.count / 4 + 64)
    switch source {
    case .annexB:
      if repeatsSets, sample.isKey || isTurn { for unit in known { putWithLength(unit[...]) } }
      fromStartCodes()
    case .lengthPrefixed(let size): try fromLengths(size.rawValue, isStart: sample.isKey || isTurn, sample.offset)
    case .opaque: break
    }
    isTurn = false
  }

  private mutating func fromStartCodes() {
    let (start, kept) = (output.count, keepsSets)
    takeUnits()
    if kept == keepsSets { return }
    // A set that comes with another stays with it, although the configuration holds it.
    output.removeLast(output.count - start)
    takeUnits()
  }

  private mutating func takeUnits() {
    var parser = AnnexBParser()
    var cursor = 0
    while let unit = parser.next(in: input, from: &cursor, to: input.count) { takeFromStream(unit) }
    if let last = parser.finish() { takeFromStream(last) }
  }

  private mutating func takeFromStream(_ unit: AnnexBUnit) {
    let range = Int(unit.offset)..<Int(unit.offset + unit.length)
    if range.isEmpty || isLeftOut(range) { return }
    putWithLength(input[range])
  }

  private mutating func putWithLength(_ unit: ArraySlice<UInt8>) {
    output.append(bigEndian: UInt32(truncatingIfNeeded: unit.count))
    output.append(contentsOf: unit)
  }

  /// Parameter sets that the configuration holds, delimiters, ends and filler: a sample has no need of them (ISO/IEC 14496-15, 5.3.3).
  private mutating func isLeftOut(_ range: Range<Int>) -> Bool {
    let first = input[range.lowerBound]
    switch codec {
    case .h264:
      switch first & 31 {
      case 7, 8, 13: return isKnown(range)
      case 9, 12: return true
      default: return false
      }
    case .hevc:
      switch first >> 1 & 63 {
      case 32, 33, 34: return isKnown(range)
      case 35, 38: return true
      default: return false
      }
    }
  }

  private mutating func isKnown(_ range: Range<Int>) -> Bool {
    // Once another set has come, one that the configuration holds may be what brings it back into force.
    if !keepsSets { for unit in known where unit.count == range.count && unit.elementsEqual(input[range]) { return true } }
    keepsSets = true
    looseDescriptions.insert(description)
    return false
  }

  private mutating func fromLengths(_ size: Int, isStart: Bool, _ offset: UInt64) throws(MediaError) {
    var missing = isStart ? try missingSets(size, offset) : []
    var (next, isFirst) = (0, true)
    while let range = try unit(at: &next, size, offset) {
      let first = input[range.lowerBound]
      if !missing.isEmpty, !isDelimiter(first) {
        // After the delimiter. A picture parameter set follows the sequence parameter set that it names, which may be the sample's.
        let isHead = isParameterSet(first)
        for unit in missing where !isHead || !isPictureSet(unit) { try put(unit[...], &isFirst) }
        missing.removeAll { !isHead || !isPictureSet($0) }
      }
      try put(input[range], &isFirst)
    }
    for unit in missing { try put(unit[...], &isFirst) }
  }

  /// The next NAL unit of the sample that is not empty; nil after the last.
  private func unit(at next: inout Int, _ size: Int, _ offset: UInt64) throws(MediaError) -> Range<Int>? {
    while next < input.count {
      guard next + size <= input.count else { throw .malformed("the sample at \(offset) ends inside of a length") }
      var length = 0
      for place in 0..<size { length = length << 8 | Int(input[next + place]) }
      let range = next + size..<next + size + length
      guard range.upperBound <= input.count else {
        throw .malformed("a NAL unit of \(length) bytes at \(offset + UInt64(next)) ends behind its sample")
      }
      next = range.upperBound
      if !range.isEmpty { return range }
    }
    return nil
  }

  /// The sets of the description that the sample does not have itself, by kind and identifier.
  private func missingSets(_ size: Int, _ offset: UInt64) throws(MediaError) -> [[UInt8]] {
    let sets = StreamSets(codec)
    var (next, own) = (0, Set<UInt32>())
    while let range = try unit(at: &next, size, offset) {
      if isParameterSet(input[range.lowerBound]), let key = sets.key(Array(input[range])) { own.insert(key) }
    }
    return known.filter { unit in !unit.isEmpty && sets.key(unit).map { !own.contains($0) } ?? true }
  }

  private mutating func put(_ unit: ArraySlice<UInt8>, _ isFirst: inout Bool) throws(MediaError) {
    if target == .startCodes { return putStartCode(unit, &isFirst) }
    let bits = 8 * lengthSize
    if bits < 32, unit.count >> bits > 0 { throw .unsupported("a NAL unit of \(unit.count) bytes behind a length of \(bits) bits") }
    for byte in 0..<lengthSize { output.append(UInt8(truncatingIfNeeded: unit.count >> (bits - 8 - 8 * byte))) }
    output.append(contentsOf: unit)
  }

  private mutating func putStartCode(_ unit: ArraySlice<UInt8>, _ isFirst: inout Bool) {
    output.append(contentsOf: isFirst || isParameterSet(unit.first ?? 0) ? [0, 0, 0, 1] : [0, 0, 1])
    output.append(contentsOf: unit)
    isFirst = false
  }

  private func isDelimiter(_ first: UInt8) -> Bool { codec == .h264 ? first & 31 == 9 : first >> 1 & 63 == 35 }
  private func isPictureSet(_ unit: [UInt8]) -> Bool { codec == .h264 ? unit[0] & 31 == 8 : unit[0] >> 1 & 63 == 34 }
  private func isParameterSet(_ first: UInt8) -> Bool {
    codec == .h264 ? [7, 8, 13].contains(first & 31) : [32, 33, 34].contains(first >> 1 & 63)
  }
}
