import RemuxKit
import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// A picture of either codec, as commands print it.
struct PictureRow {
  var index: UInt64
  var offset: UInt64
  var size: UInt64
  var type: StaticString
  var isKeyframe: Bool
  var randomAccess: StaticString?
  var poc: Int
  var displayIndex: UInt64?
  /// Its place in presentation order, which counts pictures that are not output too, and the field periods of the pictures before it.
  var presentationIndex: UInt64?
  var presentationTime: UInt64
  /// How long it is shown, in field periods.
  var fieldPeriods: UInt8
  var field: StaticString
  var isReference: Bool
  var temporalId: UInt8
  var sliceCount: UInt32
  var qp: Int?
  /// A RASL picture whose references are missing and which is not output (H.265).
  var isSkipped: Bool
  /// A RADL picture, which refers to no picture before its random access picture in decoding order (H.265).
  var isDecodableLeading: Bool
  /// The frame rate of its sequence.
  var frameRate: ExactRatio?
  /// Whether a parameter set that it references is missing.
  var isUnresolved: Bool
  /// The times of its samples; nil in a byte stream.
  var time: PictureTime?

  init(_ picture: H264Kit.Picture) {
    index = picture.index
    offset = picture.offset
    size = picture.size
    type = picture.isUnresolved ? "?" : picture.type.name
    isKeyframe = picture.isSync
    randomAccess = picture.randomAccess?.name
    poc = picture.pictureOrderCount
    displayIndex = picture.displayIndex
    presentationIndex = picture.displayIndex
    presentationTime = picture.displayTime
    fieldPeriods = picture.fieldPeriods
    field = picture.field.name
    isReference = picture.isReference
    temporalId = picture.temporalId
    sliceCount = picture.sliceCount
    qp = picture.qp
    isSkipped = false
    isDecodableLeading = false
    frameRate = picture.frameRate
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
    presentationIndex = picture.presentationIndex
    presentationTime = picture.presentationTime
    fieldPeriods = picture.fieldPeriods
    field = picture.field.name
    isReference = picture.isReference
    temporalId = picture.temporalId
    sliceCount = picture.sliceCount
    qp = picture.qp
    isSkipped = picture.isSkippedLeading
    isDecodableLeading = picture.leading == .radl
    frameRate = picture.frameRate
    isUnresolved = picture.isUnresolved
  }
}

/// The times of a picture's samples in a container, in units of the track's time scale.
struct PictureTime {
  /// Decoding time of its first sample.
  var decode: Int64
  /// Presentation time of its first sample, before edit lists.
  var presentation: Int64
  /// Decoding time of its last sample plus the duration of that.
  var end: Int64

  init(_ sample: MediaSample) {
    (decode, presentation) = (sample.decodeTime, sample.presentationTime)
    end = sample.decodeTime &+ Int64(sample.duration)
  }
}

/// Receives the pictures of a stream in decoding order.
protocol PictureConsumer: ~Copyable {
  var output: OutputBuffer { get set }
  /// Called before the first picture of a container's track, with its time scale in units per second.
  mutating func beginTrack(timescale: UInt32)
  /// Called for each picture.
  mutating func take(_ picture: PictureRow)
  /// Called at the end of the stream.
  mutating func finish()
}

extension PictureConsumer where Self: ~Copyable {
  mutating func beginTrack(timescale: UInt32) {}
}

/// Assembles NAL units into pictures and assigns display order.
struct PictureFeed<Consumer: PictureConsumer & ~Copyable>: ~Copyable, UnitConsumer {
  private var consumer: Consumer
  private var codec = VideoCodec.h264
  private var unitCount: UInt64 = 0
  /// Whether a track has been read to its end. Without that and without a unit the stream could not be read, and no table is printed.
  private var hasEnded = false
  /// Number of slices in layers or views above the base.
  private var upperSliceCount: UInt64 = 0
  private var pictureCount: UInt64 = 0
  private var h264 = (parser: H264Kit.PictureParser(), order: H264Kit.DisplayOrder())
  private var hevc = (parser: HEVCKit.PictureParser(), order: HEVCKit.DisplayOrder())
  private var places = SamplePlaces()

  init(_ consumer: consuming Consumer) { self.consumer = consumer }

  var failure: ByteError? { consumer.output.failure }
  var isDone: Bool { false }

