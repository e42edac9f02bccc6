import BitstreamKit
import H264Kit
import HEVCKit
import NALKit
import RemuxKit

/// What the headers of a sample say about its picture, in ffprobe's terms.
struct ProbePicture {
  /// I, P or B; `?` if unknown.
  var type: StaticString = "?"
  var isKey = false
  /// Whether a decoder leaves it out: its references are missing, or it is said not to be shown.
  var isSkipped = false
  var isInterlaced = false
  var isTopFirst = false
  /// By how many field durations the frame is shown longer than a frame.
  var repeats: Int64 = 0
  /// `field_order` of a stream that begins with it; nil if unknown.
  var fieldOrder: StaticString?
  /// Transfer characteristics that an SEI message prefers to those of the parameter sets; nil without one.
  var transfer: StaticString?
  var sideData: [ProbeFrameSideData] = []
  /// The timecodes of the picture, or of its fields.
  var timecodes: [ProbeTimecode] = []
  /// The picture rate of its parameter sets; nil if they have none.
  var statedRate: Double?
  var hasCaptions: Bool {
    sideData.contains {
      if case .captions = $0 { return true }
      return false
    }
  }
}

/// Parses the picture headers in the samples of a track.
final class ProbePictureReader {
  /// Larger samples are not read whole; the headers of the picture come first.
  private static let maxBytes = 1 << 24

  private let framing: MediaFraming
  /// The codec; nil if samples are not parsed.
  let codec: VideoCodec?
  private var h264 = H264Kit.PictureParser()
  private var hevc = HEVCKit.PictureParser()
  private var bytes: [UInt8] = []
  /// Whether the frame before was interlaced; ffprobe supposes so at the start.
  private var wasInterlaced = true
  private var messages: ProbeMessages

  init(_ track: MediaTrack) {
    framing = track.framing
    messages = ProbeMessages(isHEVC: track.codec == .hevc)
    codec = track.isProtected ? nil : track.codec == .h264 ? .h264 : track.codec == .hevc ? .hevc : nil
    switch track.configuration {
    case .avc(let record):
      for unit in record.sequenceParameterSets + record.pictureParameterSets {
        _ = h264.take(unit, 0..<unit.count, unitOffset: 0, offset: 0, end: UInt64(unit.count))
      }
    case .hevc(let record):
      for units in record.arrays {
        for unit in units.nalUnits {
          _ = hevc.take(unit, 0..<unit.count, unitOffset: 0, offset: 0, end: UInt64(unit.count))
          // Messages in the configuration hold for the first picture.
          if units.nalUnitType == 39 { messages.take(unit, 0..<unit.count) }
        }
      }
    case .none, .aac, .box: break
    }
  }

  /// The parameter set of the last picture of H.264; nil without one.
  var activeSet: H264Kit.SeqParameterSet? { codec == .h264 ? h264.sets.activeSeqParameterSet : nil }

  /// Reads the headers of a sample.
  func read(_ sample: MediaSample, of input: ProbeInput) throws(MediaError) -> ProbePicture {
    var found = ProbePicture()
    guard let codec else { return found }
    do { try input.read(at: sample.offset, count: Int(min(sample.size, UInt64(Self.maxBytes))), into: &bytes) } catch {
      throw .bytes(error)
    }
    var timings: [Range<Int>] = []
    for range in ranges() {
      let (offset, end) = (sample.offset + UInt64(range.lowerBound), sample.offset + UInt64(range.upperBound))
      switch codec {
      case .h264:
        if let first = bytes[range].first, first & 31 == 6 {
          timings.append(range)
          messages.take(bytes, range)
        }
        if let picture = h264.take(bytes, range, unitOffset: offset, offset: offset, end: end) { note(picture, timings, &found) }
      case .hevc:
        // Of the prefix messages alone.
        if let first = bytes[range].first, first >> 1 & 63 == 39 { messages.take(bytes, range) }
        if let picture = hevc.take(bytes, range, unitOffset: offset, offset: offset, end: end) { note(picture, &found) }
      }
    }
    // A sample holds a whole picture, so the parser is flushed after it.
    if let picture = h264.finish() { note(picture, timings, &found) }
    if let picture = hevc.finish() { note(picture, &found) }
    h264.findings.removeAll()
    hevc.findings.removeAll()
    defer { messages.endPicture() }
    found.transfer = messages.preferredTransfer.flatMap { ProbeColour.transfer(Int($0)) }
    return found
  }

