import BitstreamKit
import NALKit

/// Converts the framing of NAL units between containers. The units themselves are unchanged, unless parameter sets are edited.
struct SampleTransform {
  /// The framing of the target.
  enum Target {
    case lengths
    case startCodes
  }

  let codec: VideoCodec
  private(set) var source: MediaFraming
  /// The largest sample to hold in memory, in bytes. A larger one is measured, and then converted again as it is written.
  var maxHeld: UInt64 = 4 << 20
  /// Current sample description, numbered from 1.
  private(set) var description: UInt32 = 1
  let target: Target
  /// Parameter sets of the description. For lengths, they are dropped from samples; for start codes, they are added where the description
  /// changes and, unless the source is a byte stream, before key pictures.
  private(set) var known: [[UInt8]]
  /// SEI units of the description; none for lengths.
  private(set) var messages: RecordMessages
  /// The parameter sets in force in a byte stream: those of the description, and those that samples keep.
  private(set) var current: StreamSets
  /// Descriptions with samples that contain a parameter set missing from the configuration.
  var looseDescriptions: Set<UInt32> { Set(looseSets.keys) }
  /// The distinct sets of each that are missing, as far as they are few.
  private(set) var looseSets: [UInt32: [[UInt8]]] = [:]
  /// The largest number of sets to keep of each.
  private static let maxLooseSets = 64
  var keepsSets = false
  /// Whether the next sample needs the description's parameter sets even if it is not a key picture: the first sample, and the first with
  /// another description.
  private var isNewDescription = true
  private var input: [UInt8] = []
  /// The converted sample, unless it is `large`.
  private(set) var output: [UInt8] = []
  /// The last sample if it is not held in memory.
  private(set) var large: LargeSample?
  /// The size of the converted sample in bytes.
  var byteCount: UInt64 { large.map { $0.byteCount } ?? UInt64(output.count) }

  let repeatsSets: Bool
  /// Parameter sets to remove from samples with lengths; nil to keep all.
  private(set) var removed: [[UInt8]]?
  /// Size of length fields in the output, in bytes.
  let lengthSize: Int
  /// Edits units of samples with lengths; nil to keep them. Its state is that after the last sample.
  private(set) var editor: TrackEditor?
  /// Why a parameter set could not be edited; the first of several.
  private(set) var editFinding: String?
  /// The editor before the last sample, if that is not held in memory.
  private var editorBefore: TrackEditor?
  /// The units put with start codes that are not escaped as they have to be: their number, and the file offset of the first such bytes.
  private(set) var unescaped: (count: UInt64, offset: UInt64) = (0, 0)
  private let edits: [StreamEdit]

  /// Nil if samples need no conversion.
  /// - Parameters:
  ///   - repeatsSets: whether to add the parameter sets before each key picture although the target uses lengths.
  ///   - correction: the sets to remove from samples with lengths, and the edits of those that stay.
  init?(_ track: MediaTrack, to target: Target, repeatsSets: Bool = false, correction: TrackCorrection? = nil) {
    let removed = correction?.removedSets
    edits = correction?.edits ?? []
    switch track.codec {
    case .h264: codec = .h264
    case .hevc: codec = .hevc
    default: return nil
    }
    switch (track.framing, target) {
    case (.annexB, _), (.lengthPrefixed, .startCodes): lengthSize = 4
    case (.lengthPrefixed(let size), .lengths) where repeatsSets || removed != nil || !edits.isEmpty: lengthSize = size.rawValue
    default: return nil
    }
    source = track.framing
    self.target = target
    self.repeatsSets = repeatsSets
    if track.framing != .annexB, target == .lengths, !repeatsSets { self.removed = removed }
    known = track.configuration.parameterSetUnits
    messages = target == .startCodes ? RecordMessages(track.configuration) : RecordMessages()
    current = StreamSets(codec)
    restart()
  }

  /// Resets the state for another pass, which must convert each sample as before.
  mutating func restart() {
    if !edits.isEmpty { editor = TrackEditor(codec, edits) }
    beginDescription()
  }

  /// Begins with the sets of the description, which the editor edits slices by.
  private mutating func beginDescription() {
    (keepsSets, isNewDescription) = (false, true)
    current = StreamSets(codec)
    for unit in known {
      current.take(unit, 0..<unit.count)
      _ = try? editor?.rewrite(unit, at: 0)
    }
  }

  /// The edited unit: nil if it stays as it is, empty if it is left out.
  /// - Throws: `unsupported` if an edit cannot be expressed.
  mutating func edited(_ unit: [UInt8], at offset: UInt64) throws(MediaError) -> [UInt8]? {
    do {
      guard let result = try editor?.rewrite(unit, at: offset) else { return nil }
      if editFinding == nil, let why = result.findings.first { editFinding = why.description }
      return result.bytes
    } catch { throw .unsupported(error.description) }
  }

