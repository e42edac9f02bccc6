import BitstreamKit
import H264Kit
import HEVCKit
import RemuxKit
import NALKit

/// What the first pictures of a video track say about it in SEI messages: captions, light levels, dynamic metadata, timecode.
package struct InfoMessages {
  /// The largest number of samples, of bytes of samples, and of bytes of a unit that are read.
  private static let maxSamples = 250
  private static let maxBytes: UInt64 = 1 << 19
  private static let maxUnitBytes = 1 << 14

  /// Captions in the pictures.
  private(set) var captions = InfoCaptions()
  /// The mastering display; its luminances are in units of 0.0001 cd/m².
  private(set) var mastering: NALKit.MasteringDisplayColourVolume?
  /// The content light level in cd/m².
  private(set) var light: NALKit.ContentLightLevelInfo?
  /// Whether there is dynamic metadata of SMPTE ST 2094-40 (HDR10+).
  private(set) var hasHDR10Plus = false
  /// Whether there are reference processing units of Dolby Vision, which are NAL units of type 62 of H.265.
  private(set) var hasDolbyVision = false
  /// The timecode of the first picture that has one.
  private(set) var timecode: String?
  /// The transfer characteristics that are preferred to those of the stream, as of HLG in a stream that older devices show.
  private(set) var preferredTransfer: UInt8?

  /// The first sequence parameter set.
  private(set) var sequence: CodecDescription.Sequence?

  /// No messages.
  init() {}

  /// Reads the first pictures of a track of a container.
  /// - Parameter reader: a reader of the file; it is not changed.
  /// - Parameter isProtected: whether units may be encrypted: of their messages only those with an identifier are taken, which encrypted
  ///   bytes do not have by chance.
  init(_ source: AnyByteSource, _ reader: MediaReader, track: Int, isProtected: Bool = false) {
    defer { if isProtected { (mastering, light, timecode, preferredTransfer, sequence) = (nil, nil, nil, nil, nil) } }
    guard let own = try? reader.reopened(track: track),
      var units = try? TrackUnits(source, own, track: track, limit: Self.maxUnitBytes)
    else { return }
    var (samples, bytes) = (0, UInt64(0))
    var parser = Parser(units.codec)
    while let event = try? units.next() {
      switch event {
      case .configuration(let unit, let record): parser.take(record[unit.range], &self)
      case .sample(let sample):
        samples += 1
        if samples > Self.maxSamples || bytes > Self.maxBytes { return }
        bytes &+= sample.size
      case .unit(let unit): if !unit.isCut { parser.take(units.bytes[unit.range], &self) }
      case .finding, .blank: break
      }
    }
  }

  /// The captions in the first pictures of a video track of an MP4 file, in words; nil without any.
  package static func captions(of source: AnyByteSource, track: Int) -> String? {
    guard let reader = try? MediaReader(source, as: .mp4) else { return nil }
    return InfoMessages(source, reader, track: track).captions.item?.words
  }

  /// Reads the start of a byte stream.
  init(stream source: AnyByteSource, _ codec: VideoCodec) {
    var bytes: [UInt8] = []
    guard (try? source.read(at: 0, count: Int(Self.maxBytes), into: &bytes)) != nil else { return }
    let isWhole = UInt64(bytes.count) == source.byteCount
    var parser = Parser(codec)
    for unit in AnnexB(bytes) where isWhole || unit.range.upperBound < bytes.count { parser.take(unit.bytes, &self) }
  }

  /// Parses parameter sets and SEI, and skips all other units.
  private struct Parser {
    private let codec: VideoCodec
    private var avc = H264Kit.ParameterSets()
    private var hevc = HEVCKit.ParameterSets()

    init(_ codec: VideoCodec) { self.codec = codec }

    mutating func take(_ unit: ArraySlice<UInt8>, _ found: inout InfoMessages) {
      guard let first = unit.first, unit.count <= InfoMessages.maxUnitBytes else { return }
      let type = codec.unitType(first)
      if codec == .h264 {
        guard [6, 7, 8].contains(type), let parsed = try? H264Kit.NALUnit(parsing: Array(unit), sets: avc) else { return }
        avc.update(with: parsed)
        if case .seqParameterSet(let set) = parsed.payload, found.sequence == nil { found.sequence = .h264(set) }
        if case .sei(let information) = parsed.payload { for message in information.messages { found.take(message.payload) } }
      } else {
        if type == 62 { found.hasDolbyVision = true }
        guard [32, 33, 34, 39, 40].contains(type), let parsed = try? HEVCKit.NALUnit(parsing: Array(unit), sets: hevc) else { return }
        hevc.update(with: parsed)
        if case .seqParameterSet(let set) = parsed.payload, found.sequence == nil, parsed.header.nuhLayerId == 0 {
          found.sequence = .hevc(set)
        }
        if case .sei(let information) = parsed.payload { for message in information.messages { found.take(message.payload) } }
      }
    }
  }

  private mutating func take(_ payload: H264Kit.SEIPayload) {
    switch payload {
    case .userDataRegisteredITUTT35(let data): take(data)
    case .masteringDisplayColourVolume(let volume): mastering = mastering ?? volume
    case .contentLightLevelInfo(let level): light = light ?? level
    case .alternativeTransferCharacteristics(let transfer): preferredTransfer = transfer.preferredTransferCharacteristics
    case .picTiming(let timing):
      guard timecode == nil, let clock = timing.structure?.clockTimestamps.first ?? nil else { break }
      setTimecode(clock.hoursValue, clock.minutesValue, clock.secondsValue, UInt16(clock.nFrames), clock.cntDroppedFlag, clock.countingType)
    default: break
    }
  }

  private mutating func take(_ payload: HEVCKit.SEIPayload) {
    switch payload {
    case .userDataRegisteredITUTT35(let data): take(data)
    case .masteringDisplayColourVolume(let volume): mastering = mastering ?? volume
    case .contentLightLevelInfo(let level): light = light ?? level
    case .alternativeTransferCharacteristics(let transfer): preferredTransfer = transfer.preferredTransferCharacteristics
    case .timeCode(let code):
      guard timecode == nil, let clock = code.clocks.first ?? nil else { break }
      setTimecode(clock.hoursValue, clock.minutesValue, clock.secondsValue, clock.nFrames, clock.cntDroppedFlag, clock.countingType)
    default: break
    }
  }

  private mutating func take(_ data: NALKit.UserDataRegisteredITUTT35) {
    if let data = data.captions { captions.take(data) }
    let bytes = data.ituTT35PayloadBytes.bytes
    // SMPTE ST 2094-40: provider 0x003C, provider oriented code 1, application 4.
    if data.ituTT35CountryCode == 0xB5, bytes.starts(with: [0, 0x3C, 0, 1, 4]) { hasHDR10Plus = true }
  }

  /// Drop-frame counting has counting_type 4 (H.264 Table D-3, H.265 Table D.8).
  private mutating func setTimecode(
    _ hours: UInt8?, _ minutes: UInt8?, _ seconds: UInt8?, _ frames: UInt16, _ isDropped: Bool, _ countingType: UInt8
  ) {
    guard let hours, let minutes, let seconds else { return }
    timecode = Timecode.text(
      hours: Int(hours), minutes: Int(minutes), seconds: Int(seconds), frames: Int(frames), isDropFrame: isDropped || countingType == 4)
  }
}