  mutating func begin(_ codec: VideoCodec) { self.codec = codec }

  mutating func beginTrack(timescale: UInt32) { consumer.beginTrack(timescale: timescale) }

  mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings) {
    unitCount += 1
    places.takeUnit()
    if pictureCount == 0, isUpperSlice(unit) { upperSliceCount += 1 }
    let (offset, end) = (unit.position.startCodeOffset, unit.end)
    if unit.isEncrypted { return takeEncrypted(unit, bytes) }
    switch codec {
    case .h264:
      if var picture = h264.parser.take(bytes, unit.range, unitOffset: unit.position.offset, offset: offset, end: end) {
        places.settle(picture.index, &picture.offset, &picture.size)
        give(h264.order.take(picture))
      }
      if !h264.parser.findings.isEmpty { Self.report(&h264.parser.findings, &consumer, &findings) }
    case .hevc:
      if var picture = hevc.parser.take(bytes, unit.range, unitOffset: unit.position.offset, offset: offset, end: end) {
        places.settle(picture.index, &picture.offset, &picture.size)
        give(hevc.order.take(picture))
      }
      if !hevc.parser.findings.isEmpty { Self.report(&hevc.parser.findings, &consumer, &findings) }
    }
  }

  private mutating func takeEncrypted(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    let (place, start, end) = (unit.position.offset, unit.position.startCodeOffset, unit.end)
    switch codec {
    case .h264:
      guard var picture = h264.parser.takeEncrypted(bytes, unit.range, unitOffset: place, offset: start, end: end) else { return }
      places.settle(picture.index, &picture.offset, &picture.size)
      give(h264.order.take(picture))
    case .hevc:
      guard var picture = hevc.parser.takeEncrypted(bytes, unit.range, unitOffset: place, offset: start, end: end) else { return }
      places.settle(picture.index, &picture.offset, &picture.size)
      give(hevc.order.take(picture))
    }
  }

  mutating func takeConfiguration(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings) {
    switch codec {
    case .h264:
      h264.parser.takeConfiguration(bytes, unit.range, unitOffset: unit.position.offset)
      Self.report(&h264.parser.findings, &consumer, &findings)
    case .hevc:
      hevc.parser.takeConfiguration(bytes, unit.range, unitOffset: unit.position.offset)
      Self.report(&hevc.parser.findings, &consumer, &findings)
    }
  }

  mutating func beginSample(_ sample: MediaSample) {
    places.begin(sample)
    if codec == .h264 { h264.parser.beginSample() } else { hevc.parser.beginSample() }
  }

  mutating func endTrack() { hasEnded = true }

  mutating func report(_ finding: String, _ findings: inout Findings) { findings.add(finding, &consumer.output) }

  mutating func finish(_ findings: inout Findings) -> ProbeOutcome {
    switch codec {
    case .h264:
      if var last = h264.parser.finish() {
        places.finish(last.index, &last.offset, &last.size)
        give(h264.order.take(last))
      }
      give(h264.order.finish())
      Self.report(&h264.parser.findings, &consumer, &findings)
    case .hevc:
      if var last = hevc.parser.finish() {
        places.finish(last.index, &last.offset, &last.size)
        give(hevc.order.take(last))
      }
      give(hevc.order.finish())
      Self.report(&hevc.parser.findings, &consumer, &findings)
    }
    if unitCount > 0 || hasEnded {
      consumer.finish()
      if unitCount > 0, pictureCount == 0 { findings.add(reasonForNothing, &consumer.output) }
    }
    return consumer.output.finish()
  }

  /// Whether a unit is a slice of a layer or view above the base: a coded slice extension in H.264, or a slice segment with nuh_layer_id >
  /// 0 in H.265.
  private func isUpperSlice(_ unit: AnnexBUnitCollector.Unit) -> Bool {
    guard let first = unit.position.headByte(0) else { return false }
    switch codec {
    case .h264: return [20, 21].contains(codec.unitType(first))
    case .hevc:
      let header = HEVCKit.NALUnitHeader(firstBytes: first, unit.position.headByte(1) ?? 0)
      return header.type.isVCL && header.nuhLayerId > 0
    }
  }

  /// Explains why a stream with NAL units has no pictures.
  private var reasonForNothing: String {
    let units = counted(unitCount, "NAL unit")
    if upperSliceCount == 0 { return "no picture: none of \(units) is a slice" }
    let kind = codec == .h264 ? "views or layers above the base view" : "layers above the base layer"
    return "no picture: the \(upperSliceCount) slices in \(units) belong to \(kind), and the base picture is missing"
  }

  private mutating func give(_ pictures: [H264Kit.Picture]) {
    pictureCount += UInt64(pictures.count)
    for picture in pictures {
      var row = PictureRow(picture)
      row.time = places.time(of: picture.index)
      consumer.take(row)
    }
  }

  private mutating func give(_ pictures: [HEVCKit.Picture]) {
    pictureCount += UInt64(pictures.count)
    for picture in pictures {
      var row = PictureRow(picture)
      row.time = places.time(of: picture.index)
      consumer.take(row)
    }
  }

  private static func report(_ found: inout [SyntaxError], _ consumer: inout Consumer, _ findings: inout Findings) {
    for error in found { findings.add("\(error)", &consumer.output) }
    found.removeAll()
  }
}

