import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// The pictures of an H.264 or H.265 byte stream. Times are derived from picture order counts, the frame rate, and the picture timing messages
/// that repeat fields or frames; without a frame rate times count pictures.
struct StreamInput: ContainerInput {
  /// The number of bytes kept of a unit that spans two reads: enough for any parameter set, SEI message and slice header.
  private static var maxKept: Int { 1 << 16 }
  private static var chunkSize: Int { 1 << 17 }
  /// How many pictures, and bytes, are read before the first time is given, if durations may differ.
  private static var picturesAhead: Int { 32 }
  private static var maxBytesAhead: UInt64 { 1 << 20 }

  /// The properties of a picture that a sample needs.
  private struct Picture {
    var offset: UInt64
    var size: UInt64
    var isKey: Bool
    var isReference: Bool
    var displayIndex: UInt64?
    var displayTime: UInt64
    var fieldPeriods: UInt8
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
  private var clock = StreamClock()
  /// The longest picture so far, in field periods, and whether one has an odd number of them: half a frame.
  private var longest: UInt8 = 0
  private var hasHalves = false
  private var pictureCount = 0
  private var track: MediaTrack
  private var ownFindings: [String] = []
  /// Those so far: of a stream that is opened, those in its first pictures.
  var findings: [String] { ownFindings + (h264.parser.findings + hevc.parser.findings).map { $0.description } }
  /// The number of slices of other layers or views before the first picture of the base.
  private var otherSlices: UInt64 = 0
  private var hasPicture = false
  private var descriptions: StreamDescriptions
  /// The frame rate by which times are derived if it is that of the first sequence.
  private var ownRate: ExactRatio?

  /// - Parameter rate: frames a second, of two pictures each where pictures are fields (field_seq_flag); nil to use the rate in the stream.
  init(_ source: AnyByteSource, _ codec: VideoCodec, rate: ExactRatio?) throws(MediaError) {
    self.source = source
    self.codec = codec
    descriptions = StreamDescriptions(codec)
    track = MediaTrack(index: 0, id: 1, kind: .video, codec: codec == .h264 ? .h264 : .hevc, timescale: nil)
    track.framing = .annexB
    // The first picture is complete when the second begins; its parameter sets have been read by then.
    _ = try fill()
    descriptions.begin()
    track.configuration = descriptions.all.first?.configuration ?? .none
    try describe(rate)
  }

  private mutating func describe(_ rate: ExactRatio?) throws(MediaError) {
    let (size, ownRate, reordered, hasTiming): (PictureSize?, ExactRatio?, Int, Bool)
    var hasFields = false
    switch codec {
    case .h264:
      let sps = h264.parser.sets.activeSeqParameterSet
      (size, ownRate, reordered) = (sps?.croppedSize, sps?.frameRate, Int(sps?.maxWaiting ?? 0))
      hasTiming = sps?.vuiParameters?.picStructPresentFlag == true
    case .hevc:
      let sps = hevc.parser.sets.activeSeqParameterSet
      (size, ownRate, reordered) = (sps?.croppedSize, sps?.frameRate, sps?.maxNumReorderPics ?? 0)
      hasFields = sps?.vuiParameters?.fieldSeqFlag == true
      hasTiming = sps?.vuiParameters?.frameFieldInfoPresentFlag == true || hasFields
    }
    self.ownRate = rate == nil ? ownRate : nil
    clock.isEven = rate != nil && !hasFields || !hasTiming
    if !clock.isEven { try readAhead() }
    if let size { (track.width, track.height) = (UInt32(clamping: size.width), UInt32(clamping: size.height)) }
    apply(rate ?? ownRate)
    if track.timescale == nil { clock.isEven = true }
    track.reorderDelay = Int64(reordered) * clock.time(clock.isEven ? 2 : Int64(longest))
  }

  /// Reads the first pictures, whose durations decide on the time scale and on the delay.
  private mutating func readAhead() throws(MediaError) {
    while !isOver, pictureCount < Self.picturesAhead, fed < Self.maxBytesAhead { try advance() }
  }

  var streamClock: StreamClock? { clock }

  var tracks: [MediaTrack] { [track] }

  mutating func prepare(_ options: CarryOptions) { if options.hasOneDescription { descriptions.keepFirst() } }

  func descriptionCount(ofTrack track: Int) -> Int { descriptions.all.count }

