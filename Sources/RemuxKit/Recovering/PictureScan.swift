import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// Assembles pictures from the NAL units in media data.
final class PictureScan {
  /// A picture in decoding order.
  struct Found {
    var offset: UInt64
    var size: UInt64
    var isKey: Bool
    var displayIndex: UInt64?
    /// PicOrderCnt( ), and whether it begins anew with this picture.
    var orderCount: Int
    var startsOrder: Bool
    /// Whether parameter sets that it refers to are missing, so that its order is not known.
    var isUnresolved: Bool
  }

  /// The number of pictures at the end of the scan whose distances are looked at.
  private static var maxLast: Int { 128 }

  private let codec: VideoCodec
  private var recognizer: UnitRecognizer
  private var h264 = (parser: H264Kit.PictureParser(), order: H264Kit.DisplayOrder())
  private var hevc = (parser: HEVCKit.PictureParser(), order: HEVCKit.DisplayOrder())
  private var isInside = false
  private(set) var found: [Found] = []
  /// The offsets of pictures that were left out because the data ends in one of their slices.
  private(set) var torn: [UInt64] = []

  init(_ source: AnyByteSource, _ model: PictureModel) {
    codec = model.codec
    recognizer = UnitRecognizer(
      source, codec, lengthSize: model.lengthSize, maxLength: model.maxLength, further: model.further, end: source.byteCount)
    for unit in model.configuration.parameterSetUnits {
      switch codec {
      case .h264: h264.parser.takeConfiguration(unit, 0..<unit.count, unitOffset: 0)
      case .hevc: hevc.parser.takeConfiguration(unit, 0..<unit.count, unitOffset: 0)
      }
    }
  }

  /// Pictures per second according to the parameter sets.
  var frameRate: ExactRatio? {
    switch codec {
    case .h264: h264.parser.sets.activeSeqParameterSet?.frameRate
    case .hevc: hevc.parser.sets.activeSeqParameterSet?.frameRate
    }
  }

  /// The largest number of pictures that precede a picture in decoding order and follow it in output order.
  var reorderDepth: Int64 {
    switch codec {
    case .h264: Int64(h264.parser.sets.activeSeqParameterSet?.maxWaiting ?? 0)
    case .hevc: Int64(hevc.parser.sets.activeSeqParameterSet?.maxNumReorderPics ?? 0)
    }
  }

  /// Takes the unit at an offset if it ends at or before `end`.
  /// - Returns: the offset after it.
  func take(at place: UInt64, to end: UInt64) throws(ByteError) -> UInt64? {
    guard let unit = try recognizer.unit(at: place, startsSample: !isInside, h264.parser.sets, hevc.parser.sets), unit.end <= end else {
      return nil
    }
    let range = 0..<unit.bytes.count
    let start = place + UInt64(recognizer.lengthSize)
    switch codec {
    case .h264:
      if let picture = h264.parser.take(unit.bytes, range, unitOffset: start, offset: place, end: unit.end) {
        give(h264.order.take(picture))
      }
    case .hevc:
      if let picture = hevc.parser.take(unit.bytes, range, unitOffset: start, offset: place, end: unit.end) {
        give(hevc.order.take(picture))
      }
    }
    h264.parser.findings.removeAll()
    hevc.parser.findings.removeAll()
    isInside = true
    return unit.end
  }

  /// Whether a picture begins at an offset.
  func begins(at place: UInt64, to end: UInt64) throws(ByteError) -> Bool {
    guard let unit = try recognizer.unit(at: place, startsSample: true, h264.parser.sets, hevc.parser.sets) else { return false }
    return unit.end <= end
  }

  /// Whether a picture that begins at an offset may be truncated at `end`.
  func isCutOff(at place: UInt64, by end: UInt64) throws(ByteError) -> Bool {
    try recognizer.isCutOff(at: place, by: end, h264.parser.sets, hevc.parser.sets)
  }

  /// The next offset after `place` at which a unit may begin.
  func candidate(after place: UInt64) throws(ByteError) -> UInt64? { try recognizer.candidate(after: place) }

  /// Completes the current picture; samples are contiguous, so other data ends it. A picture without its last slices is left out.
  /// - Parameters:
  ///   - place: the offset after its last whole unit.
  ///   - end: that of the end of the data.
  func close(at place: UInt64, end: UInt64) throws(ByteError) {
    if !isInside { return }
    isInside = false
    let isTorn = try recognizer.isTornSlice(at: place, by: end)
    switch codec {
    case .h264:
      guard let last = h264.parser.finish() else { return }
      if isTorn { torn.append(last.offset) } else { give(h264.order.take(last)) }
    case .hevc:
      guard let last = hevc.parser.finish() else { return }
      if isTorn { torn.append(last.offset) } else { give(hevc.order.take(last)) }
    }
  }

  /// Ends the scan. The pictures that are shown last keep their distances by order counts: those between them may be missing.
  func finish() {
    let shown = codec == .h264 ? h264.order.outputCount : hevc.order.outputCount
    give(h264.order.finish())
    give(hevc.order.finish())
    spread(from: shown)
  }

  /// The pictures found since the last call, for a caller that keeps none.
  func takeFound() -> [Found] {
    defer { found.removeAll(keepingCapacity: true) }
    return found
  }

  /// Moves the pictures from an output index on, which are the last of the scan, to where their order counts place them.
  private func spread(from first: UInt64) {
    let recent = found.indices.suffix(Self.maxLast).filter { found[$0].displayIndex != nil }
      .ordered { found[$0].displayIndex ?? 0 < found[$1].displayIndex ?? 0 }
    func step(_ pair: (Int, Int)) -> Int? {
      let (one, other) = (found[pair.0], found[pair.1])
      return other.startsOrder || other.orderCount <= one.orderCount ? nil : other.orderCount - one.orderCount
    }
    let pairs = Array(zip(recent, recent.dropFirst()))
    guard let least = pairs.compactMap(step).min() else { return }
    var moved: UInt64 = 0
    for pair in pairs {
      guard let index = found[pair.1].displayIndex, index >= first else { continue }
      if let step = step(pair) { moved += UInt64(min(step / least, Self.maxLast) - 1) }
      found[pair.1].displayIndex = index + moved
    }
  }

  private func give(_ pictures: [H264Kit.Picture]) {
    for picture in pictures {
      found.append(
        Found(
          offset: picture.offset, size: picture.size, isKey: picture.isSync, displayIndex: picture.displayIndex,
          orderCount: picture.pictureOrderCount, startsOrder: picture.startsOrder,
          isUnresolved: picture.isUnresolved))
    }
  }

  private func give(_ pictures: [HEVCKit.Picture]) {
    for picture in pictures {
      found.append(
        Found(
          offset: picture.offset, size: picture.size, isKey: picture.isSync, displayIndex: picture.displayIndex,
          orderCount: picture.pictureOrderCount, startsOrder: picture.startsOrder,
          isUnresolved: picture.isUnresolved))
    }
  }
}
