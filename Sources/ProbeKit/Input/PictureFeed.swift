import RemuxKit
import BitstreamKit
import H264Kit
import HEVCKit

/// A picture of either codec, as commands show it.
struct PictureRow {
  var index: UInt64
  var offset: UInt64
  var size: UInt64
  var type: StaticString
  var isKeyframe: Bool
  var randomAccess: StaticString?
  var poc: Int
  var displayIndex: UInt64?
  var field: StaticString
  var isReference: Bool
  var temporalID: UInt8
  var sliceCount: UInt32
  var qp: Int?
  /// A leading picture whose references are not there, which no decoder shows (H.265 RASL).
  var isSkipped: Bool
  /// True where the parameter sets that it names did not come.
  var isUnresolved: Bool

  init(_ picture: H264Kit.Picture) {
    index = picture.index
    offset = picture.offset
    size = picture.size
    type = picture.isUnresolved ? "?" : picture.type.name
    isKeyframe = picture.isSync
    randomAccess = picture.randomAccess?.name
    poc = picture.pictureOrderCount
    displayIndex = picture.displayIndex
    field = picture.field.name
    isReference = picture.isReference
    temporalID = picture.temporalID
    sliceCount = picture.sliceCount
    qp = picture.qp
    isSkipped = false
    isUnresolved = picture.isUnresolved
  }

  init(_ picture: HEVCKit.Picture) {
    index = picture.index
    offset = picture.offset
    size = picture.size
    type = picture.type.name
    isKeyframe = picture.isSync
    randomAccess = picture.randomAccess?.name
    poc = picture.pictureOrderCount
    displayIndex = picture.displayIndex
    field = picture.field.name
    isReference = picture.isReference
    temporalID = picture.temporalID
    sliceCount = picture.sliceCount
    qp = picture.qp
    isSkipped = picture.isSkippedLeading
    isUnresolved = picture.isUnresolved
  }
}

/// What takes the pictures of a stream in decoding order.
protocol PictureConsumer: ~Copyable {
  var output: OutputBuffer { get set }
  /// A picture, and pictures a second where the stream says so.
  mutating func take(_ picture: PictureRow, rate: ExactRatio?)
  /// The stream is over.
  mutating func finish()
}

/// Makes pictures of NAL units, with their places in display order.
struct PictureFeed<Consumer: PictureConsumer & ~Copyable>: ~Copyable, UnitConsumer {
  private var consumer: Consumer
  private var codec = VideoCodec.h264
  /// 0 where there is no stream at all, and so no table.
  private var unitCount: UInt64 = 0
  /// Units that are slices of layers or views above the base.
  private var upperSliceCount: UInt64 = 0
  private var pictureCount: UInt64 = 0
  private var h264 = (parser: H264Kit.PictureParser(), order: H264Kit.DisplayOrder())
  private var hevc = (parser: HEVCKit.PictureParser(), order: HEVCKit.DisplayOrder())
  private var places = SamplePlaces()

  init(_ consumer: consuming Consumer) { self.consumer = consumer }

  var failure: ByteError? { consumer.output.failure }
  var isDone: Bool { false }

  mutating func begin(_ codec: VideoCodec) { self.codec = codec }

  mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings) {
    unitCount += 1
    if pictureCount == 0, isUpperSlice(unit) { upperSliceCount += 1 }
    let (offset, end) = (unit.position.startCodeOffset, unit.end)
    switch codec {
    case .h264:
      if var picture = h264.parser.take(bytes, unit.range, unitOffset: unit.position.offset, offset: offset, end: end) {
        places.settle(&picture.offset, &picture.size)
        give(h264.order.take(picture))
      }
      if !h264.parser.findings.isEmpty { Self.tell(&h264.parser.findings, &consumer, &findings) }
    case .hevc:
      if var picture = hevc.parser.take(bytes, unit.range, unitOffset: unit.position.offset, offset: offset, end: end) {
        places.settle(&picture.offset, &picture.size)
        give(hevc.order.take(picture))
      }
      if !hevc.parser.findings.isEmpty { Self.tell(&hevc.parser.findings, &consumer, &findings) }
    }
  }

  mutating func takeConfiguration(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings) {
    switch codec {
    case .h264:
      h264.parser.takeConfiguration(bytes, unit.range, unitOffset: unit.position.offset)
      Self.tell(&h264.parser.findings, &consumer, &findings)
    case .hevc:
      hevc.parser.takeConfiguration(bytes, unit.range, unitOffset: unit.position.offset)
      Self.tell(&hevc.parser.findings, &consumer, &findings)
    }
  }

  mutating func beginSample(_ sample: MediaSample) { places.begin(sample) }

  mutating func report(_ finding: String, _ findings: inout Findings) { findings.add(finding, &consumer.output) }

  mutating func finish(_ findings: inout Findings) -> ProbeOutcome {
    switch codec {
    case .h264:
      if var last = h264.parser.finish() {
        places.finish(&last.offset, &last.size)
        give(h264.order.take(last))
      }
      give(h264.order.finish())
      Self.tell(&h264.parser.findings, &consumer, &findings)
    case .hevc:
      if var last = hevc.parser.finish() {
        places.finish(&last.offset, &last.size)
        give(hevc.order.take(last))
      }
      give(hevc.order.finish())
      Self.tell(&hevc.parser.findings, &consumer, &findings)
    }
    if unitCount > 0 {
      consumer.finish()
      if pictureCount == 0 { findings.add(reasonForNothing, &consumer.output) }
    }
    return consumer.output.finish()
  }

  /// Whether a unit is a slice that belongs to an access unit of another picture: coded slice extensions of H.264, slice segments of
  /// layers above the base layer of H.265.
  private func isUpperSlice(_ unit: AnnexBUnitCollector.Unit) -> Bool {
    guard let first = unit.position.headByte(0) else { return false }
    switch codec {
    case .h264: return first & 31 == 20 || first & 31 == 21
    case .hevc:
      let header = HEVCKit.NALUnitHeader(firstBytes: first, unit.position.headByte(1) ?? 0)
      return header.type.isVCL && header.nuhLayerId > 0
    }
  }

  /// Why a stream with units has no picture to list.
  private var reasonForNothing: String {
    let units = "\(unitCount) NAL unit\(unitCount == 1 ? "" : "s")"
    if upperSliceCount == 0 { return "no picture: none of \(units) is a slice" }
    let kind = codec == .h264 ? "views or layers above the base view" : "layers above the base layer"
    return "no picture: the \(upperSliceCount) slices of \(units) are of \(kind), which belong to a picture that is not there"
  }

  private mutating func give(_ pictures: [H264Kit.Picture]) {
    pictureCount += UInt64(pictures.count)
    for picture in pictures { consumer.take(PictureRow(picture), rate: h264.parser.sets.activeSeqParameterSet?.frameRate) }
  }

  private mutating func give(_ pictures: [HEVCKit.Picture]) {
    pictureCount += UInt64(pictures.count)
    for picture in pictures { consumer.take(PictureRow(picture), rate: hevc.parser.sets.activeSeqParameterSet?.frameRate) }
  }

  private static func tell(_ found: inout [SyntaxError], _ consumer: inout Consumer, _ findings: inout Findings) {
    for error in found { findings.add("\(error)", &consumer.output) }
    found.removeAll()
  }
}

/// So much of a unit in a sample is read: enough for any parameter set, SEI and slice header.
private let mostKeptOfPictures = 1 << 16

/// Feeds a consumer the pictures of a byte stream or a track.
func runPictures<Consumer: PictureConsumer & ~Copyable>(
  _ consumer: consuming Consumer, _ probe: Probe, _ selection: StreamSelection
) throws(ProbeRequestError) -> ProbeOutcome {
  try runStream(PictureFeed(consumer), probe, selection, trackLimit: mostKeptOfPictures)
}

/// Where the samples are that pictures come in. In a container a picture is as large as its samples: what lies between them, and in front
/// of its first unit, is no part of the stream.
private struct SamplePlaces {
  /// Where the samples start that ended since the last picture, and how large they are together.
  private var start: UInt64 = 0
  private var size: UInt64 = 0
  private var hasEnded = false
  /// What is left of the sample under way; nil outside of a container.
  private var current: (offset: UInt64, left: UInt64)?

  /// A sample begins.
  mutating func begin(_ sample: MediaSample) {
    close()
    current = (sample.offset, sample.size)
  }

  private mutating func close() {
    guard let ended = current else { return }
    current = nil
    if !hasEnded { start = ended.offset }
    hasEnded = true
    size += ended.left
  }

  /// A picture is complete: the samples that ended are its own. Of two pictures in one sample each has its units.
  mutating func settle(_ offset: inout UInt64, _ bytes: inout UInt64) {
    guard let sample = current else { return }
    if hasEnded {
      (offset, bytes) = (start, size)
      (hasEnded, size) = (false, 0)
      return
    }
    offset = sample.offset
    bytes = min(bytes, sample.left)
    current = (sample.offset + bytes, sample.left - bytes)
  }

  /// The last picture is complete, and with it the last sample.
  mutating func finish(_ offset: inout UInt64, _ bytes: inout UInt64) {
    if current == nil { return }
    close()
    (offset, bytes) = (start, size)
  }
}
