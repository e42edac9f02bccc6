import BitstreamKit
import H264Kit
import HEVCKit
import RemuxKit
import NALKit

/// Properties of the NAL units of a track that its container may contradict, collected in one pass over the samples.
struct TrackSurvey: ~Copyable {
  /// Bytes read of each NAL unit: enough for any parameter set, SEI and slice header.
  private static let maxKept = 1 << 16
  /// The number of distinct parameter sets to keep.
  private static let maxSets = 512

  /// The samples at which decoding can begin, from 0; the container's word where the units do not decide.
  private(set) var keys: [UInt32] = []
  /// The distinct parameter sets in samples, in the order in which they come.
  private(set) var sets: [[UInt8]] = []
  /// The number of parameter sets in samples.
  private(set) var setCount: UInt64 = 0
  /// The first sequence parameter set.
  private(set) var h264: H264Kit.SeqParameterSet?
  private(set) var hevc: HEVCKit.SeqParameterSet?
  private(set) var sampleCount = 0
  private(set) var byteCount: UInt64 = 0
  /// The times that the samples span, and the duration of all samples but the last if it is the same; nil if they differ.
  private(set) var extent = MediaExtent()
  private(set) var duration: UInt32?
  /// The display indices of the pictures in decoding order; empty if they are not asked for or not known.
  private(set) var displayIndices: [UInt32] = []
  /// Presentation minus decoding time of each sample; empty if the display order is not asked for.
  private(set) var offsets: [Int32] = []
  /// The numbers of field pairs by first field; counted only if the field order is requested.
  private(set) var fieldPairs: (top: Int, bottom: Int) = (0, 0)

  private let codec: VideoCodec
  private let ordersPictures: Bool
  private var h264Order = (parser: H264Kit.PictureParser(), order: H264Kit.DisplayOrder())
  private var hevcOrder = (parser: HEVCKit.PictureParser(), order: HEVCKit.DisplayOrder())
  private var hasUnordered = false
  private var lastDuration: UInt32?

  /// Reads all samples of a track of H.264 or H.265.
  /// - Parameter ordersPictures: whether the display order is asked for.
  init(_ source: AnyByteSource, _ reader: MediaReader, track: MediaTrack, ordersPictures: Bool) throws(MediaError) {
    codec = track.codec == .h264 ? .h264 : .hevc
    self.ordersPictures = ordersPictures
    var options = CheckOptions()
    options.only = ["none"]
    var pass = UnitPass(codec, CheckRun(options))
    let own = try reader.reopened(track: track.index)
    var units = try TrackUnits(source, own, track: track.index, limit: Self.maxKept)
    var isKey: Bool?
    while let event = try units.next() {
      switch event {
      case .sample(let sample):
        if let isKey { count(isKey, pass) }
        isKey = sample.isKey
        take(sample)
        pass.beginSample()
      case .unit(let unit):
        pass.take(unit, units.bytes)
        takeSet(unit, units.bytes)
        if ordersPictures { order(unit, units.bytes) }
      case .configuration(let unit, let bytes):
        pass.takeConfiguration(unit, bytes)
        if ordersPictures { configure(unit, bytes) }
      case .finding, .blank: break
      }
    }
    if let isKey { count(isKey, pass) }
    pass.finish()
    (h264, hevc) = (pass.h264?.facts.firstSet, pass.hevc?.facts.firstSet)
    if ordersPictures { finishOrder() }
  }

  private mutating func take(_ sample: MediaSample) {
    sampleCount += 1
    byteCount &+= sample.size
    extent.add(sample)
    if ordersPictures { offsets.append(Int32(clamping: sample.presentationTime &- sample.decodeTime)) }
    if let lastDuration { duration = sampleCount == 2 || duration == lastDuration ? lastDuration : nil }
    lastDuration = sample.duration
  }

  /// Settles whether the last sample taken is a key.
  private mutating func count(_ isKey: Bool, _ pass: UnitPass) {
    let isReally: Bool
    switch pass.h264?.facts.sampleKind ?? pass.hevc?.facts.sampleKind ?? .unknown {
    case .key: isReally = true
    case .other: isReally = false
    case .unknown: isReally = isKey
    }
    if isReally { keys.append(UInt32(truncatingIfNeeded: sampleCount - 1)) }
  }

  private mutating func takeSet(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    guard let first = unit.position.headByte(0), codec.isParameterSet(first) else { return }
    setCount += 1
    let range = unit.range.clamped(to: 0..<bytes.count)
    if sets.count < Self.maxSets, !sets.contains(where: { $0.count == range.count && $0.elementsEqual(bytes[range]) }) {
      sets.append(Array(bytes[range]))
    }
  }

  // MARK: - Display order

  private mutating func configure(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    switch codec {
    case .h264: h264Order.parser.takeConfiguration(bytes, unit.range, unitOffset: unit.position.offset)
    case .hevc: hevcOrder.parser.takeConfiguration(bytes, unit.range, unitOffset: unit.position.offset)
    }
  }

  private mutating func order(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    let (offset, start, end) = (unit.position.offset, unit.position.startCodeOffset, unit.end)
    switch codec {
    case .h264:
      if let picture = h264Order.parser.take(bytes, unit.range, unitOffset: offset, offset: start, end: end) {
        count(fields: picture)
        for picture in h264Order.order.take(picture) { add(picture.displayIndex) }
      }
    case .hevc:
      if let picture = hevcOrder.parser.take(bytes, unit.range, unitOffset: offset, offset: start, end: end) {
        for picture in hevcOrder.order.take(picture) { add(picture.displayIndex) }
      }
    }
  }

  private mutating func finishOrder() {
    switch codec {
    case .h264:
      if let last = h264Order.parser.finish() {
        count(fields: last)
        for picture in h264Order.order.take(last) { add(picture.displayIndex) }
      }
      for picture in h264Order.order.finish() { add(picture.displayIndex) }
    case .hevc:
      if let last = hevcOrder.parser.finish() { for picture in hevcOrder.order.take(last) { add(picture.displayIndex) } }
      for picture in hevcOrder.order.finish() { add(picture.displayIndex) }
    }
    if hasUnordered { displayIndices = [] }
  }

  private mutating func count(fields picture: H264Picture) {
    switch picture.field {
    case .frame: break
    case .top, .topBottomPair: fieldPairs.top += 1
    case .bottom, .bottomTopPair: fieldPairs.bottom += 1
    }
  }

  private mutating func add(_ index: UInt64?) {
    if let index, let short = UInt32(exactly: index) { displayIndices.append(short) } else { hasUnordered = true }
  }
}

extension TrackSurvey {
  /// The payload of a `fiel` box for the pictures: one field, or two with the first one in coding order first in display order too.
  func fieldHandling(_ set: H264Kit.SeqParameterSet) -> [UInt8] {
    if set.frameMbsOnlyFlag || fieldPairs == (0, 0) { return [1, 0] }
    return [2, fieldPairs.bottom > fieldPairs.top ? 6 : 1]
  }

  /// The frames per second; nil if the durations of the samples differ.
  func frameRate(timescale: UInt32) -> ExactRatio? {
    guard let duration, duration > 0 else { return nil }
    return ExactRatio(UInt64(timescale), UInt64(duration))
  }
}