  func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? {
    index > 0 && index <= descriptions.all.count ? descriptions.all[Int(index) - 1] : nil
  }

  private mutating func apply(_ rate: ExactRatio?) {
    guard let reduced = rate?.reduced, let scale = UInt32(exactly: reduced.numerator), let step = UInt32(exactly: reduced.denominator),
      scale > 0, step > 0
    else { return }
    // Halves of a frame are whole numbers in twice the time scale.
    let factor: UInt32 = !clock.isEven && hasHalves && step & 1 != 0 && scale <= .max / 2 && step <= .max / 2 ? 2 : 1
    (track.timescale, clock.frame) = (scale * factor, step * factor)
  }

  mutating func next() throws(MediaError) -> MediaSample? {
    if readyFrom == ready.count, try !fill() { return nil }
    let picture = ready[readyFrom]
    readyFrom += 1
    if readyFrom == ready.count {
      ready.removeAll(keepingCapacity: true)
      readyFrom = 0
    }
    let times = clock.times(
      fieldPeriods: picture.fieldPeriods, displayIndex: picture.displayIndex, displayTime: picture.displayTime)
    return MediaSample(
      track: 0, decodeTime: times.decode, presentationTime: times.presentation, duration: times.duration, offset: picture.offset,
      size: picture.size, isKey: picture.isKey, descriptionIndex: descriptions.index(at: picture.offset))
  }

  /// Reads until a picture is ready; false at the end of the stream.
  private mutating func fill() throws(MediaError) -> Bool {
    while readyFrom == ready.count {
      if isOver { return false }
      try advance()
    }
    return true
  }

  /// Takes the next unit, or reads the next bytes.
  private mutating func advance() throws(MediaError) {
    if let unit = collector.next(in: chunk, from: &cursor, to: chunk.count) { return take(unit, unit.isHeld ? collector.held : chunk) }
    do { try source.read(at: fed, count: Self.chunkSize, into: &chunk) } catch { throw .bytes(error) }
    fed += UInt64(chunk.count)
    cursor = 0
    if chunk.isEmpty { finish() }
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
    note(picture.fieldPeriods)
    compare(picture.frameRate, at: picture.offset)
    give(h264.order.take(picture))
  }

  private mutating func complete(_ picture: HEVCKit.Picture) {
    hasPicture = true
    descriptions.complete(picture.offset, isKey: picture.isSync)
    note(picture.fieldPeriods)
    compare(picture.frameRate, at: picture.offset)
    give(hevc.order.take(picture))
  }

  /// Adds a finding at the first picture of another frame rate: a track has one time scale.
  private mutating func compare(_ rate: ExactRatio?, at offset: UInt64) {
    guard let own = ownRate, let rate, rate.reduced != own.reduced else { return }
    ownRate = nil
    let (before, after) = (Self.words(own), Self.words(rate))
    ownFindings.append("the frame rate changes from \(before) to \(after) at byte \(offset): later pictures have times by the first rate")
  }

  private static func words(_ rate: ExactRatio) -> String {
    let exact = rate.reduced
    return exact.denominator == 1 ? "\(exact.numerator)" : "\(exact.numerator)/\(exact.denominator)"
  }

  private mutating func note(_ fieldPeriods: UInt8) {
    pictureCount += 1
    longest = max(longest, fieldPeriods)
    hasHalves = hasHalves || fieldPeriods & 1 != 0
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
    if !hasPicture, otherSlices > 0 {
      ownFindings.append("no picture of the base layer or view: the stream has \(otherSlices) slices of others alone")
    }
  }

  private mutating func give(_ pictures: [H264Kit.Picture]) {
    for picture in pictures {
      ready.append(
        Picture(
          offset: picture.offset, size: picture.size, isKey: picture.isSync, isReference: picture.isReference,
          displayIndex: picture.displayIndex, displayTime: picture.displayTime, fieldPeriods: picture.fieldPeriods))
    }
  }

  private mutating func give(_ pictures: [HEVCKit.Picture]) {
    for picture in pictures {
      ready.append(
        Picture(
          offset: picture.offset, size: picture.size, isKey: picture.isSync, isReference: picture.isReference,
          displayIndex: picture.presentationIndex, displayTime: picture.presentationTime, fieldPeriods: picture.fieldPeriods))
    }
  }
}
