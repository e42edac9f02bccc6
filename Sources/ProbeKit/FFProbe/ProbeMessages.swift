import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// An entry of the side data list of a frame.
enum ProbeFrameSideData {
  case stereo
  case orientation(ProbeDisplayMatrix)
  case activeFormat(UInt8)
  case captions
  case unregistered
  case mastering(NALKit.MasteringDisplayColourVolume)
  case light(NALKit.ContentLightLevelInfo)
  case matrixEncoding
  case downmix
  case timecodes([String])
}

/// The SEI messages that FFmpeg exports with a frame.
struct ProbeMessages {
  /// A message that holds until a picture that starts a sequence has none.
  private struct Lasting<Value> {
    private var value: Value?
    private var isNew = false

    mutating func set(_ value: Value) { (self.value, isNew) = (value, true) }

    /// The value that a picture has.
    mutating func value(startsSequence: Bool) -> Value? {
      if startsSequence {
        if !isNew { value = nil }
        isNew = false
      }
      return value
    }
  }

  private let isHEVC: Bool
  private var hasStereo = false
  private var orientation: ProbeDisplayMatrix?
  private var activeFormat: UInt8?
  private var hasCaptions = false
  private var unregisteredCount = 0
  /// The timecodes of a picture of H.265; those of H.264 are in its picture timing.
  private(set) var timecodes: [ProbeTimecode] = []
  private var mastering = Lasting<NALKit.MasteringDisplayColourVolume>()
  private var light = Lasting<NALKit.ContentLightLevelInfo>()
  /// preferred_transfer_characteristics of the last message; nil before the first.
  private(set) var preferredTransfer: UInt8?
  private var rbsp: [UInt8] = []

  init(isHEVC: Bool) { self.isHEVC = isHEVC }

  /// Ends a picture: forgets the messages that hold for it alone.
  mutating func endPicture() {
    (activeFormat, hasCaptions, unregisteredCount, timecodes) = (nil, false, 0, [])
    if !isHEVC { (hasStereo, orientation) = (false, nil) }
  }

  /// Takes an SEI unit that comes before the slices of a picture.
  mutating func take(_ bytes: [UInt8], _ range: Range<Int>) {
    _ = EmulationPrevention.removing(from: bytes, range, into: &rbsp)
    var place = isHEVC ? 2 : 1
    // Trailing bits are shorter than a message.
    while place + 2 < rbsp.count {
      guard let type = coded(&place), let size = coded(&place), size <= rbsp.count - place else { return }
      take(type, place..<place + size)
      place += size
    }
  }

  /// A number that bytes of 255 extend; nil if it does not end, and if it is too large for the unit.
  private func coded(_ place: inout Int) -> Int? {
    var sum = 0
    while place < rbsp.count, sum <= rbsp.count {
      let byte = rbsp[place]
      place += 1
      sum += Int(byte)
      if byte != 255 { return sum }
    }
    return nil
  }

  private mutating func take(_ type: Int, _ place: Range<Int>) {
    // The other types, such as the timing of each picture, cost nothing.
    guard [4, 5, 45, 47, 136, 137, 144, 147].contains(type) else { return }
    let payload = Array(rbsp[place])
    switch type {
    case 4: if let data = try? UserDataRegisteredITUTT35(parsing: payload) { take(data) }
    case 5: if payload.count >= 16 { unregisteredCount += 1 }
    case 45: takePacking(payload)
    case 47: takeOrientation(payload)
    case 136: if isHEVC, let code = try? TimeCode(parsing: payload) { timecodes = code.clocks.map { ProbeTimecode($0) } }
    case 137: if isHEVC, let volume = try? MasteringDisplayColourVolume(parsing: payload) { mastering.set(volume) }
    case 144: if isHEVC, let level = try? ContentLightLevelInfo(parsing: payload) { light.set(level) }
    default: preferredTransfer = payload.first ?? preferredTransfer
    }
  }

  private mutating func take(_ data: NALKit.UserDataRegisteredITUTT35) {
    if let captions = data.captions, captions.processCcDataFlag, !captions.pairs.isEmpty { hasCaptions = true }
    // ETSI TS 101 154, B.2: the identifier of the active format description, a flag, and its code.
    let bytes = data.ituTT35PayloadBytes.bytes
    if !isHEVC, data.ituTT35CountryCode == 0xB5, bytes.count > 7, bytes.starts(with: [0, 0x31, 0x44, 0x54, 0x47, 0x31]),
      bytes[6] & 0x40 != 0
    {
      activeFormat = bytes[7] & 15
    }
  }