  private func note(_ picture: H264Kit.Picture, _ timings: [Range<Int>], _ found: inout ProbePicture) {
    found.isKey = found.isKey || picture.isKeyframe
    if picture.isUnresolved { return }
    found.sideData = messages.sideData(startsSequence: false)
    found.type = picture.type.name
    let isFrame = picture.field == .frame
    found.isInterlaced = !isFrame || h264.sets.activeSeqParameterSet?.mbAdaptiveFrameFieldFlag == true
    let timing = timing(timings)
    let structure = timing?.structure
    if let structure { apply(structure, isFrame, &found) }
    found.timecodes = structure?.clockTimestamps.compactMap { $0.map { ProbeTimecode($0) } } ?? []
    found.statedRate = h264.sets.activeSeqParameterSet?.frameRate?.value
    wasInterlaced = found.isInterlaced
    if picture.fieldOrderStep != 0 || picture.field == .top || picture.field == .bottom {
      found.isTopFirst = picture.fieldOrderStep > 0 || picture.field == .top
    } else if let structure {
      found.isTopFirst = structure.picStruct == 3 || structure.picStruct == 5
    } else {
      found.isTopFirst = found.isInterlaced
    }
    found.fieldOrder = fieldOrder(picture, structure?.picStruct)
  }

  /// Applies pic_struct and ct_type (ITU-T H.264 (08/2021), D.2.3) as ffprobe does.
  private func apply(_ structure: H264Kit.PicTiming.Structure, _ isFrame: Bool, _ found: inout ProbePicture) {
    switch structure.picStruct {
    case 1, 2: found.isInterlaced = true
    case 3, 4: if !found.isInterlaced { found.isInterlaced = wasInterlaced }
    case 5, 6: (found.isInterlaced, found.repeats) = (false, 1)
    case 7: (found.isInterlaced, found.repeats) = (false, 2)
    case 8: (found.isInterlaced, found.repeats) = (false, 4)
    default: found.isInterlaced = false
    }
    let types = structure.clockTimestamps.compactMap { $0?.ctType }
    if structure.picStruct <= 4, types.contains(where: { $0 < 2 }) { found.isInterlaced = types.contains(1) }
  }

  /// The order of the fields of the first picture: pic_struct where there is one, else the order counts.
  private func fieldOrder(_ picture: H264Kit.Picture, _ picStruct: UInt8?) -> StaticString? {
    switch picture.field {
    case .topBottomPair: return framing == .annexB ? "tt" : nil
    case .bottomTopPair: return framing == .annexB ? "bb" : nil
    case .top, .bottom: return nil
    case .frame: break
    }
    switch picStruct {
    case 3, 5: return "tt"
    case 4, 6: return "bb"
    case .some: return "progressive"
    case nil: return picture.fieldOrderStep == 0 ? "progressive" : picture.fieldOrderStep > 0 ? "tt" : "bb"
    }
  }

  /// The first picture timing message; nil without one.
  private func timing(_ messages: [Range<Int>]) -> H264Kit.PicTiming? {
    if h264.sets.activeSeqParameterSet?.vuiParameters?.picStructPresentFlag != true { return nil }
    for range in messages {
      guard let unit = try? H264NALUnit(parsing: Array(bytes[range]), sets: h264.sets, policy: .lenient),
        case .sei(let information) = unit.payload
      else { continue }
      for message in information.messages { if case .picTiming(let timing) = message.payload { return timing } }
    }
    return nil
  }

  private func note(_ picture: HEVCKit.Picture, _ found: inout ProbePicture) {
    found.type = picture.type.name
    found.isKey = found.isKey || picture.isKeyframe
    found.isSkipped = !picture.isOutput && !picture.isUnresolved
    found.isInterlaced = picture.field != .frame
    found.isTopFirst = picture.field == .top
    found.sideData = messages.sideData(startsSequence: picture.startsOrder)
    found.timecodes = messages.timecodes
    found.statedRate = hevc.sets.activeSeqParameterSet?.frameRate?.value
  }

  /// Byte ranges of the NAL units in the current sample.
  private func ranges() -> [Range<Int>] {
    var found: [Range<Int>] = []
    switch framing {
    case .opaque: break
    case .lengthPrefixed(let size):
      var at = 0
      while at + size.rawValue <= bytes.count {
        let length = Int(clamping: bytes.bigEndian(at: at, size: size.rawValue))
        at += size.rawValue
        let end = at + min(length, bytes.count - at)
        found.append(at..<end)
        at = end
      }
    case .annexB:
      var parser = AnnexBParser()
      var cursor = 0
      while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) { found.append(range(unit)) }
      if let unit = parser.finish() { found.append(range(unit)) }
    }
    return found
  }

  private func range(_ unit: AnnexBUnit) -> Range<Int> {
    let start = Int(clamping: unit.offset)
    return start..<min(bytes.count, start + Int(clamping: unit.length))
  }
}
