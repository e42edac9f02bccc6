import BitstreamKit
import NALKit

/// Finds access units and their pictures in NAL units given in decoding order.
///
/// ITU-T H.265 (08/2021) 7.4.2.4.4 and 7.4.2.4.5. An access unit starts with the first base layer unit after the slices of the previous
/// one whose type can only precede slices (AUD_NUT, VPS, SPS, PPS, PREFIX_SEI_NUT, RSV_NVCL41…44, UNSPEC48…55), otherwise with the
/// first slice segment of a picture. Slices of higher layers belong to the current access unit. Slice segments with a different
/// nal_unit_type, TemporalId or slice_pic_order_cnt_lsb also start a picture, whose first segment is lost.
public struct PictureParser: Sendable {
  /// The number of leading bytes of a slice unit that always contain its header up to slice_qp_delta.
  public static let prefixLength = 512
  /// Longer prefix SEI units are ignored; the relevant messages are short.
  public static let longestMessages = 4096
  /// The maximum number of stored findings.
  public static let maxFindings = 64

  /// The parameter sets so far.
  public private(set) var sets = ParameterSets()
  /// What could not be read and what contradicts the specification, `maxFindings` at most; the caller may take them out. Their place
  /// in the file is that of the element or, where they name no bit, of the unit.
  public var findings: [SyntaxError] = []
  /// The short-term reference picture set of the picture started last; nil if it could not be parsed or refers to long-term pictures too.
  public private(set) var references: RefPicSet?
  /// The number of pictures started.
  public private(set) var pictureCount: UInt64 = 0

  // The current access unit.
  private var current = Picture()
  private var isOpen = false
  private var currentLsb: UInt16?
  /// slice_segment_address of its last slice segment.
  private var lastAddress: UInt32 = 0
  /// The offset after its last unit.
  private var accessUnitEnd: UInt64 = 0
  /// The offset of the first unit after its slices that may start the next access unit.
  private var nextStart: UInt64?

  // State carried from picture to picture.
  private var order = PictureOrderCount()
  /// True at the beginning and after an end of sequence: a CRA picture at this point has NoRaslOutputFlag.
  private var sequenceEnded = true
  /// NoRaslOutputFlag of the last IRAP picture.
  private var skipsRASL = false
  /// Properties of the sequence parameter set used by the last picture.
  private var facts: Facts?
  private var held = HeldContext()
  private var last = LastSlice()

  /// The concatenated prefix SEI units since the last slice.
  private var messages: [UInt8] = []
  private var messageEnds: [Int] = []
  private var rbsp: [UInt8] = []

  /// The sequence parameter set properties needed for each picture.
  private struct Facts: Sendable {
    var picParameterSetId: UInt8
    var seqParameterSetId: UInt8
    var limits: OutputLimits
    var isFieldSequence: Bool
    var frameRate: ExactRatio?
  }

  /// Creates the state before the first unit.
  public init() {}

  /// Processes the next NAL unit.
  /// - Parameters:
  ///   - bytes: the range of the unit.
  ///   - range: the unit with its header; of slices the first `prefixLength` bytes are enough.
  ///   - unitOffset: the file's byte at which its header begins.
  ///   - offset: the file's byte at which its start code, or length, begins.
  ///   - end: the file's byte after it and its trailing zeros.
  /// - Returns: the picture that this unit shows to be complete.
  public mutating func take(_ bytes: [UInt8], _ range: Range<Int>, unitOffset: UInt64, offset: UInt64, end: UInt64) -> Picture? {
    let range = range.clamped(to: 0..<bytes.count)
    self.unitOffset = unitOffset
    unitHasFinding = false
    last.forget()
    guard range.count >= 2 else {
      note(SyntaxError(.truncated(needed: 16, left: range.count * 8), element: "nal_unit_header"), bytes, range)
      pass(end)
      return nil
    }
    let header = NALUnitHeader(firstBytes: bytes[range.lowerBound], bytes[range.lowerBound + 1])
    switch header.nalUnitType {
    case 0...9, 16...21:
      if header.nuhLayerId == 0 {
        let finished = takeSlice(bytes, range, header, offset, end)
        last.keep(bytes, range, length: end &- unitOffset, hasEntryPoints: held.context.maxEntryPoints != nil)
        return finished
      }
      nextStart = nil
      accessUnitEnd = end
    case 32...35, 39, 41...44, 48...55:
      if header.nuhLayerId == 0 || !isOpen { nextStart = nextStart ?? offset }
      pass(end)
      takeOther(bytes, range, header)
    default:
      if !isOpen { nextStart = nextStart ?? offset }
      pass(end)
      if header.nuhLayerId == 0, header.nalUnitType == 36 || header.nalUnitType == 37 { sequenceEnded = true }
    }
    return nil
  }