/// Which captions pictures carry.
struct InfoCaptions {
  /// The channels of CTA-608 with control codes: CC1 to CC4.
  private var channels = [false, false, false, false]
  /// Whether there are pairs of CTA-608, and packets of CTA-708, of any content.
  private var (has608, has708) = (false, false)
  /// The services of CTA-708 with data, 1 to 63, as bits.
  private var services: UInt64 = 0

  /// Takes the captions of a picture.
  mutating func take(_ data: NALKit.ATSCCaptionData) {
    var packet: [UInt8] = []
    for pair in data.pairs where pair.ccValid {
      switch pair.ccType {
      case 0, 1:
        has608 = true
        // Without parity. The first byte of a control code has the channel (CTA-608-E, 8.4).
        let code = pair.ccData1 & 0x7F
        if (0x10...0x1F).contains(code) { channels[Int(pair.ccType) * 2 + (code & 8 == 0 ? 0 : 1)] = true }
      case 3:
        take(packet)
        packet = [pair.ccData1, pair.ccData2]
      default: if !packet.isEmpty { packet += [pair.ccData1, pair.ccData2] }
      }
    }
    take(packet)
  }

  /// Takes the service blocks of a caption channel packet, as far as it is in this picture (CTA-708-E, 5 and 6).
  private mutating func take(_ packet: [UInt8]) {
    guard let header = packet.first else { return }
    has708 = true
    let size = header & 63 == 0 ? 128 : Int(header & 63) * 2
    let end = min(packet.count, size)
    var place = 1
    while place < end {
      var number = packet[place] >> 5
      let length = Int(packet[place] & 31)
      place += 1
      if number == 7, length > 0, place < end {
        number = packet[place] & 63
        place += 1
      }
      if number == 0 { break }
      if length > 0 { services |= 1 &<< UInt64(number) }
      place += length
    }
  }

  /// The item of a track; nil without captions.
  var item: InfoItem? {
    if !has608, !has708 { return nil }
    let names = channels.indices.filter { channels[$0] }.map { "CC\($0 + 1)" }
    let numbers = (1..<64).filter { services >> UInt64($0) & 1 == 1 }
    var (items, words): ([InfoItem], [String]) = ([], [])
    if has608 {
      items.append(InfoItem("cea_608", .list(names.map { .text($0) })))
      words.append("CEA-608 " + (names.isEmpty ? "(empty so far)" : names.joined(separator: ", ")))
    }
    if has708 {
      items.append(InfoItem("cea_708", .list(numbers.map { .number(Int64($0)) })))
      let services = numbers.isEmpty ? "(empty so far)" : "service " + numbers.map { "\($0)" }.joined(separator: ", ")
      words.append("CEA-708 " + services)
    }
    return InfoItem("captions", .object(items), "Captions", words.joined(separator: "; "))
  }
}