  /// Switches to the description of a sample: its parameter sets and framing.
  mutating func follow(_ sample: MediaSample, _ samples: SampleQueue) {
    if sample.descriptionIndex == description { return }
    description = sample.descriptionIndex
    guard let found = samples.description(of: sample) else { return }
    known = found.configuration.parameterSetUnits
    if target == .startCodes { messages = RecordMessages(found.configuration) }
    if found.framing != .opaque { source = found.framing }
    beginDescription()
  }

  /// Converts a sample; `put` writes it.
  mutating func convert(_ sample: MediaSample, _ bytes: inout AnyByteSource) throws(MediaError) {
    large = nil
    let isStart = isNewDescription || (sample.isKey && !isCopied)
    let missing = try setsBefore(sample, isStart: isStart, &bytes)
    if sample.size > maxHeld || isCopied {
      output.removeAll()
      editorBefore = editor
      large = try measure(LargeSample(sample: sample, isStart: isStart, isNew: isNewDescription, missing: missing), &bytes)
      isNewDescription = false
      return
    }
    do { try bytes.read(at: sample.offset, count: Int(sample.size), into: &input) } catch { throw .bytes(error) }
    if UInt64(input.count) < sample.size { throw .malformed("the file ends inside the sample at \(sample.offset)") }
    output.removeAll(keepingCapacity: true)
    // Lengths may be longer than start codes; reserve enough for one-byte units.
    output.reserveCapacity(input.count + input.count / 4 + 64)
    switch source {
    case .annexB:
      if repeatsSets, isStart { for unit in known { putWithLength(unit[...]) } }
      fromStartCodes(missing: missing)
    case .lengthPrefixed(let size): try fromLengths(size.rawValue, isStart: isStart, sample.offset)
    case .opaque: break
    }
    isNewDescription = false
  }

  /// Puts the converted sample.
  func put(into pump: inout SamplePump) throws(MediaError) {
    guard let large else {
      do { try pump.put(output) } catch { throw .bytes(error) }
      return
    }
    var (copy, bytes) = (self, pump.source)
    copy.editor = editorBefore
    try copy.walk(large, &bytes) { (piece) throws(ByteError) in
      switch piece {
      case .made(let made): try pump.put(made)
      case .source(let offset, let size): try pump.put(offset, size)
      }
    }
  }

  private mutating func fromStartCodes(missing: [[UInt8]]) {
    let (start, kept) = (output.count, keepsSets)
    takeUnits(missing)
    if kept == keepsSets { return }
    // If the sample contains a set to keep, keep its other sets too, even those in the configuration.
    output.removeLast(output.count - start)
    takeUnits(missing)
  }

  private mutating func takeUnits(_ missing: [[UInt8]]) {
    var missing = missing
    var parser = AnnexBParser()
    var cursor = 0
    while let unit = parser.next(in: input, from: &cursor, to: input.count) { takeFromStream(unit, &missing) }
    if let last = parser.finish() { takeFromStream(last, &missing) }
  }

  private mutating func takeFromStream(_ unit: AnnexBUnit, _ missing: inout [[UInt8]]) {
    let range = Int(unit.offset)..<Int(unit.offset + unit.length)
    if range.isEmpty || isLeftOut(range) { return }
    for set in takeDue(&missing, before: input[range.lowerBound]) { putWithLength(set[...]) }
    putWithLength(input[range])
  }

  /// Removes the missing sets and messages that belong before a unit. A picture parameter set must follow its sequence parameter set, and a
  /// message those of the sample, of which a buffering period is the first.
  func takeDue(_ missing: inout [[UInt8]], before first: UInt8) -> [[UInt8]] {
    if missing.isEmpty || isDelimiter(first) { return [] }
    let (precedesSet, precedesMessage) = (isParameterSet(first), codec.isMessage(first))
    func isDue(_ unit: [UInt8]) -> Bool {
      precedesSet ? isParameterSet(unit[0]) && !isPictureSet(unit) : !precedesMessage || isParameterSet(unit[0])
    }
    defer { missing.removeAll(where: isDue) }
    return missing.filter(isDue)
  }

  /// Takes a parameter set of a byte stream as one in force.
  mutating func takeSet(_ bytes: [UInt8], _ range: Range<Int>? = nil) { current.take(bytes, range ?? 0..<bytes.count) }

  private mutating func putWithLength(_ unit: ArraySlice<UInt8>) {
    output.append(bigEndian: UInt32(truncatingIfNeeded: unit.count))
    output.append(contentsOf: unit)
  }

  private mutating func isLeftOut(_ range: Range<Int>) -> Bool {
    let first = input[range.lowerBound]
    if isFiller(first) { return true }
    if !isParameterSet(first) { return false }
    takeSet(input, range)
    return isKnown(input[range])
  }