  /// Reads the header of the slice segment that was just taken to its end. Entry points may lead beyond the segment: encoders that split
  /// pictures into slices write them, and decoders that decode one substream after another do without.
  /// - Parameter isUnit: whether `range` is the whole unit.
  /// - Returns: what is wrong with it, unless the parser has found something in this unit already.
  package mutating func slice(_ bytes: [UInt8], _ range: Range<Int>, isUnit: Bool, with reader: inout SliceSegmentReader) -> [SyntaxError] {
    let range = range.clamped(to: 0..<bytes.count)
    let faults = reader.read(bytes, range, isUnit: isUnit, sets)
    if faults.isEmpty || unitHasFinding { return [] }
    unitHasFinding = true
    return faults.map { $0.located(in: bytes, range, at: unitOffset) }
  }

  /// Takes a parameter set of a configuration record, which is outside of the stream and begins no access unit.
  /// - Parameter unitOffset: the file's byte at which its header begins.
  public mutating func takeConfiguration(_ bytes: [UInt8], _ range: Range<Int>, unitOffset: UInt64) {
    self.unitOffset = unitOffset
    let range = range.clamped(to: 0..<bytes.count)
    guard range.count >= 2 else { return }
    let header = NALUnitHeader(firstBytes: bytes[range.lowerBound], bytes[range.lowerBound + 1])
    if (32...34).contains(header.nalUnitType) { takeOther(bytes, range, header) }
  }

  /// The end of the stream: the last picture. What is missing at the end becomes a finding.
  public mutating func finish() -> Picture? {
    // A picture's first slice is read when it begins.
    if !unitHasFinding, let error = last.finding(sets, at: unitOffset) { noteEnd(error) }
    last.forget()
    if isOpen, let nextStart { noteEnd(Self.noPicture(at: nextStart)) }
    guard isOpen else { return nil }
    // Units that started no other access unit belong to the last one.
    if nextStart != nil { accessUnitEnd = max(accessUnitEnd, lastEnd) }
    isOpen = false
    nextStart = nil
    return closed()
  }

  /// Keeps what is missing at the end of the stream.
  private mutating func noteEnd(_ error: SyntaxError) {
    if findings.count < Self.maxFindings { findings.append(error) }
  }

  private static func noPicture(at offset: UInt64) -> SyntaxError {
    SyntaxError(.malformed("the stream ends in an access unit without a picture"), element: "access_unit", byteOffset: offset)
  }

  private var lastEnd: UInt64 = 0
  /// Where the unit under way begins in the file.
  private var unitOffset: UInt64 = 0
  /// Whether it has a finding of its own.
  private var unitHasFinding = false
  /// Whether no slice segment of the sample under way came, where units are encrypted.
  var isNewSample = true

  /// Handles a unit other than a base layer slice: part of the access unit, unless the next one has started.
  private mutating func pass(_ end: UInt64) {
    lastEnd = end
    if nextStart == nil { accessUnitEnd = end }
  }

  /// Handles a unit that is encrypted, and no slice segment of the base layer.
  mutating func skip(_ header: NALUnitHeader, _ offset: UInt64, _ end: UInt64) {
    if !isOpen || header.nalUnitType == 39 { nextStart = nextStart ?? offset }
    pass(end)
  }

  /// Keeps nothing of the last slice segment, the end of which is encrypted.
  mutating func forgetLastSlice() { last.forget() }

  private func closed() -> Picture {
    var picture = current
    picture.size = accessUnitEnd > picture.offset ? accessUnitEnd - picture.offset : 0
    return picture
  }

  /// Keeps an error of the unit under way, whose first bit was the reader's bit `bitsBefore`.
  private mutating func note(_ error: SyntaxError, _ bytes: [UInt8], _ range: Range<Int>, bitsBefore: Int = 0) {
    unitHasFinding = true
    guard findings.count < Self.maxFindings else { return }
    let own = SyntaxError(error.reason, element: error.element, bitOffset: error.bitOffset.map { $0 - bitsBefore }, path: error.path)
    findings.append(own.located(in: bytes, range, at: unitOffset))
  }
}

// MARK: - Parameter sets and messages