  private mutating func takePacking(_ payload: [UInt8]) {
    let packing: FramePacking?
    if isHEVC {
      packing = (try? HEVCKit.FramePackingArrangement(parsing: payload))?.content?.packing
    } else {
      packing = (try? H264Kit.FramePackingArrangement(parsing: payload))?.content?.packing
    }
    guard let packing else { return hasStereo = false }
    let known: ClosedRange<UInt8> = isHEVC ? 3...5 : 0...6
    hasStereo = known.contains(packing.framePackingArrangementType) && 1...2 ~= packing.contentInterpretationType
  }

  private mutating func takeOrientation(_ payload: [UInt8]) {
    orientation = nil
    if isHEVC {
      guard let content = (try? HEVCKit.DisplayOrientation(parsing: payload))?.content else { return }
      orientation = ProbeDisplayMatrix(
        rotation: content.anticlockwiseRotation, flipsAcross: content.horFlip, flipsDown: content.verFlip)
    } else {
      guard let content = (try? H264Kit.DisplayOrientation(parsing: payload))?.content else { return }
      orientation = ProbeDisplayMatrix(
        rotation: content.anticlockwiseRotation, flipsAcross: content.horFlip, flipsDown: content.verFlip)
    }
  }

  /// The side data of the picture, in FFmpeg's order.
  /// - Parameter startsSequence: whether the picture is of H.265 and a coded video sequence starts with it.
  mutating func sideData(startsSequence: Bool) -> [ProbeFrameSideData] {
    var found: [ProbeFrameSideData] = []
    if hasStereo { found.append(.stereo) }
    if let orientation { found.append(.orientation(orientation)) }
    if let volume = mastering.value(startsSequence: startsSequence) { found.append(.mastering(volume)) }
    if let level = light.value(startsSequence: startsSequence) { found.append(.light(level)) }
    if let activeFormat { found.append(.activeFormat(activeFormat)) }
    if hasCaptions { found.append(.captions) }
    for _ in 0..<unregisteredCount { found.append(.unregistered) }
    return found
  }
}

extension ProbePrinter {
  /// Prints the side data of a frame; nothing if there is none.
  mutating func show(_ sideData: [ProbeFrameSideData]) {
    if sideData.isEmpty { return }
    begin(.frameSideDataList)
    for data in sideData {
      begin(.frameSideData)
      switch data {
      case .stereo: text("side_data_type", "Stereo 3D")
      case .orientation(let matrix):
        text("side_data_type", "3x3 displaymatrix")
        lines("displaymatrix", matrix.text)
        number("rotation", matrix.rotation)
      case .activeFormat(let format):
        text("side_data_type", "Active format description")
        number("active_format", format)
      case .captions: text("side_data_type", "ATSC A53 Part 4 Closed Captions")
      case .unregistered: text("side_data_type", "H.26[45] User Data Unregistered SEI message")
      case .mastering(let volume): show(volume)
      case .light(let level):
        text("side_data_type", "Content light level metadata")
        number("max_content", level.maxContentLightLevel)
        number("max_average", level.maxPicAverageLightLevel)
      case .matrixEncoding: text("side_data_type", "AVMatrixEncoding")
      case .downmix: text("side_data_type", "Metadata relevant to a downmix procedure")
      case .timecodes(let codes):
        text("side_data_type", "SMPTE 12-1 timecode")
        begin(.timecodes)
        for code in codes {
          begin(.timecode)
          text("value", code)
          end()
        }
        end()
      }
      end()
    }
    end()
  }

  /// Primaries in units of 1/50000 and luminances of 1/10000. The specification lists green, blue and red.
  mutating func show(_ volume: NALKit.MasteringDisplayColourVolume) {
    text("side_data_type", "Mastering display metadata")
    let primaries = volume.displayPrimaries
    if primaries.count == 3 {
      text("red_x", "\(primaries[2].x)/50000")
      text("red_y", "\(primaries[2].y)/50000")
      text("green_x", "\(primaries[0].x)/50000")
      text("green_y", "\(primaries[0].y)/50000")
      text("blue_x", "\(primaries[1].x)/50000")
      text("blue_y", "\(primaries[1].y)/50000")
    }
    text("white_point_x", "\(volume.whitePoint.x)/50000")
    text("white_point_y", "\(volume.whitePoint.y)/50000")
    text("min_luminance", "\(volume.minDisplayMasteringLuminance)/10000")
    text("max_luminance", "\(volume.maxDisplayMasteringLuminance)/10000")
  }
}
