import BitstreamKit
import H264Kit
import HEVCKit

/// Finds the pictures in media data whose tables are lost: NAL units behind lengths, and between them whatever else.
struct MediaDataScan {
  /// A picture in decoding order.
  private struct Found {
    var offset: UInt64
    var size: UInt64
    var isKey: Bool
    var displayIndex: UInt64?
  }

  private let codec: VideoCodec
  private var judge: UnitJudge
  private var h264 = (parser: H264Kit.PictureParser(), order: H264Kit.DisplayOrder())
  private var hevc = (parser: HEVCKit.PictureParser(), order: HEVCKit.DisplayOrder())
  private var found: [Found] = []
  /// Bytes that are no picture's.
  private(set) var unknown: UInt64 = 0

  /// - Parameters:
  ///   - sets: the parameter sets as whole units.
  ///   - most: no unit is larger.
  init(
    _ source: AnyByteSource, _ codec: VideoCodec, parameterSets sets: [[UInt8]], lengthSize: NALLengthSize, most: UInt64, end: UInt64
  ) {
    self.codec = codec
    judge = UnitJudge(source, codec, lengthSize: lengthSize, most: most, end: end)
    for unit in sets {
      switch codec {
      case .h264: h264.parser.takeConfiguration(unit, 0..<unit.count, offset: 0)
      case .hevc: hevc.parser.takeConfiguration(unit, 0..<unit.count, offset: 0)
      }
    }
  }

  /// Pictures in a second, as the parameter sets say.
  var frameRate: ExactRatio? {
    switch codec {
    case .h264: h264.parser.sets.activeSeqParameterSet?.frameRate
    case .hevc: hevc.parser.sets.activeSeqParameterSet?.frameRate
    }
  }

  /// How many pictures are decoded at most before one is shown.
  var reorderDepth: Int64 {
    switch codec {
    case .h264: Int64(h264.parser.sets.activeSeqParameterSet?.mostWaiting ?? 0)
    case .hevc: Int64(hevc.parser.sets.activeSeqParameterSet?.maxNumReorderPics ?? 0)
    }
  }

  /// Looks through a range of the file.
  mutating func scan(_ range: Range<UInt64>) throws(MediaError) {
    var place = range.lowerBound
    var isInside = false
    do {
      while place < range.upperBound {
        let unit = try judge.unit(at: place, startsSample: !isInside, h264.parser.sets, hevc.parser.sets)
        if let unit, unit.end <= range.upperBound {
          take(unit, at: place)
          (place, isInside) = (unit.end, true)
          continue
        }
        // Samples of a track never share bytes with others: what was begun is over.
        if isInside { closePicture() }
        isInside = false
        let next = try judge.candidate(behind: place) ?? range.upperBound
        unknown += min(next, range.upperBound) - place
        place = next
      }
    } catch { throw .bytes(error) }
    closePicture()
  }

  private mutating func take(_ unit: UnitJudge.Unit, at place: UInt64) {
    let range = 0..<unit.bytes.count
    switch codec {
    case .h264: if let picture = h264.parser.take(unit.bytes, range, offset: place, end: unit.end) { give(h264.order.take(picture)) }
    case .hevc: if let picture = hevc.parser.take(unit.bytes, range, offset: place, end: unit.end) { give(hevc.order.take(picture)) }
    }
    h264.parser.findings.removeAll()
    hevc.parser.findings.removeAll()
  }

  private mutating func closePicture() {
    switch codec {
    case .h264: if let last = h264.parser.finish() { give(h264.order.take(last)) }
    case .hevc: if let last = hevc.parser.finish() { give(hevc.order.take(last)) }
    }
  }

  private mutating func give(_ pictures: [H264Kit.Picture]) {
    for picture in pictures {
      var isKey = picture.isKeyframe
      if case .recoveryPoint(0)? = picture.randomAccess { isKey = true }
      found.append(Found(offset: picture.offset, size: picture.size, isKey: isKey, displayIndex: picture.displayIndex))
    }
  }

  private mutating func give(_ pictures: [HEVCKit.Picture]) {
    for picture in pictures {
      found.append(
        Found(offset: picture.offset, size: picture.size, isKey: picture.isKeyframe, displayIndex: picture.displayIndex))
    }
  }

  /// All pictures, each lasting `duration`. Those before the first key picture are left out: nothing can decode them.
  mutating func entries(duration: UInt32) -> (entries: [ListedInput.Entry], undecodable: Int) {
    give(h264.order.finish())
    give(hevc.order.finish())
    let start = found.firstIndex { $0.isKey } ?? found.count
    var entries: [ListedInput.Entry] = []
    let firstShown = found[start...].compactMap { $0.displayIndex }.min() ?? 0
    for (count, picture) in found[start...].enumerated() {
      guard let size = UInt32(exactly: picture.size) else { continue }
      let shown = picture.displayIndex.map { Int64($0 - min($0, firstShown)) } ?? Int64(count)
      entries.append(
        ListedInput.Entry(
          offset: picture.offset, decodeTime: Int64(count) * Int64(duration), size: size,
          compositionOffset: Int32(clamping: (shown - Int64(count)) * Int64(duration)), duration: duration, isKey: picture.isKey))
    }
    return (entries, start)
  }
}