extension PictureParser {
  private mutating func takeOther(_ bytes: [UInt8], _ range: Range<Int>, _ header: NALUnitHeader) {
    switch header.nalUnitType {
    case 32, 33, 34:
      var found: [SyntaxError] = []
      do {
        let unit = try NALUnit(parsing: Array(bytes[range]), sets: sets, policy: .lenient, findings: &found)
        sets.update(with: unit)
        facts = nil
        held.forget()
      } catch {
        found.append(error)
      }
      for finding in found { note(finding, bytes, range) }
    case 39:
      guard header.nuhLayerId == 0, range.count <= Self.longestMessages, messages.count <= 4 * Self.longestMessages else { return }
      messages.append(contentsOf: bytes[range])
      messageEnds.append(messages.count)
    default: break
    }
  }

  /// Applies the messages preceding a picture. They are parsed only now, because the slices determine the active parameter set.
  private mutating func applyMessages(_ offset: UInt64) {
    var start = 0
    for end in messageEnds {
      let bytes = Array(messages[start..<end])
      start = end
      guard let unit = try? NALUnit(parsing: bytes, sets: sets, policy: .lenient), case .sei(let sei) = unit.payload else { continue }
      for message in sei.messages {
        switch message.payload {
        case .picTiming(let timing):
          guard let info = timing.frameFieldInfo else { continue }
          if facts?.isFieldSequence == true {
            current.field = FieldKind(picStruct: info.picStruct)
          } else {
            current.fieldPeriods = Self.fieldPeriods(ofFrame: info.picStruct)
          }
        case .recoveryPoint(let point):
          if !current.isKeyframe { current.randomAccess = .recoveryPoint(pictureOrderCounts: Int(point.recoveryPocCnt)) }
        default: break
        }
      }
    }
    forgetMessages()
  }

  /// How long a frame is displayed by pic_struct, where one of two fields lasts as long as one that is shown once.
  private static func fieldPeriods(ofFrame picStruct: UInt8) -> UInt8 {
    switch picStruct {
    case 5, 6: 3
    case 7: 4
    case 8: 6
    default: 2
    }
  }

  private mutating func forgetMessages() {
    if messageEnds.isEmpty { return }
    messages.removeAll(keepingCapacity: true)
    messageEnds.removeAll(keepingCapacity: true)
  }

  private mutating func findFacts(_ picParameterSetId: UInt8) {
    if let facts, facts.picParameterSetId == picParameterSetId { return }
    guard let pps = sets.picParameterSet(picParameterSetId), let sps = sets.seqParameterSet(pps.ppsSeqParameterSetId) else {
      facts = nil
      return
    }
    facts = Facts(
      picParameterSetId: picParameterSetId, seqParameterSetId: pps.ppsSeqParameterSetId, limits: OutputLimits(sps),
      isFieldSequence: sps.vuiParameters?.fieldSeqFlag ?? false, frameRate: sps.frameRate)
    sets.activate(pps.ppsSeqParameterSetId)
  }
}

// MARK: - Slices

extension PictureParser {
  private mutating func takeSlice(
    _ bytes: [UInt8], _ range: Range<Int>, _ header: NALUnitHeader, _ offset: UInt64, _ end: UInt64
  ) -> Picture? {
    lastEnd = end
    // first_slice_segment_in_pic_flag is the first bit after the header, where no emulation prevention byte can occur.
    let isFirst = range.count > 2 && bytes[range.lowerBound + 2] >> 7 != 0
    let temporalId = header.nuhTemporalIdPlus1 == 0 ? 0 : header.nuhTemporalIdPlus1 - 1
    if isOpen, !isFirst, header.nalUnitType == current.nalUnitType.rawValue, temporalId == current.temporalId {
      var glance = SliceGlance()
      do { try glance.read(bytes, range, header, &held, sets, &rbsp) } catch { note(error, bytes, range, bitsBefore: glance.bitsBefore) }
      if glance.lsb == nil || currentLsb == nil || glance.lsb == currentLsb {
        checkOrder(glance, bytes, range)
        add(glance, bytes, range)
        nextStart = nil
        accessUnitEnd = end
        forgetMessages()
        return nil
      }
    }
    let finished = isOpen ? closed() : nil
    begin(bytes, range, header, offset)
    accessUnitEnd = end
    return finished
  }

  /// Records a finding where a slice segment does not come after the one before (7.4.7.1, slice_segment_address). With tiles, addresses
  /// increase in tile scan order, and only a repeated one is found.
  private mutating func checkOrder(_ glance: SliceGlance, _ bytes: [UInt8], _ range: Range<Int>) {
    guard let address = glance.address, !held.context.separateColourPlane else { return }
    if address == lastAddress || address < lastAddress && !held.context.hasTiles {
      let how = address == lastAddress ? "repeated" : "in the wrong order"
      let why = "a slice segment is \(how): its address is \(address), that of the one before \(lastAddress)"
      note(SyntaxError(.malformed(why), element: "slice_segment_address"), bytes, range)
    }
    lastAddress = address
  }

