import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// The pictures of an H.264 or H.265 byte stream. Times are derived from picture order counts and the frame rate; without a frame rate they
/// count pictures.
struct StreamInput: ContainerInput {
  /// The number of bytes kept of a unit that spans two reads: enough for any parameter set, SEI message and slice header.
  private static var maxKept: Int { 1 << 16 }
  private static var chunkSize: Int { 1 << 17 }

  /// The properties of a picture that a sample needs.
  private struct Picture {
    var offset: UInt64
    var size: UInt64
    var isKey: Bool
    var isReference: Bool
    var displayIndex: UInt64?
  }

  let codec: VideoCodec
  private var source: AnyByteSource
  private var collector = AnnexBUnitCollector(limit: Self.maxKept)
  private var chunk: [UInt8] = []
  private var cursor = 0
  private var fed: UInt64 = 0
  private var isOver = false
  private var h264 = (parser: H264Kit.PictureParser(), order: H264Kit.DisplayOrder())
  private var hevc = (parser: HEVCKit.PictureParser(), order: HEVCKit.DisplayOrder())
  private var ready: [Picture] = []
  private var readyFrom = 0
  private var count: Int64 = 0
  private var track: MediaTrack
  private(set) var findings: [String] = []
  /// The number of slices of other layers or views before the first picture of the base.
  private var otherSlices: UInt64 = 0
  private var hasPicture = false
  private var duration: UInt32 = 1
  private var descriptions: StreamDescriptions

  /// - Parameter rate: frame rate in pictures per second; nil to use the rate in the stream.
  init(_ source: AnyByteSource, _ codec: VideoCodec, rate: ExactRatio?) throws(MediaError) {
    self.source = source
    self.codec = codec
    descriptions = StreamDescriptions(codec)
    track = MediaTrack(index: 0, id: 1, kind: .video, codec: codec == .h264 ? .h264 : .hevc, timescale: nil)
    track.framing = .annexB
    // The first picture is complete when the second begins; its parameter sets have been read by then.
    _ = try fill()
    describe(rate)
  }

  private mutating func describe(_ rate: ExactRatio?) {
    switch codec {
    case .h264:
      let sps = h264.parser.sets.activeSeqParameterSet
      apply(rate ?? sps?.frameRate, sps?.croppedSize)
      track.reorderDelay = Int64(sps?.maxWaiting ?? 0) * Int64(duration)
    case .hevc:
      let sps = hevc.parser.sets.activeSeqParameterSet
      apply(rate ?? sps?.frameRate, sps?.croppedSize)
      track.reorderDelay = Int64(sps?.maxNumReorderPics ?? 0) * Int64(duration)
    }
    descriptions.begin()
    track.configuration = descriptions.all.first?.configuration ?? .none
  }

  var tracks: [MediaTrack] { [track] }

  mutating func prepare(_ options: CarryOptions) { if options.hasOneDescription { descriptions.keepFirst() } }

  func descriptionCount(ofTrack track: Int) -> Int { descriptions.all.count }

  func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? {
    index > 0 && index <= descriptions.all.count ? descriptions.all[Int(index) - 1] : nil
  }

  private mutating func apply(_ rate: ExactRatio?, _ size: PictureSize?) {
    if let size { (track.width, track.height) = (UInt32(clamping: size.width), UInt32(clamping: size.height)) }
    guard let reduced = rate?.reduced, let scale = UInt32(exactly: reduced.numerator), let step = UInt32(exactly: reduced.denominator),
      scale > 0, step > 0
    else { return }
    track.timescale = scale
    duration = step
  }

  mutating func next() throws(MediaError) -> MediaSample? {
    if readyFrom == ready.count, try !fill() { return nil }
    let picture = ready[readyFrom]
    readyFrom += 1
    if readyFrom == ready.count {
      ready.removeAll(keepingCapacity: true)
      readyFrom = 0
    }
    let step = Int64(duration)
    let decode = count * step
    count += 1
    let shown = picture.displayIndex.map { Int64($0) * step } ?? decode
    return MediaSample(
      track: 0, decodeTime: decode, presentationTime: shown, duration: duration, offset: picture.offset, size: picture.size,
      isKey: picture.isKey, descriptionIndex: descriptions.index(at: picture.offset))
  }

  /// Reads until a picture is ready; false at the end of the stream.
  private mutating func fill() throws(MediaError) -> Bool {
    while readyFrom == ready.count {
      if isOver { return false }
      if let unit = collector.next(in: chunk, from: &cursor, to: chunk.count) {
        take(unit, unit.isHeld ? collector.held : chunk)
        continue
      }
      do { try source.read(at: fed, count: Self.chunkSize, into: &chunk) } catch { throw .bytes(error) }
      fed += UInt64(chunk.count)
      cursor = 0
      if chunk.isEmpty { finish() }
    }
    return true
  }

  private mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    let (offset, end) = (unit.position.startCodeOffset, unit.end)
    if !hasPicture, isOtherSlice(bytes[unit.range]) { otherSlices += 1 }
    switch codec {
    case .h264:
      if let picture = h264.parser.take(bytes, unit.range, unitOffset: unit.position.offset, offset: offset, end: end) { complete(picture) }
    case .hevc:
      if let picture = hevc.parser.take(bytes, unit.range, unitOffset: unit.position.offset, offset: offset, end: end) { complete(picture) }
    }
    descriptions.take(unit, bytes)
  }

  /// Whether a unit is a slice of a layer or view other than the base.
  private func isOtherSlice(_ unit: ArraySlice<UInt8>) -> Bool {
    guard let first = unit.first, let second = unit.dropFirst().first else { return false }
    switch codec {
    case .h264: return (20...21).contains(codec.unitType(first))
    // nuh_layer_id is in both bytes.
    case .hevc: return codec.unitType(first) < 32 && (first & 1 != 0 || second >> 3 != 0)
    }
  }

  private mutating func complete(_ picture: H264Kit.Picture) {
    hasPicture = true
    descriptions.complete(picture.offset, isKey: picture.isSync)
    give(h264.order.take(picture))
  }

  private mutating func complete(_ picture: HEVCKit.Picture) {
    hasPicture = true
    descriptions.complete(picture.offset, isKey: picture.isSync)
    give(hevc.order.take(picture))
  }

  private mutating func finish() {
    isOver = true
    if let last = collector.finish() { take(last, collector.held) }
    switch codec {
    case .h264:
      if let last = h264.parser.finish() { complete(last) }
      give(h264.order.finish())
    case .hevc:
      if let last = hevc.parser.finish() { complete(last) }
      give(hevc.order.finish())
    }
    for error in h264.parser.findings + hevc.parser.findings { findings.append(error.description) }
    if !hasPicture, otherSlices > 0 {
      findings.append("no picture of the base layer or view: the stream has \(otherSlices) slices of others alone")
    }
  }

  private mutating func give(_ pictures: [H264Kit.Picture]) {
    for picture in pictures {
      ready.append(
        Picture(
          offset: picture.offset, size: picture.size, isKey: picture.isSync, isReference: picture.isReference,
          displayIndex: picture.displayIndex))
    }
  }

  private mutating func give(_ pictures: [HEVCKit.Picture]) {
    for picture in pictures {
      ready.append(
        Picture(
          offset: picture.offset, size: picture.size, isKey: picture.isSync, isReference: picture.isReference,
          displayIndex: picture.displayIndex))
    }
  }
}