/// Bytes read of each NAL unit in a sample: enough for any parameter set, SEI and slice header.
private let maxKeptOfPictures = 1 << 16

/// Feeds a consumer the pictures of a byte stream or a track.
func runPictures<Consumer: PictureConsumer & ~Copyable>(
  _ consumer: consuming Consumer, _ probe: Probe, _ selection: StreamSelection
) throws(ProbeRequestError) -> ProbeOutcome {
  try runStream(PictureFeed(consumer), probe, selection, trackLimit: maxKeptOfPictures)
}

/// Positions and times of the samples that pictures come from. In a container a picture is as large as its samples; bytes between samples
/// are not part of the stream.
private struct SamplePlaces {
  /// Start and total size of the samples completed since the last picture, and the times of the picture that they are.
  private var start: UInt64 = 0
  private var size: UInt64 = 0
  private var time: PictureTime?
  private var hasEnded = false
  /// Whether the current sample has a unit. Samples beyond the end of a truncated file have none, nor have blank ones.
  private var hasUnit = false
  /// The rest of the current sample, and its times; nil for a byte stream.
  private var current: (offset: UInt64, left: UInt64, time: PictureTime)?
  /// Times of pictures whose place in display order is not known yet, in decoding order, from index `first`.
  private var times: [(index: UInt64, time: PictureTime)] = []
  private var first = 0

  /// Begins a sample.
  mutating func begin(_ sample: MediaSample) {
    close()
    current = (sample.offset, sample.size, PictureTime(sample))
    hasUnit = false
  }

  /// Notes that the current sample has a unit.
  mutating func takeUnit() { hasUnit = true }

  private mutating func close() {
    guard let ended = current else { return }
    current = nil
    if !hasUnit { return }
    if !hasEnded {
      start = ended.offset
      time = ended.time
    }
    time?.end = ended.time.end
    hasEnded = true
    size += ended.left
  }

  /// Sets position and size of a completed picture to those of its samples. Two pictures in one sample keep the ranges of their units.
  mutating func settle(_ index: UInt64, _ offset: inout UInt64, _ bytes: inout UInt64) {
    guard let sample = current else { return }
    if hasEnded {
      (offset, bytes) = (start, size)
      (hasEnded, size) = (false, 0)
      if let time { times.append((index, time)) }
      return
    }
    offset = sample.offset
    bytes = min(bytes, sample.left)
    current = (sample.offset + bytes, sample.left - bytes, sample.time)
    times.append((index, sample.time))
  }

  /// Completes the last picture and the last sample.
  mutating func finish(_ index: UInt64, _ offset: inout UInt64, _ bytes: inout UInt64) {
    close()
    guard hasEnded else { return }
    (offset, bytes) = (start, size)
    if let time { times.append((index, time)) }
  }

  /// The times of a picture; the pictures before it have had theirs.
  mutating func time(of index: UInt64) -> PictureTime? {
    while first < times.count, times[first].index < index { first += 1 }
    guard first < times.count, times[first].index == index else { return nil }
    let found = times[first].time
    first += 1
    if first > 64, first * 2 > times.count {
      times.removeSubrange(..<first)
      first = 0
    }
    return found
  }
}