  private mutating func add(_ glance: SliceGlance, _ bytes: [UInt8], _ range: Range<Int>) {
    current.segmentCount &+= 1
    if glance.isDependent { return }
    current.sliceCount &+= 1
    if current.isKeyframe, let type = glance.sliceType, type != 2, !held.context.currPicRefEnabled {
      note(SliceSegmentHeader.interSliceInIRAP(type), bytes, range)
    }
    switch glance.sliceType {
    case 0: current.type = .b
    case 1: if current.type != .b { current.type = .p }
    case 2: if current.type == .unknown { current.type = .i }
    default: break
    }
  }

  /// Starts a picture at its first available slice segment.
  private mutating func begin(_ bytes: [UInt8], _ range: Range<Int>, _ header: NALUnitHeader, _ offset: UInt64) {
    var glance = SliceGlance()
    do { try glance.readWhole(bytes, range, header, &held, sets, &rbsp) } catch { note(error, bytes, range, bitsBefore: glance.bitsBefore) }
    if !glance.isFirst {
      let why = "the first slice segment of the picture is missing"
      note(SyntaxError(.malformed(why), element: "first_slice_segment_in_pic_flag", bitOffset: 16), bytes, range)
    }
    begin(header, glance, offset)
    add(glance, bytes, range)
    if current.type == .unknown, current.isKeyframe { current.type = .i }
    findFacts(glance.picParameterSetId)
    if let facts {
      current.outputLimits = facts.limits
      current.frameRate = facts.frameRate
      if facts.isFieldSequence { current.fieldPeriods = 1 }
    }
    applyMessages(offset)
  }

  /// Handles a slice segment whose header is encrypted.
  mutating func unreadable(_ header: NALUnitHeader, _ offset: UInt64, _ end: UInt64) -> Picture? {
    last.forget()
    lastEnd = end
    defer { accessUnitEnd = end }
    if !isNewSample, isOpen {
      (current.segmentCount, current.sliceCount) = (current.segmentCount &+ 1, current.sliceCount &+ 1)
      nextStart = nil
      return nil
    }
    let finished = isOpen ? closed() : nil
    begin(header, SliceGlance(), offset)
    (current.segmentCount, current.sliceCount) = (1, 1)
    if current.isKeyframe { current.type = .i }
    forgetMessages()
    return finished
  }

  /// Starts a picture with what its first slice segment says.
  private mutating func begin(_ header: NALUnitHeader, _ glance: SliceGlance, _ offset: UInt64) {
    let type = header.nalUnitType
    lastAddress = glance.address ?? 0
    current = Picture()
    current.index = pictureCount
    pictureCount &+= 1
    current.offset = nextStart ?? offset
    nextStart = nil
    isOpen = true
    current.nalUnitType = header.type
    current.temporalId = header.nuhTemporalIdPlus1 == 0 ? 0 : header.nuhTemporalIdPlus1 - 1
    current.isReference = type >= 16 || type & 1 == 1
    current.isKeyframe = type >= 16
    current.leading = type >= 8 && type < 10 ? .rasl : type >= 6 && type < 8 ? .radl : nil
    beginSequence(type, glance)
    current.isUnresolved = glance.isUnresolved
    references = glance.references
    current.qp = glance.qp
    current.isSkippedLeading = current.leading == .rasl && skipsRASL
    current.isOutput = glance.picOutputFlag != false && !current.isSkippedLeading && !current.isUnresolved
    currentLsb = glance.lsb
    let isIDR = type == 19 || type == 20
    if isIDR || glance.lsb != nil {
      let isAnchor = current.temporalId == 0 && current.leading == nil && current.isReference
      current.pictureOrderCount = order.next(
        lsb: Int(glance.lsb ?? 0), lsbBits: glance.lsbBits, startsOrder: current.startsOrder, isAnchor: isAnchor)
    }
  }

  /// Derives NoRaslOutputFlag (8.1.3) and dependent state.
  private mutating func beginSequence(_ type: UInt8, _ glance: SliceGlance) {
    switch type {
    case 16, 17, 18: current.randomAccess = .bla
    case 19, 20: current.randomAccess = .idr
    case 21: current.randomAccess = .cra
    default: break
    }
    current.startsOrder = sequenceEnded || (type >= 16 && type <= 20)
    if current.isKeyframe {
      skipsRASL = current.startsOrder
      current.noOutputOfPriorPics = current.startsOrder && pictureCount > 1 && (type == 21 || glance.noOutputOfPriorPics == true)
    }
    sequenceEnded = false
  }
}