  /// Whether a parameter set is one of the configuration, which samples do not repeat.
  mutating func isKnown(_ set: ArraySlice<UInt8>) -> Bool {
    // Once another set has been sent, one from the configuration may be needed to restore it.
    if !keepsSets, known.contains(where: { $0.count == set.count && $0.elementsEqual(set) }) { return true }
    keepsSets = true
    if looseSets[description, default: []].count < Self.maxLooseSets,
      !looseSets[description, default: []].contains(where: set.elementsEqual)
    {
      looseSets[description, default: []].append(Array(set))
    }
    return false
  }

  private mutating func fromLengths(_ size: Int, isStart: Bool, _ offset: UInt64) throws(MediaError) {
    var missing = isStart && removed == nil && editor == nil ? try missingUnits(size, offset) : []
    var (next, isFirst) = (0, true)
    while let range = try unit(at: &next, size, offset) {
      let first = input[range.lowerBound]
      if removed != nil, isParameterSet(first) {
        try checkRemoved(input[range], offset)
        continue
      }
      for unit in takeDue(&missing, before: first) { try put(unit[...], &isFirst) }
      if editor?.wants(first) == true, let new = try edited(Array(input[range]), at: offset + UInt64(range.lowerBound)) {
        if !new.isEmpty { try put(new[...], &isFirst) }
        continue
      }
      if target == .startCodes { checkEscaping(range, offset) }
      try put(input[range], &isFirst)
    }
    for unit in missing { try put(unit[...], &isFirst) }
  }

  /// Counts a unit that readers of a byte stream would end early.
  private mutating func checkEscaping(_ range: Range<Int>, _ offset: UInt64) {
    guard let place = EmulationPrevention.firstForbidden(in: input, range) else { return }
    unescaped = (unescaped.count + 1, unescaped.count == 0 ? offset &+ UInt64(place) : unescaped.offset)
  }

  /// Checks that a parameter set is one of those to remove.
  func checkRemoved(_ set: ArraySlice<UInt8>, _ offset: UInt64) throws(MediaError) {
    if removed?.contains(where: { $0.count == set.count && $0.elementsEqual(set) }) == true { return }
    throw .unsupported("the sample at \(offset) has a parameter set that the sample entry does not hold")
  }

  /// The next non-empty NAL unit of the sample; nil after the last.
  private func unit(at next: inout Int, _ size: Int, _ offset: UInt64) throws(MediaError) -> Range<Int>? {
    while next < input.count {
      guard next + size <= input.count else { throw .malformed("the sample at \(offset) ends inside a length") }
      let length = input.bigEndian(at: next, size: size)
      guard length <= UInt64(input.count - next - size) else {
        throw .malformed("a NAL unit of \(length) bytes at \(offset + UInt64(next)) extends beyond its sample")
      }
      let range = next + size..<next + size + Int(length)
      next = range.upperBound
      if !range.isEmpty { return range }
    }
    return nil
  }

  /// The description's parameter sets and messages that the sample does not contain.
  private func missingUnits(_ size: Int, _ offset: UInt64) throws(MediaError) -> [[UInt8]] {
    var (next, missing) = (0, MissingUnits(codec, messages.due(isNew: isNewDescription)))
    while let range = try unit(at: &next, size, offset) {
      if missing.wants(input[range.lowerBound]) { missing.take(Array(input[range])) }
    }
    return missing.units(of: known)
  }

  private mutating func put(_ unit: ArraySlice<UInt8>, _ isFirst: inout Bool) throws(MediaError) {
    if target == .startCodes { return putStartCode(unit, &isFirst) }
    let bits = 8 * lengthSize
    if bits < 32, unit.count >> bits > 0 { throw .unsupported("a NAL unit of \(unit.count) bytes does not fit a \(bits)-bit length") }
    output.append(bigEndian: UInt64(unit.count), size: lengthSize)
    output.append(contentsOf: unit)
  }

  private mutating func putStartCode(_ unit: ArraySlice<UInt8>, _ isFirst: inout Bool) {
    output.append(contentsOf: isFirst || needsZeroByte(unit.first ?? 0) ? [0, 0, 0, 1] : [0, 0, 1])
    output.append(contentsOf: unit)
    isFirst = false
  }

  /// Whether a unit is a delimiter or filler, which samples do not need (ISO/IEC 14496-15, 5.3.3).
  func isFiller(_ first: UInt8) -> Bool { isDelimiter(first) || codec.isFiller(first) }
  func isDelimiter(_ first: UInt8) -> Bool { codec.isDelimiter(first) }
  func isPictureSet(_ unit: [UInt8]) -> Bool { codec.unitType(unit[0]) == (codec == .h264 ? 8 : 34) }
  /// Whether zero_byte precedes the start code wherever the unit is: parameter sets, and delimiters, which begin an access unit even if the
  /// sample has units before them (H.264 B.1.2, H.265 B.2.2).
  func needsZeroByte(_ first: UInt8) -> Bool { isParameterSet(first) || isDelimiter(first) }
  func isParameterSet(_ first: UInt8) -> Bool { codec.isParameterSet(first) }
}
